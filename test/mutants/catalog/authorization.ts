import { mutationNotAuthorized } from '../../../src/errors.ts';
import type { User } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { operationCoordinate, operationFolders, replaceInContract } from '../transforms.ts';
import { type ServerChanges, type ParentRecord, type ResolverWrapper, mutant } from '../mutated-server.ts';

const of = (operation: string, name: string, fact: string, changes: ServerChanges): Mutant =>
  mutant(name, `${operation}/${fact}`, changes);

const update = 'update(input: UpdateMeetingInput!): Meeting @auth(requires: AUTHENTICATED)';
const createResult = 'createResult(input: CreateResultInput!): Result @auth(requires: ADMINISTRATOR)';
const answerSetting = 'setting: "proposalAnsweringEnabled"';
const createSetting = '@auth(requires: AUTHENTICATED, setting: "creationEnabledForParticipants")';

const contract = (from: string, to: string): ServerChanges => ({ contract: replaceInContract(from, to) });

/** Sessions in which a request without a known user is one of the administrator. */
const asAdministrator = (whom: (authorization: string | undefined) => boolean): ServerChanges => ({
  sessions: (sessions, store) => ({
    ...sessions,
    findViewer: async (authorization) =>
      (await sessions.findViewer(authorization)) ?? (whom(authorization) ? store.find('users', 1)! : null),
  }),
});

const refused =
  (refuses: (viewer: User, source: ParentRecord) => boolean): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) => {
    if (context.viewer && refuses(context.viewer, source)) throw mutationNotAuthorized();
    return resolve(source, args, context, info);
  };

const refusing = (operation: string, refuses: Parameters<typeof refused>[0]): ServerChanges => ({
  outerResolvers: { [operationCoordinate(operation)]: refused(refuses) },
});

/** Who may: roles, settings, tokens. */
export const authorizationMutants: Mutant[] = [
  of(
    'answer',
    'every user may answer',
    'role-member',
    contract(`ADMINISTRATOR, ${answerSetting}`, `AUTHENTICATED, ${answerSetting}`),
  ),
  of(
    'create-result',
    'every user may create results',
    'role-member',
    contract(createResult, createResult.replace('ADMINISTRATOR', 'AUTHENTICATED')),
  ),
  of(
    'answer',
    'nobody may answer',
    'accepted',
    refusing('answer', () => true),
  ),
  of(
    'create-meeting',
    'only administrators may create meetings',
    'as-other',
    contract(createSetting, createSetting.replace('AUTHENTICATED', 'ADMINISTRATOR')),
  ),
  of(
    'update-meeting',
    'only administrators may update meetings',
    'by-its-author',
    contract(update, update.replace('AUTHENTICATED', 'ADMINISTRATOR')),
  ),
  of(
    'update-meeting',
    'only its author may update a meeting',
    'by-another-user',
    refusing('update-meeting', ({ id }, { authorId }) => id !== authorId),
  ),
  of(
    'create-result',
    'nobody may create results',
    'title',
    refusing('create-result', () => true),
  ),
  of('answer', 'the setting is ignored when a proposal is answered', 'setting-off', contract(`, ${answerSetting}`, '')),
  of(
    'create-meeting',
    'the setting is ignored when a meeting is created',
    'setting-off',
    contract(createSetting, '@auth(requires: AUTHENTICATED)'),
  ),
  ...operationFolders.flatMap((operation) => [
    of(
      operation,
      `anonymous requests act as an administrator: ${operation}`,
      'anonymous',
      asAdministrator((header) => !header),
    ),
    of(
      operation,
      `a bad token acts as an administrator: ${operation}`,
      'bad-token',
      asAdministrator((header) => header !== undefined),
    ),
  ]),
];
