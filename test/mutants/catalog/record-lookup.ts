import { notFound } from '../../../src/errors.ts';
import type { Kind } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { mapResult, firstErrorCode, onErrorCode } from '../transforms.ts';
import { type ServerChanges, type ParentRecord, type ResolverWrapper, mutant } from '../mutated-server.ts';

/** What is not found is looked up once more among all records of a kind. */
const foundAmong = (kind: Kind, accept: (record: ParentRecord, source: ParentRecord) => boolean): ResolverWrapper =>
  onErrorCode('NOT_FOUND_ERROR', (error, _, source, { id }, { store }) => {
    const record = store.find(kind, id) as ParentRecord | undefined;
    if (!record || !accept(record, source)) throw error;
    return record;
  });

const isDraft = (record: ParentRecord): boolean => record['publishedAt'] === null;
const elsewhere = (record: ParentRecord, source: ParentRecord): boolean =>
  !isDraft(record) && record.componentId !== source.id;

const proposal = (wrap: ResolverWrapper): ServerChanges => ({ outerResolvers: { 'ProposalsMutation.proposal': wrap } });
const meeting = (wrap: ResolverWrapper): ServerChanges => ({ outerResolvers: { 'MeetingsMutation.meeting': wrap } });
const component = (wrap: ResolverWrapper): ServerChanges => ({ outerResolvers: { 'Mutation.component': wrap } });

/** A component that is not found is this one. */
const takenAs = (id: number): ServerChanges =>
  component(onErrorCode('NOT_FOUND_ERROR', (_, __, ___, ____, { store }) => store.find('components', id)));
const unpublished = component(foundAmong('components', isDraft));
const restricted = component(foundAmong('components', (found) => !isDraft(found)));

const otherKind: ServerChanges = {
  executor: mapResult((answer) =>
    answer.data?.component && Object.keys(answer.data.component as object).length === 0
      ? { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] } as never], data: null }
      : answer,
  ),
};
const noMutations: ServerChanges = {
  executor: mapResult((answer) =>
    answer.errors?.[0]?.path?.[0] === 'component' && firstErrorCode(answer) === undefined
      ? { data: { component: {} } }
      : answer,
  ),
};
const quietly = (wrap: (wrap: ResolverWrapper) => ServerChanges): ServerChanges =>
  wrap(onErrorCode('NOT_FOUND_ERROR', () => null));

const components = (
  [
    ['answer', 1],
    ['create-meeting', 2],
    ['update-meeting', 2],
    ['create-result', 4],
  ] as const
).flatMap(([operation, id]) => [
  mutant(`an unknown component is taken as another: ${operation}`, `${operation}/unknown-component`, takenAs(id)),
  mutant(`a component of another kind is an error: ${operation}`, `${operation}/other-kind`, otherKind),
  mutant(`a kind without mutations answers an empty object: ${operation}`, `${operation}/no-mutations`, noMutations),
  mutant(`an unpublished component is found: ${operation}`, `${operation}/unpublished-component`, unpublished),
  mutant(`a component of a restricted space is found: ${operation}`, `${operation}/restricted-component`, restricted),
]);

/** Which records there are for a mutation. */
export const recordLookupMutants: Mutant[] = [
  ...components,
  mutant('a draft is answered', 'answer/draft', proposal(foundAmong('proposals', isDraft))),
  mutant(
    'a proposal of another component is answered',
    'answer/proposal-of-another-component',
    proposal(foundAmong('proposals', elsewhere)),
  ),
  mutant(
    'a meeting of another component is updated',
    'update-meeting/meeting-of-another-component',
    meeting(foundAmong('meetings', elsewhere)),
  ),
  mutant('an unknown proposal is null without an error', 'answer/unknown-proposal', quietly(proposal)),
  mutant('an unknown meeting is null without an error', 'update-meeting/unknown-meeting', quietly(meeting)),
  mutant('an unknown proposal is said to be an unknown component', 'answer/unknown-proposal', {
    executor: mapResult((answer) =>
      answer.errors?.[0]?.path?.at(-1) === 'proposal'
        ? { errors: [{ ...answer.errors[0], path: ['component'] }], data: null }
        : answer,
    ),
  }),
];
