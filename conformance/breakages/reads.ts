import { unauthorizedObject } from '../../src/errors.ts';
import type { Breakage } from './breakage.ts';
import { answering, whenRefused } from './changes.ts';
import { type Wrap, breakage } from './composition.ts';
import { field, value } from './shown.ts';

/** Other arguments in the place of a list's. */
const page =
  (change: (page: Record<string, unknown>) => object): Wrap =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, change(args as never) as never, context, info);

const meetings = 'Meetings.meetings';
const pageInfo = (change: object) =>
  field(
    'MeetingConnection.pageInfo',
    value((info: object) => ({ ...info, ...change })),
  );
const recounted = (edges: { cursor: string }[]) =>
  edges.map((edge) => ({
    ...edge,
    cursor: Buffer.from(String(Number(Buffer.from(edge.cursor, 'base64').toString()) - 1)).toString('base64url'),
  }));

const anotherUser: Wrap = value((session, _, __, { store }) => session && { user: store.find('users', 1) });

/** What is shown, of what was written and of what there is. */
export const reads: Breakage[] = [
  breakage('cursors count from 0', 'read/first-page', field('MeetingConnection.edges', value(recounted))),
  breakage(
    'after is ignored',
    'read/next-page',
    field(
      meetings,
      page((asked) => ({ ...asked, after: null })),
    ),
  ),
  breakage(
    'first is ignored',
    'read/first-page',
    field(
      meetings,
      page((asked) => ({ ...asked, first: null })),
    ),
  ),
  breakage('there is never a next page', 'read/first-page', pageInfo({ hasNextPage: false })),
  breakage(
    'a cursor that was never given out is ignored',
    'read/wrong-cursor',
    field(
      meetings,
      page(({ after, ...others }) =>
        /^\d+$/.test(Buffer.from(String(after), 'base64').toString()) ? { after, ...others } : others,
      ),
    ),
  ),
  breakage('the session is always of the first user', 'read/session-of-each', field('Query.session', anotherUser)),
  breakage('an anonymous request has a session', 'read/session', {
    sessions: (sessions, store) => ({
      ...sessions,
      viewer: (header) => (header ? sessions.viewer(header) : store.find('users', 1)!),
    }),
  }),
  breakage(
    'a restricted component is shown',
    'read/component-restricted',
    field(
      'Query.component',
      whenRefused('UNAUTHORIZED_OBJECT_ERROR', (_, __, ___, { id }, { store }) => store.find('components', id)),
    ),
  ),
  breakage(
    'a restricted component is null',
    'read/component-restricted',
    field(
      'Query.component',
      whenRefused('UNAUTHORIZED_OBJECT_ERROR', () => null),
    ),
  ),
  breakage(
    'an unpublished component is shown',
    'read/component-unpublished',
    field(
      'Query.component',
      value((found, _, { id }, { store }) => found ?? store.find('components', id) ?? null),
    ),
  ),
  breakage(
    'an unknown component is an error',
    'read/component-unknown',
    field(
      'Query.component',
      value((found) => {
        if (!found) throw unauthorizedObject('Component');
        return found;
      }),
    ),
  ),
  ...(['meeting', 'proposal', 'result'] as const).map((kind) =>
    breakage(
      `a read of an unknown ${kind} is null without an error`,
      `read/${kind}-unknown`,
      field(
        { meeting: 'Meetings.meeting', proposal: 'Proposals.proposal', result: 'Accountability.result' }[kind],
        whenRefused('NOT_FOUND_ERROR', () => null),
      ),
    ),
  ),
  breakage(
    'a text is shown in another locale when there is none',
    'read/translations',
    field(
      'TranslatedField.translation',
      value((text, source) => text ?? Object.values(source)[0]),
    ),
  ),
  breakage(
    'a draft is shown',
    'read/proposal-draft',
    field(
      'Proposals.proposal',
      whenRefused('NOT_FOUND_ERROR', (error, _, __, { id }, { store }) => {
        const draft = store.find('proposals', id);
        if (draft?.publishedAt !== null) throw error;
        return draft;
      }),
    ),
  ),
  breakage(
    'drafts are listed',
    'read/drafts-not-listed',
    field(
      'Proposals.proposals',
      value((list: object, { id }, _, { store }) => ({
        ...list,
        records: store.where('proposals', 'componentId', id),
      })),
    ),
  ),
  breakage('the kind of a component is not said', 'read/component-page', {
    engine: answering((answer) => JSON.parse(JSON.stringify(answer).replaceAll('"Pages"', '"Component"')) as never),
  }),
];
