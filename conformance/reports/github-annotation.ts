import { isAbsolute } from 'node:path';
import { escapeLine, truncate } from '../../src/client/format-text.ts';

// GitHub shows ten errors of a step.
/** The annotations of one level of a step. */
export const maxAnnotations = 10;
const maxCharacters = 1000;

/** Escapes a text of a workflow command (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands). */
const escapeData = (text: string): string =>
  truncate(escapeLine(text), maxCharacters).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A workflow command that annotates a file, or the run. */
export function annotation(
  level: 'error' | 'warning',
  { source, title }: { source?: { file: string; line: number } | undefined; title: string },
  message: string,
): string {
  // Only a file in the checkout of the workflow can be annotated.
  const place = source && !isAbsolute(source.file) && !source.file.startsWith('..') ? source : undefined;
  const properties = { file: place?.file, line: place && String(place.line), title };
  const list = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `::${level} ${list.map(([name, value]) => `${name}=${escapeProperty(value!)}`).join(',')}::${escapeData(message)}`;
}
