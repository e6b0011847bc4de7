import type { InputMaybe } from '../../../contract/generated-types.ts';
import type { RequestContext } from '../../../contract/request-context.ts';
import { updateStore } from '../../../store/update-store.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { existingTaxonomyIds, resolveTaxonomies } from '../../../server/resolvers/taxonomies.ts';
import type { Proposal as ProposalRecord, User } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { normalizeHtml } from '../values/html.ts';
import { attachmentFields, constantProposalFields, createCommentFields, likeFields } from './constant-fields.ts';
import { resolveFingerprint } from './fingerprint.ts';
import { resolveProposalState } from './proposal-states.ts';
import { isPerson } from './users.ts';
import { createVersionFields } from './versions.ts';

/** The persons who wrote a proposal: they follow it. */
export const findFollowers = ({ authorIds }: ProposalRecord, store: Store): User[] =>
  store.findMany('users', authorIds).filter(isPerson);

/** What a proposal has on the platform beyond the contract. */
export const DecidimProposal = {
  ...attachmentFields,
  ...createCommentFields('Decidim::Proposals::Proposal'),
  ...likeFields,
  ...constantProposalFields,
  // When the earlier changes were is not kept.
  ...createVersionFields('proposals', ({ changes, updatedAt }: ProposalRecord) =>
    Array<string>(changes).fill(updatedAt),
  ),
  fingerprint: resolveFingerprint,
  followers: (proposal: ProposalRecord, _: unknown, { store }: RequestContext) => findFollowers(proposal, store),
  followsCount: (proposal: ProposalRecord, _: unknown, { store }: RequestContext) =>
    findFollowers(proposal, store).length,
  official: ({ authorIds }: ProposalRecord) => authorIds.length === 0,
  /** Its place among the proposals of its component, drafts included, counted from 1. */
  position: ({ id, componentId }: ProposalRecord, _: unknown, { store }: RequestContext) =>
    store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1,
  proposalState: resolveProposalState,
  taxonomies: resolveTaxonomies,
  withdrawn: ({ withdrawnAt }: ProposalRecord) => withdrawnAt !== null,
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
    const { store, viewer } = context;
    const { locale, attributes } = input;
    const { title, body, taxonomies, ...place } = attributes;
    return updateStore(context, (draft) =>
      draft.update('proposals', id, {
        ...place,
        title: { [locale]: normalizeHtml(title) },
        body: { [locale]: normalizeHtml(body.replaceAll('\r', '')) },
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
