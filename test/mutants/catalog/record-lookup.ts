import { notFound } from '../../../src/errors.ts';
import type { Kind } from '../../../src/store/records.ts';
import { executorMutant, firstErrorCode, mapResult } from '../executor-transforms.ts';
import { type Mutant, type ParentRecord, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { onErrorCode, wrapField } from '../transforms.ts';

/** Looks up a record that was not found among all records of a kind. */
const findAnywhere = (kind: Kind, accept: (record: ParentRecord, source: ParentRecord) => boolean): ResolverWrapper =>
  onErrorCode('NOT_FOUND_ERROR', (error, _, source, { id }, { store }) => {
    const record = store.find(kind, id) as ParentRecord | undefined;
    if (!record || !accept(record, source)) throw error;
    return record;
  });

const isUnpublished = (record: ParentRecord): boolean => record['publishedAt'] === null;
const isPublishedElsewhere = (record: ParentRecord, source: ParentRecord): boolean =>
  !isUnpublished(record) && record.componentId !== source.id;

const wrapProposal = (wrapper: ResolverWrapper) => wrapField('ProposalsMutation.proposal', wrapper);
const wrapMeeting = (wrapper: ResolverWrapper) => wrapField('MeetingsMutation.meeting', wrapper);
const wrapComponent = (wrapper: ResolverWrapper) => wrapField('Mutation.component', wrapper);

const replaceUnknownComponent = (id: number) =>
  wrapComponent(onErrorCode('NOT_FOUND_ERROR', (_, __, ___, ____, { store }) => store.find('components', id)));
const unpublishedComponents = wrapComponent(findAnywhere('components', isUnpublished));
const restrictedComponents = wrapComponent(findAnywhere('components', (record) => !isUnpublished(record)));

const otherKindNotFound = mapResult((body) =>
  body.data?.component && Object.keys(body.data.component as object).length === 0
    ? { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] }], data: null }
    : body,
);
const missingMutationsAsEmptyObject = mapResult((body) =>
  body.errors?.[0]?.path?.[0] === 'component' && firstErrorCode(body) === undefined
    ? { data: { component: {} } }
    : body,
);
const nullIfNotFound = onErrorCode('NOT_FOUND_ERROR', () => null);

const componentMutants = Object.entries({
  answer: 1,
  'create-meeting': 2,
  'update-meeting': 2,
  'create-result': 4,
}).flatMap(([operation, componentId]) => [
  mutant(
    `an unknown component is replaced by another: ${operation}`,
    `${operation}/unknown-component`,
    replaceUnknownComponent(componentId),
  ),
  executorMutant(`a component of another kind is an error: ${operation}`, `${operation}/other-kind`, otherKindNotFound),
  executorMutant(
    `a component kind without mutations returns an empty object: ${operation}`,
    `${operation}/no-mutations`,
    missingMutationsAsEmptyObject,
  ),
  mutant(
    `an unpublished component is found: ${operation}`,
    `${operation}/unpublished-component`,
    unpublishedComponents,
  ),
  mutant(
    `a component of a restricted space is found: ${operation}`,
    `${operation}/restricted-component`,
    restrictedComponents,
  ),
]);

/** Servers that find the wrong record for a mutation. */
export const recordLookupMutants: Mutant[] = [
  ...componentMutants,
  mutant('a draft can be answered', 'answer/draft', wrapProposal(findAnywhere('proposals', isUnpublished))),
  mutant(
    'a proposal of another component can be answered',
    'answer/proposal-of-another-component',
    wrapProposal(findAnywhere('proposals', isPublishedElsewhere)),
  ),
  mutant(
    'a meeting of another component can be updated',
    'update-meeting/meeting-of-another-component',
    wrapMeeting(findAnywhere('meetings', isPublishedElsewhere)),
  ),
  mutant('an unknown proposal is null without an error', 'answer/unknown-proposal', wrapProposal(nullIfNotFound)),
  mutant('an unknown meeting is null without an error', 'update-meeting/unknown-meeting', wrapMeeting(nullIfNotFound)),
  executorMutant(
    'an unknown proposal is reported as an unknown component',
    'answer/unknown-proposal',
    mapResult((body) =>
      body.errors?.[0]?.path?.at(-1) === 'proposal'
        ? { errors: [{ ...body.errors[0], path: ['component'] }], data: null }
        : body,
    ),
  ),
];
