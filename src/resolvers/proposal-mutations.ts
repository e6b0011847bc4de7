import { type Context, write } from '../contract/context.ts';
import type { AnswerInput, InputMaybe } from '../contract/types.ts';
import { Crash } from '../errors.ts';
import type { Proposal as ProposalRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf } from './records.ts';
import { knownTaxonomies } from './taxonomies.ts';

export const ProposalsMutation = {
  ...componentFields,
  proposal: oneOf('proposals', 'ProposalMutation'),
};

export const ProposalMutation = {
  /** Specification, section 4.1. */
  answer({ id }: ProposalRecord, { input }: { input: AnswerInput }, context: Context): ProposalRecord {
    const { store, ways } = context;
    // As it is now: an earlier field of the same document may have written it.
    const before = store.find('proposals', id)!;
    return write(context, (draft) =>
      draft.change('proposals', id, ways.answerFields(input.attributes, before, context)),
    );
  },
};

/** `ProposalAttributes`, and the locale of the texts. */
interface ProposalInput {
  locale: string;
  attributes: {
    title: string;
    body: string;
    address?: InputMaybe<string>;
    latitude?: InputMaybe<number>;
    longitude?: InputMaybe<number>;
    taxonomies?: InputMaybe<string[]>;
  };
}

/** What the platform has beyond the contract. */
export const MoreProposalsMutation = {
  createProposal(): never {
    throw new Crash('the score of an API user, and every viewer is one');
  },
};

/** What the platform has beyond the contract. */
export const MoreProposalMutation = {
  /** What is left out keeps its stored value, null clears it; texts of other locales are lost, and other authors. */
  update({ id, changes }: ProposalRecord, { input }: { input: ProposalInput }, context: Context): ProposalRecord {
    const { store, viewer, ways } = context;
    const { locale, attributes } = input;
    const { title, body, taxonomies, ...place } = attributes;
    return write(context, (draft) =>
      draft.change('proposals', id, {
        ...place,
        title: { [locale]: ways.storedText(title) },
        body: { [locale]: ways.storedText(body.replaceAll('\r', '')) },
        taxonomyIds:
          taxonomies === undefined
            ? undefined
            : knownTaxonomies(
                (taxonomies ?? []).map((each) => Number.parseInt(each, 10)),
                store,
              ),
        authorIds: [viewer!.id],
        changes: changes + 1,
      }),
    );
  },

  withdraw({ id, changes }: ProposalRecord, _: unknown, context: Context): ProposalRecord {
    const withdrawn = { withdrawnAt: context.store.now(), changes: changes + 1 };
    return write(context, (draft) => draft.change('proposals', id, withdrawn));
  },
};
