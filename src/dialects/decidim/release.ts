import type { AttributePath, SuiteDialect } from '../suite-dialect.ts';

/** The releases, the oldest first. The behaviors of the platform begin and end with them. */
export const releaseNumbers = ['0.29', '0.30', '0.31', '0.32', 'develop'] as const;
export type ReleaseNumber = (typeof releaseNumbers)[number];

/** A file of the schema definition language. The first layer of a release is a whole schema; the others extend it. */
export interface SchemaLayer {
  file: URL;
  /** The text of the file, if it is read already. */
  text?: string;
  /** The types and fields of earlier layers that the release does not have, by coordinate. */
  removed?: string[];
}

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

/** A release of Decidim, as data. What its server does is in the table of behaviors. */
export interface Release {
  /** The name of the dialect, such as `decidim-0.32`. */
  name: string;
  number: ReleaseNumber;
  schema: SchemaLayer[];
  /** The release that a town runs, if the schema is that of the town. */
  base?: Release;
  limits: DecidimLimits;
  /** Whether robots cannot sign in. */
  isAnonymous?: boolean;
  /** Operations of the contract that the release does not have, by coordinate, with the reason. */
  missingOperations: Record<string, string>;
  /** The names of types, by the contract's names. */
  typeNames: Record<string, string>;
  /** The names of fields, by the contract's coordinates. Cases use the release's names below fields that the contract lacks. */
  fieldNames: Record<string, string>;
  /** The names of input attributes, by the contract's names. */
  attributeNames: Record<string, string>;
  /** The contract's paths of attributes that validation errors call by another name, by that name. */
  attributePaths: Record<string, AttributePath>;
  undo: SuiteDialect['undo'];
}
