import { type DocumentsReport, type JudgedOperation, newRefusals } from '../index.ts';
import type { NotReadable, Verdict } from '../model.ts';

/** A text about an operation, and the targets whose verdict it explains. */
export interface Reason {
  verdict: Verdict;
  targets: string[];
  message: string;
}

/** The messages about an operation, each once with its targets: refusals first. */
export function reasonsOf({ verdicts }: JudgedOperation): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const [target, { verdict, messages }] of Object.entries(verdicts))
    for (const message of messages) {
      const key = `${verdict} ${message}`;
      const reason = reasons.get(key) ?? { verdict, targets: [], message };
      // Some releases send a text twice.
      reasons.set(key, { ...reason, targets: [...new Set([...reason.targets, target])] });
    }
  const all = [...reasons.values()];
  return [...all.filter(({ verdict }) => verdict === 'refused'), ...all.filter(({ verdict }) => verdict !== 'refused')];
}

/** The verdict of a target on an operation in a word; empty if there is none. */
export const verdictText = ({ verdicts, known }: JudgedOperation, target: string): string =>
  (verdicts[target]?.verdict ?? '') + (known.includes(target) ? ' (known)' : '');

/** Where something is that cannot be read, and why. */
export const notReadableText = ({ file, line, column, reason, isKnown }: NotReadable & { isKnown?: boolean }): string =>
  `${file}:${line}${column === undefined ? '' : `:${column}`} ${reason}${isKnown ? ' (known)' : ''}`;

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const has = (operation: JudgedOperation, word: Verdict): boolean =>
  Object.values(operation.verdicts).some(({ verdict }) => verdict === word);

/** What a report shows, in a sentence. */
export function summaryOf({ operations, notReadable, targets }: DocumentsReport): string {
  const refused = operations.filter((each) => newRefusals(each).length > 0).length;
  const known = operations.filter((each) => each.known.length > 0 && newRefusals(each).length === 0).length;
  const affected = operations.filter((each) => !has(each, 'refused') && has(each, 'affected')).length;
  const counts = [
    `${refused} refused`,
    ...(known > 0 ? [`${known} refused as before`] : []),
    `${affected} affected`,
    `${operations.length - refused - known - affected} accepted`,
    ...(notReadable.length > 0 ? [`${notReadable.length} not readable`] : []),
  ];
  return `${plural(operations.length, 'document')} against ${targets.length === 1 ? targets[0]! : `${targets.length} targets`}: ${counts.join(', ')}`;
}

/** The parts of the schema that are deprecated or gone in a target, and those that are not. */
export function usageTexts({ usage = [] }: DocumentsReport): { coordinate: string; remark: string; places: string }[] {
  return usage.map(({ coordinate, places, deprecated, gone }) => ({
    coordinate,
    remark: [
      ...(gone.length > 0 ? [`not in ${gone.join(', ')}`] : []),
      ...(deprecated.length > 0 ? [`deprecated in ${deprecated.join(', ')}`] : []),
    ].join('; '),
    places: places.map(({ file, line }) => `${file}:${line}`).join(', '),
  }));
}
