import { escapeMarkdown, list, section } from '../../conformance/reports/markdown-template.ts';
import { escapeLine } from '../../src/client/format-text.ts';
import { type Criticality, type SchemaChange, criticalities } from './changes.ts';

const titles: Record<Criticality, string> = {
  BREAKING: 'Breaking',
  DANGEROUS: 'Dangerous',
  NON_BREAKING: 'Not breaking',
};

/** The changes by criticality, the worst first, each section with a title such as `Breaking (2)`. */
const sectionsOf = (changes: readonly SchemaChange[]): [title: string, messages: string[]][] =>
  criticalities.flatMap((criticality) => {
    const messages = changes.filter((change) => change.criticality === criticality).map(({ message }) => message);
    return messages.length > 0 ? [[`${titles[criticality]} (${messages.length})`, messages]] : [];
  });

const headlineOf = (from: string, to: string, { length }: readonly SchemaChange[]): string =>
  length === 0
    ? `${from} and ${to} have the same schema.`
    : `From ${from} to ${to}: ${length} change${length > 1 ? 's' : ''}`;

/** Formats changes for a terminal. */
export function formatSchemaChanges(from: string, to: string, changes: readonly SchemaChange[]): string {
  const sections = sectionsOf(changes).flatMap(([title, messages]) => [
    '',
    title,
    ...messages.map((message) => `  ${escapeLine(message)}`),
  ]);
  return [headlineOf(from, to, changes), ...sections].join('\n');
}

/** Formats changes in GitHub Flavored Markdown, such as for a pull request. */
export function schemaChangesMarkdown(from: string, to: string, changes: readonly SchemaChange[]): string {
  const sections = sectionsOf(changes).flatMap(([title, messages]) =>
    section(title, list(messages.map(escapeMarkdown))),
  );
  return [`# ${escapeMarkdown(headlineOf(from, to, changes))}`, ...sections].join('\n\n');
}
