import { escapeLine } from '../../src/client/format-text.ts';
import type { ImportOptions, ImportedWorld } from './import-world.ts';

type ReportOptions = Pick<ImportOptions, 'spaces' | 'keepNames'> & { url: string };

const section = (title: string, lines: string[]) => [
  '',
  `${title}:`,
  ...(lines.length > 0 ? lines : ['none']).map((line) => `  ${escapeLine(line)}`),
];

/** Describes an import as text: what was read, who can sign in, and what could not be read. */
export function formatImportReport({ url, spaces, keepNames }: ReportOptions, world: ImportedWorld): string {
  const { files, signInUsers, problems, schemaOrigin, absentFields } = world;
  return [
    `Imported from ${url}`,
    `Spaces: ${spaces.join(', ') || 'all'}`,
    `Schema: ${schemaOrigin}`,
    `Names of people: ${keepNames ? 'as they are' : 'made up'}`,
    ...section(
      'Records',
      Object.entries(files).map(([name, records]) => `${name.replace('.json', '')}: ${records.length}`),
    ),
    ...section(
      'Users who can sign in',
      signInUsers.map(({ role, id, token }) => `${role}: user ${id}, token ${token}`),
    ),
    ...section('Could not be read', problems),
    ...section('Fields that the API does not have', absentFields),
    '',
  ].join('\n');
}
