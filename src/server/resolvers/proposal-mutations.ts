import { type RequestContext, updateStore } from '../../contract/request-context.ts';
import type { AnswerInput, InputMaybe } from '../../contract/generated-types.ts';
import { SimulatedServerError } from '../../errors.ts';
import type { Proposal as ProposalRecord } from '../../store/records.ts';
import { componentFields } from './components.ts';
import { recordById } from './component-records.ts';
import { existingTaxonomyIds } from './taxonomies.ts';

export const ProposalsMutation = {
  ...componentFields,
  proposal: recordById('proposals', 'ProposalMutation'),
};

export const ProposalMutation = {
  /** Specification, section 4.1. */
  answer({ id }: ProposalRecord, { input }: { input: AnswerInput }, context: RequestContext): ProposalRecord {
    const { store, behavior } = context;
    // As it is now: an earlier field of the same document may have written it.
    const before = store.find('proposals', id)!;
    return updateStore(context, (draft) =>
      draft.update('proposals', id, behavior.answerFields(input.attributes, before, context)),
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
export const DecidimProposalsMutation = {
  createProposal(): never {
    throw new SimulatedServerError('the score of an API user, and every viewer is one');
  },
};

/** What the platform has beyond the contract. */
export const DecidimProposalMutation = {
  /** What is left out keeps its stored value, null clears it; texts of other locales are lost, and other authors. */
  update(
    { id, changes }: ProposalRecord,
    { input }: { input: ProposalInput },
    context: RequestContext,
  ): ProposalRecord {
    const { store, viewer, behavior } = context;
    const { locale, attributes } = input;
    const { title, body, taxonomies, ...place } = attributes;
    return updateStore(context, (draft) =>
      draft.update('proposals', id, {
        ...place,
        title: { [locale]: behavior.sanitizeHtml(title) },
        body: { [locale]: behavior.sanitizeHtml(body.replaceAll('\r', '')) },
        taxonomyIds:
          taxonomies === undefined
            ? undefined
            : existingTaxonomyIds(
                (taxonomies ?? []).map((each) => Number.parseInt(each, 10)),
                store,
              ),
        authorIds: [viewer!.id],
        changes: changes + 1,
      }),
    );
  },

  withdraw({ id, changes }: ProposalRecord, _: unknown, context: RequestContext): ProposalRecord {
    const withdrawn = { withdrawnAt: context.store.now(), changes: changes + 1 };
    return updateStore(context, (draft) => draft.update('proposals', id, withdrawn));
  },
};
