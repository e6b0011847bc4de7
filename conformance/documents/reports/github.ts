import { annotation, maxAnnotations } from '../../reports/github-annotation.ts';
import { type DocumentsReport, newRefusals, placeOf } from '../index.ts';
import { reasonsOf } from './results.ts';

/** The annotations of GitHub Actions: an error for each document with a new refusal, and a warning for each other one that is affected. */
export function documentsAnnotations({ operations, notReadable }: DocumentsReport): string[] {
  const errors = operations.flatMap((operation) => {
    const targets = newRefusals(operation);
    if (targets.length === 0) return [];
    const texts = reasonsOf(operation).filter(({ verdict }) => verdict === 'refused');
    const message = `${targets.join(', ')}: ${texts.map((each) => each.message).join(' ')}`;
    return [annotation('error', { source: operation, title: `Refused: ${operation.name ?? 'a document'}` }, message)];
  });
  const invalid = notReadable
    .filter(({ isInvalid, isKnown }) => isInvalid === true && isKnown !== true)
    .map((each) => annotation('error', { source: each, title: 'Not readable' }, each.reason));
  const warnings = operations
    .filter((each) => newRefusals(each).length === 0)
    .flatMap((operation) => {
      const texts = reasonsOf(operation).filter(({ verdict }) => verdict === 'affected');
      if (texts.length === 0) return [];
      const message = texts.map(({ targets, message: text }) => `${targets.join(', ')}: ${text}`).join(' ');
      return [annotation('warning', { source: operation, title: `Affected: ${placeOf(operation)}` }, message)];
    });
  return [...limited('error', [...errors, ...invalid]), ...limited('warning', warnings)];
}

function limited(level: 'error' | 'warning', lines: string[]): string[] {
  const hidden = lines.length - maxAnnotations;
  if (hidden <= 0) return lines;
  return [
    ...lines.slice(0, maxAnnotations),
    annotation(level, { title: 'Documents' }, `${hidden} more; see the step summary.`),
  ];
}
