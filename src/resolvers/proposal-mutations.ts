import { type Context, write } from '../contract/context.ts';
import type { AnswerInput } from '../contract/types.ts';
import type { Proposal as ProposalRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf } from './records.ts';

export const ProposalsMutation = {
  ...componentFields,
  proposal: oneOf('proposals', 'ProposalMutation'),
};

export const ProposalMutation = {
  /** Specification, section 4.1. */
  answer({ id }: ProposalRecord, { input }: { input: AnswerInput }, context: Context): ProposalRecord {
    const { store, ways } = context;
    const before = store.find('proposals', id)!;
    return write(context, (draft) => draft.change('proposals', id, ways.answerFields(input.attributes, before, store)));
  },
};
