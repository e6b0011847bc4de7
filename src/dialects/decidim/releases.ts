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
  /** The SDL of a town that runs the release, if it has its own schema. */
  town?: string;
}

const limits: DecidimLimits = { maxDepth: 15, maxComplexity: 5000, maxPageSize: 50, maxAliases: 5, maxRecursions: 2 };

const release = (number: ReleaseNumber, row: Partial<Release> = {}): Release => ({
  name: `decidim-${number}`,
  number,
  limits,
  ...row,
});

/** The releases of Decidim, the oldest first. */
export const releases: readonly Release[] = [
  release('0.29', { isAnonymous: true, limits: { ...limits, maxAliases: Infinity, maxRecursions: Infinity } }),
  release('0.30', { isAnonymous: true }),
  release('0.31'),
  release('0.32'),
  // 0.32 with mutations of results, milestones, budgets and projects.
  release('develop'),
];

/** The release that towns run. */
export const currentRelease = releases.find(({ number }) => number === '0.32')!;
