import { escapeLine } from '../../src/client/format-text.ts';
import type { SchemaSource } from './source.ts';

/** The comment at the start of a pulled schema. */
export function schemaHeader(source: SchemaSource): string {
  const { host, day, isWhole, types, asked, requests } = source;
  const lines = [
    `The ${isWhole ? 'schema' : 'PARTIAL schema'} of ${host}, ${day}: ${types} types.`,
    `Release: ${describeReleases(source)}.`,
    ...(isWhole
      ? ['Whole: by introspection.']
      : [
          'Partial: what validation shows of the parts of the known releases, without a token. Parts that no release has are missing.',
          `Fields: ${counts(asked?.['fields'])}. Whether a field is a list or required, the members of unions and the interfaces are those of the release.`,
        ]),
    `${requests} requests. The file beside it, with .json after its name, says more.`,
  ];
  return lines.map((line) => `# ${escapeLine(line)}\n`).join('');
}

export const describeReleases = ({ releases }: SchemaSource): string =>
  releases.length > 1 ? `between ${releases[0]!} and ${releases.at(-1)!}` : (releases[0] ?? 'none of Decidim');

const counts = ({ present, absent, unknown } = { present: 0, absent: 0, unknown: 0 }): string =>
  `${present} present, ${absent} absent, ${unknown} unknown`;
