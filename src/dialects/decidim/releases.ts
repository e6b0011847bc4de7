import type { ReleaseNumber } from '../dialect-name.ts';

/** The limits of a request; it gets an error if it exceeds one of them. */
export interface DecidimLimits {
  maxDepth: number;
  maxComplexity: number;
  /** The maximum number of records on a page, whatever `first` and `last` are. */
  maxPageSize: number;
  maxAliases: number;
  /** How often a field may occur within itself, the outermost one included. */
  maxRecursions: number;
}

/** A release of Decidim. Its schema is in `schema.graphql`, and what its server does in the table of behaviors. */
export interface Release {
  /** The name of the dialect, such as `decidim-0.32`. */
  name: string;
  number: ReleaseNumber;
  limits: DecidimLimits;
  /** Whether robots cannot sign in. */
  isAnonymous?: boolean;
  /** Operations of the contract that the release does not have, by coordinate, with the reason. */
  missingOperations: Record<string, string>;
  /** The SDL of a town that runs the release, if it has its own schema. */
  town?: string;
}

const limits: DecidimLimits = { maxDepth: 15, maxComplexity: 5000, maxPageSize: 50, maxAliases: 5, maxRecursions: 2 };

const missing = (what: string) => `The API of this release has no mutations of ${what}.`;
const noResults = { 'AccountabilityMutation.createResult': missing('results') };
const noMeetings = {
  'MeetingsMutation.createMeeting': missing('meetings'),
  'MeetingMutation.update': missing('meetings'),
};
const noProposals = { 'ProposalMutation.answer': missing('proposals') };

const release = (number: ReleaseNumber, row: Pick<Release, 'missingOperations'> & Partial<Release>): Release => ({
  name: `decidim-${number}`,
  number,
  limits,
  ...row,
});

const withoutMutations = {
  isAnonymous: true,
  missingOperations: { ...noResults, ...noMeetings, ...noProposals },
};

/** The releases of Decidim, the oldest first. */
export const releases: readonly Release[] = [
  release('0.29', { ...withoutMutations, limits: { ...limits, maxAliases: Infinity, maxRecursions: Infinity } }),
  release('0.30', withoutMutations),
  release('0.31', { missingOperations: { ...noResults, ...noMeetings } }),
  release('0.32', { missingOperations: noResults }),
  // 0.32 with mutations of results, milestones, budgets and projects.
  release('develop', { missingOperations: {} }),
];

/** The release that towns run. */
export const currentRelease = releases.find(({ number }) => number === '0.32')!;
