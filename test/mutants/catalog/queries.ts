import { unauthorizedObject } from '../../../src/errors.ts';
import { executorMutant, mapResult } from '../executor-transforms.ts';
import { type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { mapValue, onErrorCode, wrapField } from '../transforms.ts';

/** Changes the arguments of a connection. */
const mapArguments =
  (change: (args: Record<string, unknown>) => object): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) =>
    resolve(source, change(args as never) as never, context, info);

const fieldMutant = (name: string, killedBy: string, coordinate: string, wrapper: ResolverWrapper): Mutant =>
  mutant(name, killedBy, wrapField(coordinate, wrapper));

const countFromZero = (edges: { cursor: string }[]) =>
  edges.map((edge) => ({
    ...edge,
    cursor: Buffer.from(String(Number(Buffer.from(edge.cursor, 'base64').toString()) - 1)).toString('base64url'),
  }));

/** Servers that return the wrong records to a query. */
export const queryMutants: Mutant[] = [
  fieldMutant('cursors count from 0', 'read/first-page', 'MeetingConnection.edges', mapValue(countFromZero)),
  fieldMutant(
    'after is ignored',
    'read/next-page',
    'Meetings.meetings',
    mapArguments((args) => ({ ...args, after: null })),
  ),
  fieldMutant(
    'first is ignored',
    'read/first-page',
    'Meetings.meetings',
    mapArguments((args) => ({ ...args, first: null })),
  ),
  fieldMutant(
    'hasNextPage is always false',
    'read/first-page',
    'MeetingConnection.pageInfo',
    mapValue((pageInfo: object) => ({ ...pageInfo, hasNextPage: false })),
  ),
  fieldMutant(
    'an invalid cursor is ignored',
    'read/wrong-cursor',
    'Meetings.meetings',
    mapArguments(({ after, ...others }) =>
      /^\d+$/.test(Buffer.from(String(after), 'base64').toString()) ? { after, ...others } : others,
    ),
  ),
  fieldMutant(
    'every session belongs to the first user',
    'read/session-of-each',
    'Query.session',
    mapValue((session, _, __, { store }) => session && { user: store.find('users', 1) }),
  ),
  mutant('an anonymous request has a session', 'read/session', {
    authentication: (authentication, store) => ({
      ...authentication,
      findViewer: (authorization) =>
        authorization ? authentication.findViewer(authorization) : store.find('users', 1)!,
    }),
  }),
  fieldMutant(
    'a restricted component is visible',
    'read/component-restricted',
    'Query.component',
    onErrorCode('UNAUTHORIZED_OBJECT_ERROR', (_, __, ___, { id }, { store }) => store.find('components', id)),
  ),
  fieldMutant(
    'a restricted component is null',
    'read/component-restricted',
    'Query.component',
    onErrorCode('UNAUTHORIZED_OBJECT_ERROR', () => null),
  ),
  fieldMutant(
    'an unpublished component is visible',
    'read/component-unpublished',
    'Query.component',
    mapValue((component, _, { id }, { store }) => component ?? store.find('components', id) ?? null),
  ),
  fieldMutant(
    'an unknown component is an error',
    'read/component-unknown',
    'Query.component',
    mapValue((component) => {
      if (!component) throw unauthorizedObject('Component');
      return component;
    }),
  ),
  ...Object.entries({
    meeting: 'Meetings.meeting',
    proposal: 'Proposals.proposal',
    result: 'Accountability.result',
  }).map(([record, coordinate]) =>
    fieldMutant(
      `a query for an unknown ${record} returns null without an error`,
      `read/${record}-unknown`,
      coordinate,
      onErrorCode('NOT_FOUND_ERROR', () => null),
    ),
  ),
  fieldMutant(
    'a missing translation is replaced by another locale',
    'read/translations',
    'TranslatedField.translation',
    mapValue((text, source) => text ?? Object.values(source)[0]),
  ),
  fieldMutant(
    'a draft is visible',
    'read/proposal-draft',
    'Proposals.proposal',
    onErrorCode('NOT_FOUND_ERROR', (error, _, __, { id }, { store }) => {
      const draft = store.find('proposals', id);
      if (draft?.publishedAt !== null) throw error;
      return draft;
    }),
  ),
  fieldMutant(
    'drafts are listed',
    'read/drafts-not-listed',
    'Proposals.proposals',
    mapValue((list: object, { id }, _, { store }) => ({
      ...list,
      records: store.where('proposals', 'componentId', id),
    })),
  ),
  executorMutant(
    'the type of a component is not returned',
    'read/component-page',
    mapResult((body) => JSON.parse(JSON.stringify(body).replaceAll('"Pages"', '"Component"')) as never),
  ),
];
