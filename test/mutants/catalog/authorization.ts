import { mutationNotAuthorized } from '../../../src/errors.ts';
import type { User } from '../../../src/records/records.ts';
import { type Mutant, type ParentRecord, type ServerChanges, mutant } from '../mutated-server.ts';
import { operationCoordinate, replaceInContract, wrapField } from '../transforms.ts';

const answerSetting = 'setting: "proposalAnsweringEnabled"';
const createSetting = '@auth(requires: AUTHENTICATED, setting: "creationEnabledForParticipants")';

const contract = (from: string, to: string): ServerChanges => ({ contract: replaceInContract(from, to) });

/** Authentication that treats requests without a known user as the administrator's, if their Authorization header matches. */
const asAdministrator = (matches: (authorization: string | undefined) => boolean): ServerChanges => ({
  authentication: (authentication, store) => ({
    ...authentication,
    findViewer: async (authorization) =>
      (await authentication.findViewer(authorization)) ?? (matches(authorization) ? store.find('users', 1)! : null),
  }),
});

const refuseViewer = (
  operation: string,
  isRefused: (viewer: User, source: ParentRecord) => boolean = () => true,
): ServerChanges =>
  wrapField(operationCoordinate(operation), (resolve) => (source, args, context, info) => {
    if (context.viewer && isRefused(context.viewer, source)) throw mutationNotAuthorized();
    return resolve(source, args, context, info);
  });

/** Servers that ignore or invent roles, component settings and tokens. */
export const authorizationMutants: Mutant[] = [
  mutant(
    'every user may answer a proposal',
    'answer/role-member',
    contract(`ADMINISTRATOR, ${answerSetting}`, `AUTHENTICATED, ${answerSetting}`),
  ),
  mutant(
    'only administrators may create meetings',
    'create-meeting/as-other',
    contract(createSetting, createSetting.replace('AUTHENTICATED', 'ADMINISTRATOR')),
  ),
  mutant(
    'only its author may update a meeting',
    'update-meeting/by-another-user',
    refuseViewer('update-meeting', ({ id }, { authorId }) => id !== authorId),
  ),
  mutant(
    'the setting for new meetings is ignored',
    'create-meeting/setting-off',
    contract(createSetting, '@auth(requires: AUTHENTICATED)'),
  ),
  mutant(
    'an invalid token acts as an administrator',
    'create-result/bad-token',
    asAdministrator((authorization) => authorization !== undefined),
  ),
];
