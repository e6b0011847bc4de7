import { unauthorizedObject } from '../../../src/errors.ts';
import type { Mutant } from '../mutant.ts';
import { mapResult, onErrorCode } from '../transforms.ts';
import { type ResolverWrapper, mutant } from '../mutated-server.ts';
import { wrapField, mapValue } from './response-fields.ts';

/** Other arguments in the place of a list's. */
const page =
  (change: (page: Record<string, unknown>) => object): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, change(args as never) as never, context, info);

const meetings = 'Meetings.meetings';
const pageInfo = (change: object) =>
  wrapField(
    'MeetingConnection.pageInfo',
    mapValue((info: object) => ({ ...info, ...change })),
  );
const recounted = (edges: { cursor: string }[]) =>
  edges.map((edge) => ({
    ...edge,
    cursor: Buffer.from(String(Number(Buffer.from(edge.cursor, 'base64').toString()) - 1)).toString('base64url'),
  }));

const anotherUser: ResolverWrapper = mapValue(
  (session, _, __, { store }) => session && { user: store.find('users', 1) },
);

/** What is shown, of what was written and of what there is. */
export const queryMutants: Mutant[] = [
  mutant('cursors count from 0', 'read/first-page', wrapField('MeetingConnection.edges', mapValue(recounted))),
  mutant(
    'after is ignored',
    'read/next-page',
    wrapField(
      meetings,
      page((asked) => ({ ...asked, after: null })),
    ),
  ),
  mutant(
    'first is ignored',
    'read/first-page',
    wrapField(
      meetings,
      page((asked) => ({ ...asked, first: null })),
    ),
  ),
  mutant('there is never a next page', 'read/first-page', pageInfo({ hasNextPage: false })),
  mutant(
    'a cursor that was never given out is ignored',
    'read/wrong-cursor',
    wrapField(
      meetings,
      page(({ after, ...others }) =>
        /^\d+$/.test(Buffer.from(String(after), 'base64').toString()) ? { after, ...others } : others,
      ),
    ),
  ),
  mutant('the session is always of the first user', 'read/session-of-each', wrapField('Query.session', anotherUser)),
  mutant('an anonymous request has a session', 'read/session', {
    sessions: (sessions, store) => ({
      ...sessions,
      findViewer: (header) => (header ? sessions.findViewer(header) : store.find('users', 1)!),
    }),
  }),
  mutant(
    'a restricted component is shown',
    'read/component-restricted',
    wrapField(
      'Query.component',
      onErrorCode('UNAUTHORIZED_OBJECT_ERROR', (_, __, ___, { id }, { store }) => store.find('components', id)),
    ),
  ),
  mutant(
    'a restricted component is null',
    'read/component-restricted',
    wrapField(
      'Query.component',
      onErrorCode('UNAUTHORIZED_OBJECT_ERROR', () => null),
    ),
  ),
  mutant(
    'an unpublished component is shown',
    'read/component-unpublished',
    wrapField(
      'Query.component',
      mapValue((found, _, { id }, { store }) => found ?? store.find('components', id) ?? null),
    ),
  ),
  mutant(
    'an unknown component is an error',
    'read/component-unknown',
    wrapField(
      'Query.component',
      mapValue((found) => {
        if (!found) throw unauthorizedObject('Component');
        return found;
      }),
    ),
  ),
  ...(['meeting', 'proposal', 'result'] as const).map((kind) =>
    mutant(
      `a read of an unknown ${kind} is null without an error`,
      `read/${kind}-unknown`,
      wrapField(
        { meeting: 'Meetings.meeting', proposal: 'Proposals.proposal', result: 'Accountability.result' }[kind],
        onErrorCode('NOT_FOUND_ERROR', () => null),
      ),
    ),
  ),
  mutant(
    'a text is shown in another locale when there is none',
    'read/translations',
    wrapField(
      'TranslatedField.translation',
      mapValue((text, source) => text ?? Object.values(source)[0]),
    ),
  ),
  mutant(
    'a draft is shown',
    'read/proposal-draft',
    wrapField(
      'Proposals.proposal',
      onErrorCode('NOT_FOUND_ERROR', (error, _, __, { id }, { store }) => {
        const draft = store.find('proposals', id);
        if (draft?.publishedAt !== null) throw error;
        return draft;
      }),
    ),
  ),
  mutant(
    'drafts are listed',
    'read/drafts-not-listed',
    wrapField(
      'Proposals.proposals',
      mapValue((list: object, { id }, _, { store }) => ({
        ...list,
        records: store.where('proposals', 'componentId', id),
      })),
    ),
  ),
  mutant('the kind of a component is not said', 'read/component-page', {
    executor: mapResult((answer) => JSON.parse(JSON.stringify(answer).replaceAll('"Pages"', '"Component"')) as never),
  }),
];
