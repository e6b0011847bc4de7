import type { RecordProblem } from './define-kind.ts';
import type { Kind } from './records.ts';

/** Where a record comes from: a file of a world, or a store. */
export interface RecordPlace {
  kind: Kind;
  /** The `id` of the record, whatever it is. */
  id: unknown;
  /** The file, as messages name it; undefined for a record of a store. */
  file?: string;
  /** Its position in the file, from 1. */
  position?: number;
  /** Whether a client wrote it. */
  isOfClient?: boolean;
}

/** What is wrong with a world: a file, or a record and its place. */
export type WorldProblem = RecordProblem & (RecordPlace | { file: string; kind?: undefined });

/** The sentence about a problem of a record. */
export const formatRecordProblem = ({ field, message }: RecordProblem): string =>
  field === undefined ? message : `${field}: ${message}`;

/** The words for the place of a record. */
export function formatPlace({ kind, id, file, position, isOfClient }: RecordPlace): string {
  const name = id === undefined ? kind : `${kind} ${String(id)}`;
  if (file === undefined) return isOfClient ? `${name}, which a client wrote` : name;
  return `${file}: record ${position}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
}

/** The sentence about a problem of a world. */
export const formatWorldProblem = (problem: WorldProblem): string =>
  `${problem.kind === undefined ? problem.file : formatPlace(problem)}: ${formatRecordProblem(problem)}`;

/** The first sentence about problems; `more` says how many others there are, and where they are listed. */
export const formatFirstProblem = (problems: readonly [WorldProblem, ...WorldProblem[]], hint = ''): string =>
  formatWorldProblem(problems[0]) + (problems.length > 1 ? ` (and ${problems.length - 1} more${hint})` : '');
