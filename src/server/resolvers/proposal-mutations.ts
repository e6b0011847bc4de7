import type { RequestContext } from '../../graphql/context.ts';
import type { AnswerInput } from '../../graphql/generated-types.ts';
import type { Proposal as ProposalRecord } from '../../records/records.ts';
import { componentFields } from './components.ts';
import { recordById } from './component-records.ts';

export const ProposalsMutation = {
  ...componentFields,
  proposal: recordById('proposals', 'ProposalMutation'),
};

export const ProposalMutation = {
  /** Specification, section 4.1. */
  answer({ id }: ProposalRecord, { input }: { input: AnswerInput }, context: RequestContext): ProposalRecord {
    const { store, behavior } = context;
    // An earlier field of the same document may have changed the record.
    const previous = store.get('proposals', id);
    return context.store.update((transaction) =>
      transaction.update('proposals', id, behavior.answerFields(input.attributes, previous, context)),
    );
  },
};
