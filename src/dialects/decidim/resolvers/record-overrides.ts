import type { RequestContext } from '../../../contract/request-context.ts';
import type { ConnectionArguments } from '../../../server/resolvers/connections.ts';
import { connection } from '../../../server/resolvers/component-records.ts';
import { isPerson } from './users.ts';
import type {
  Component,
  Meeting as MeetingRecord,
  Project as ProjectRecord,
  Proposal,
  Status,
} from '../../../store/records.ts';
import { proposalAnswerResolvers } from './proposal-answer.ts';
import { sortById, sortByConstant, sortByPublication, publicationFilters } from './filters-and-sort-keys.ts';
import { type ListArguments, type ListCriteria, filterAndSort } from './filter-and-sort.ts';

/** Latitude and longitude, which may be null: then, as the schema has it, there are no coordinates, and an error. */
const coordinates = ({
  latitude = null,
  longitude = null,
}: {
  latitude?: number | null;
  longitude?: number | null;
}) => ({
  latitude,
  longitude,
});

const proposalRules: ListCriteria<Proposal> = {
  filters: publicationFilters,
  sortKeys: {
    id: sortById,
    likeCount: sortByConstant('likes_count'),
    publishedAt: sortByPublication,
    voteCount: sortByConstant('proposal_votes_count'),
  },
};

const pages = connection('proposals');

export const Proposals = {
  proposals(component: Component, asked: ConnectionArguments & ListArguments, context: RequestContext) {
    const list = pages(component, asked, context);
    return { ...list, records: filterAndSort(list.records, asked, proposalRules, context.store) };
  },
};

export const ProposalOverrides = {
  ...proposalAnswerResolvers,
  /** The first author, unless it is a robot. */
  author({ authorIds }: Proposal, _: unknown, { store }: RequestContext) {
    const [author] = store.findMany('users', authorIds);
    return author && isPerson(author) ? author : null;
  },
  coordinates,
};

export const Meeting = {
  /** This version keeps the time of day of a closing, and no day. */
  closedAt: ({ closedAt }: MeetingRecord) => closedAt && `2000-01-01${closedAt.slice(10)}`,
  coordinates,
};

const byProgress = (a: Status, b: Status): number =>
  (a.progress ?? Infinity) - (b.progress ?? Infinity) || (a.key < b.key ? -1 : 1);

export const Accountability = {
  statuses: (component: Component, _: unknown, { store }: RequestContext) =>
    store.where('statuses', 'shownIn', component.id).toSorted(byProgress),
};

export const Result = { coordinates };

export const Project = {
  coordinates,
  /** The platform finds no organization for a project, and leaves its prefix out. */
  reference: ({ reference }: ProjectRecord, _: unknown, { store }: RequestContext) => {
    const { referencePrefix } = store.organization;
    return reference.startsWith(`${referencePrefix}-`) ? reference.slice(referencePrefix.length) : reference;
  },
};
