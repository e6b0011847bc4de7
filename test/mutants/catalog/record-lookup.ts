import { notFound } from '../../../src/errors.ts';
import type { Kind } from '../../../src/records/records.ts';
import { executorMutant, mapResult } from '../executor-transforms.ts';
import { type Mutant, type ParentRecord, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { mapValue, onErrorCode, wrapField } from '../transforms.ts';

const fieldMutant = (name: string, killedBy: string, coordinate: string, wrapper: ResolverWrapper): Mutant =>
  mutant(name, killedBy, wrapField(coordinate, wrapper));

/** Looks up a record that was not found among all records of a kind. */
const findAnywhere = (kind: Kind, accept: (record: ParentRecord, source: ParentRecord) => boolean): ResolverWrapper =>
  onErrorCode('NOT_FOUND_ERROR', (error, _, source, { id }, { store }) => {
    const record = store.find(kind, id) as ParentRecord | undefined;
    if (!record || !accept(record, source)) throw error;
    return record;
  });

const isUnpublished = (record: ParentRecord): boolean => record['publishedAt'] === null;

const otherKindNotFound = mapResult((body) =>
  body.data?.component && Object.keys(body.data.component as object).length === 0
    ? { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] }], data: null }
    : body,
);

const withoutAfter: ResolverWrapper = (resolve) => (source, args, context, info) =>
  resolve(source, { ...args, after: null } as never, context, info);

/** Servers that find the wrong record. */
export const recordLookupMutants: Mutant[] = [
  fieldMutant(
    'an unknown component is replaced by another',
    'create-meeting/components-not-found/1',
    'Mutation.component',
    onErrorCode('NOT_FOUND_ERROR', (_, __, ___, ____, { store }) => store.find('components', 2)),
  ),
  executorMutant('a component of another kind is an error', 'create-result/other-kind', otherKindNotFound),
  fieldMutant(
    'a component of a restricted space is found',
    'update-meeting/restricted-component',
    'Mutation.component',
    findAnywhere('components', (record) => !isUnpublished(record)),
  ),
  fieldMutant(
    'a meeting of another component can be updated',
    'update-meeting/meeting-of-another-component',
    'MeetingsMutation.meeting',
    findAnywhere('meetings', (record, source) => !isUnpublished(record) && record.componentId !== source.id),
  ),
  fieldMutant('after is ignored', 'read/next-page', 'Meetings.meetings', withoutAfter),
  fieldMutant(
    'every session belongs to the first user',
    'read/session-of-each',
    'Query.session',
    mapValue((session, _, __, { store }) => session && { user: store.find('users', 1) }),
  ),
  fieldMutant(
    'a missing translation is replaced by another locale',
    'read/translations',
    'TranslatedField.translation',
    mapValue((text, source) => text ?? Object.values(source)[0]),
  ),
];
