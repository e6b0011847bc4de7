import { escapeLine } from '../../src/client/format-text.ts';

/** Where a pulled schema comes from: the file beside it. */
export interface SchemaSource {
  url: string;
  host: string;
  /** When it was pulled, such as `2026-11-23`. */
  day: string;
  /** The releases of Decidim that the deployment may be; empty for another API. */
  releases: string[];
  /** What shows the release. */
  evidence: string[];
  /** The types of the schema. */
  types: number;
  /** How many requests the deployment received. */
  requests: number;
}

/** The name of the file beside a schema. */
export const sourceFile = (file: string): string => `${file}.json`;

export const describeReleases = ({ releases }: SchemaSource): string =>
  releases.length > 1 ? `between ${releases[0]!} and ${releases.at(-1)!}` : (releases[0] ?? 'none of Decidim');

/** The comment at the start of a pulled schema. */
export function schemaHeader(source: SchemaSource): string {
  const { host, day, types, requests } = source;
  const lines = [
    `The schema of ${host}, ${day}: ${types} types.`,
    `Release: ${describeReleases(source)}.`,
    `${requests} requests. The file beside it, with .json after its name, says more.`,
  ];
  return lines.map((line) => `# ${escapeLine(line)}\n`).join('');
}
