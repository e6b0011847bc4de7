/** How many parts of the known releases are in a deployment, and of how many validation says nothing. */
export interface PresenceCounts {
  present: number;
  absent: number;
  unknown: number;
}

/** Where a pulled schema comes from: the file beside it. Names are schema coordinates. */
export interface SchemaSource {
  url: string;
  host: string;
  /** When it was pulled, such as `2026-11-23`. */
  day: string;
  /** The releases of Decidim that the deployment may be; empty for another API. */
  releases: string[];
  /** What shows the release. */
  evidence: string[];
  /** Whether it is the whole schema, by introspection. */
  isWhole: boolean;
  /** The types of the schema. */
  types: number;
  /** What the deployment got for it. */
  requests: number;
  /** Of a partial schema: what validation says of the parts of the known releases, by kind of part. */
  asked?: Record<string, PresenceCounts>;
  /** Of a partial schema: the parts that the deployment does not have. Whatever is in no list was not asked. */
  absent?: string[];
  /** Of a partial schema: the parts of which validation says nothing. */
  unknown?: string[];
  /** Of a partial schema: fields of no known release that the deployment suggested. */
  suggested?: string[];
  /** Of a partial schema: fields that are present and not in the schema, because their type is not known. */
  notWritten?: string[];
}

/** The name of the file beside a schema. */
export const sourceFile = (file: string): string => `${file}.json`;
