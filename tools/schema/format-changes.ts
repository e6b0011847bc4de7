import { escapeLine } from '../../src/client/format-text.ts';
import { type Criticality, type SchemaChange, criticalities } from './changes.ts';

const titles: Record<Criticality, string> = {
  BREAKING: 'Breaking',
  DANGEROUS: 'Dangerous',
  NON_BREAKING: 'Not breaking',
};

/** Formats changes for a terminal: a section for each criticality, the worst first. */
export function formatSchemaChanges(from: string, to: string, changes: readonly SchemaChange[]): string {
  const sections = criticalities.flatMap((criticality) => {
    const messages = changes.filter((change) => change.criticality === criticality).map(({ message }) => message);
    if (messages.length === 0) return [];
    return [
      '',
      `${titles[criticality]} (${messages.length})`,
      ...messages.map((message) => `  ${escapeLine(message)}`),
    ];
  });
  if (sections.length === 0) return `${from} and ${to} have the same schema.`;
  return [`From ${from} to ${to}: ${changes.length} change${changes.length > 1 ? 's' : ''}`, ...sections].join('\n');
}
