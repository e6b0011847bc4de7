import { notFound } from '../../src/errors.ts';
import type { Kind } from '../../src/store/records.ts';
import type { Breakage } from './breakage.ts';
import { answering, codeOf, whenRefused } from './changes.ts';
import { type Changes, type Source, type Wrap, breakage } from './composition.ts';

/** What is not found is looked up once more among all records of a kind. */
const foundAmong = (kind: Kind, accept: (record: Source, source: Source) => boolean): Wrap =>
  whenRefused('NOT_FOUND_ERROR', (error, _, source, { id }, { store }) => {
    const record = store.find(kind, id) as Source | undefined;
    if (!record || !accept(record, source)) throw error;
    return record;
  });

const isDraft = (record: Source): boolean => record['publishedAt'] === null;
const elsewhere = (record: Source, source: Source): boolean => !isDraft(record) && record.componentId !== source.id;

const proposal = (wrap: Wrap): Changes => ({ around: { 'ProposalsMutation.proposal': wrap } });
const meeting = (wrap: Wrap): Changes => ({ around: { 'MeetingsMutation.meeting': wrap } });
const component = (wrap: Wrap): Changes => ({ around: { 'Mutation.component': wrap } });

/** A component that is not found is this one. */
const takenAs = (id: number): Changes =>
  component(whenRefused('NOT_FOUND_ERROR', (_, __, ___, ____, { store }) => store.find('components', id)));
const unpublished = component(foundAmong('components', isDraft));
const restricted = component(foundAmong('components', (found) => !isDraft(found)));

const otherKind: Changes = {
  engine: answering((answer) =>
    answer.data?.component && Object.keys(answer.data.component as object).length === 0
      ? { errors: [{ ...notFound('ComponentMutation').toJSON(), path: ['component'] } as never], data: null }
      : answer,
  ),
};
const noMutations: Changes = {
  engine: answering((answer) =>
    answer.errors?.[0]?.path?.[0] === 'component' && codeOf(answer) === undefined
      ? { data: { component: {} } }
      : answer,
  ),
};
const quietly = (wrap: (wrap: Wrap) => Changes): Changes => wrap(whenRefused('NOT_FOUND_ERROR', () => null));

const components = (
  [
    ['answer', 1],
    ['create-meeting', 2],
    ['update-meeting', 2],
    ['create-result', 4],
  ] as const
).flatMap(([operation, id]) => [
  breakage(`an unknown component is taken as another: ${operation}`, `${operation}/unknown-component`, takenAs(id)),
  breakage(`a component of another kind is an error: ${operation}`, `${operation}/other-kind`, otherKind),
  breakage(`a kind without mutations answers an empty object: ${operation}`, `${operation}/no-mutations`, noMutations),
  breakage(`an unpublished component is found: ${operation}`, `${operation}/unpublished-component`, unpublished),
  breakage(`a component of a restricted space is found: ${operation}`, `${operation}/restricted-component`, restricted),
]);

/** Which records there are for a mutation. */
export const records: Breakage[] = [
  ...components,
  breakage('a draft is answered', 'answer/draft', proposal(foundAmong('proposals', isDraft))),
  breakage(
    'a proposal of another component is answered',
    'answer/proposal-of-another-component',
    proposal(foundAmong('proposals', elsewhere)),
  ),
  breakage(
    'a meeting of another component is updated',
    'update-meeting/meeting-of-another-component',
    meeting(foundAmong('meetings', elsewhere)),
  ),
  breakage('an unknown proposal is null without an error', 'answer/unknown-proposal', quietly(proposal)),
  breakage('an unknown meeting is null without an error', 'update-meeting/unknown-meeting', quietly(meeting)),
  breakage('an unknown proposal is said to be an unknown component', 'answer/unknown-proposal', {
    engine: answering((answer) =>
      answer.errors?.[0]?.path?.at(-1) === 'proposal'
        ? { errors: [{ ...answer.errors[0], path: ['component'] }], data: null }
        : answer,
    ),
  }),
];
