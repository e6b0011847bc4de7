import type { AnswerInput, InputMaybe } from '../../../contract/generated-types.ts';
import type { RequestContext } from '../../../contract/request-context.ts';
import { SimulatedServerError, invalidMutation, notFound } from '../../../errors.ts';
import {
  ProposalMutation as ContractProposalMutation,
  ProposalsMutation as ContractProposalsMutation,
} from '../../../server/resolvers/proposal-mutations.ts';
import type { AnswerText, Component, Proposal as ProposalRecord } from '../../../store/records.ts';
import { normalizeHtml } from '../values/html.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { isHidden } from './hidden-records.ts';
import { countVotes } from './proposals.ts';
import { OrderedTexts } from './translated-field.ts';

export const ProposalsMutation = {
  proposal(component: Component, args: { id: string }, context: RequestContext): ProposalRecord {
    const proposal = ContractProposalsMutation.proposal(component, args, context);
    if (isHidden('proposals', proposal.id, context.store)) throw notFound('ProposalMutation');
    return proposal;
  },
  createProposal(): never {
    throw new SimulatedServerError('the score of an API user; only API users can run mutations');
  },
};

/** Votes belong to people, and only API users can run mutations. */
function failForApiUser(): never {
  throw new SimulatedServerError('an API user cannot vote');
}

/** `UpdateProposalInput`; the texts are stored under the locale. */
interface UpdateProposalInput {
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

/** Marks texts that the response shows in the order of the input. Later reads show them in the order of the database. */
const inInputOrder = (stored: AnswerText | null) =>
  typeof stored === 'object' && stored !== null ? new OrderedTexts(stored) : stored;

export const ProposalMutation = {
  answer(proposal: ProposalRecord, args: { input: AnswerInput }, context: RequestContext) {
    const record = ContractProposalMutation.answer(proposal, args, context);
    const { answerContent, costReport, executionPeriod } = args.input.attributes;
    return {
      ...record,
      ...(answerContent !== undefined && { answer: inInputOrder(record.answer) }),
      ...(costReport !== undefined && { costReport: inInputOrder(record.costReport) }),
      ...(executionPeriod !== undefined && { executionPeriod: inInputOrder(record.executionPeriod) }),
    };
  },

  /**
   * An omitted attribute keeps the stored value and null clears it. The update removes the texts of other locales, and the
   * other authors.
   */
  update({ id }: ProposalRecord, { input }: { input: UpdateProposalInput }, context: RequestContext): ProposalRecord {
    const { store, viewer } = context;
    const { locale, attributes } = input;
    const { title, body, taxonomies, ...location } = attributes;
    return context.store.update((transaction) =>
      transaction.update('proposals', id, {
        ...location,
        title: { [locale]: normalizeHtml(title) },
        body: { [locale]: normalizeHtml(body.replaceAll('\r', '')) },
        taxonomyIds: taxonomies === undefined ? undefined : parseTaxonomyIds(taxonomies ?? [], store),
        authorIds: [viewer!.id],
        changes: store.get('proposals', id).changes + 1,
      }),
    );
  },

  vote(proposal: ProposalRecord, _: unknown, { store }: RequestContext): never {
    const { voteThreshold = 0, voteBeyondThreshold = false } = store.get('components', proposal.componentId).settings;
    if (voteThreshold > 0 && !voteBeyondThreshold && countVotes(proposal, store) >= voteThreshold)
      throw invalidMutation('There was a problem voting the proposal.');
    return failForApiUser();
  },

  unvote: () => failForApiUser(),

  withdraw(proposal: ProposalRecord, _: unknown, { store }: RequestContext): ProposalRecord {
    const { id } = proposal;
    if (countVotes(proposal, store) > 0)
      throw invalidMutation('This proposal cannot be withdrawn because it already has votes.');
    const { changes } = store.get('proposals', id);
    return store.update((transaction) =>
      transaction.update('proposals', id, { withdrawnAt: store.now(), changes: changes + 1 }),
    );
  },
};
