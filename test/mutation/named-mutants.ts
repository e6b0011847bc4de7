import namedMutants from './named-mutants.json' with { type: 'json' };
import type { SourceMutant } from './instrument.ts';

/** Mutants that no case has to kill, and why. Every member but the kind and the reason selects mutants. */
export interface NamedMutants {
  /** `outside`: the contract does not decide what changes; `equivalent`: no response changes. */
  kind: 'outside' | 'equivalent';
  /** A file, or a folder with a slash at the end. */
  file: string;
  /** A part of the first line of the changed code. */
  text?: string;
  /** The kind of change, such as `StringLiteral`. */
  mutator?: string;
  replacement?: string;
  reason: string;
}

/** The entry that names a mutant, or undefined. */
export const nameOf = (mutant: SourceMutant, entries = namedMutants as NamedMutants[]): NamedMutants | undefined =>
  entries.find((entry) => names(entry, mutant));

function names({ file, text, mutator, replacement }: NamedMutants, mutant: SourceMutant): boolean {
  return (
    (file.endsWith('/') ? mutant.file.startsWith(file) : mutant.file === file) &&
    (text === undefined || mutant.text.includes(text)) &&
    (mutator === undefined || mutant.mutator === mutator) &&
    (replacement === undefined || mutant.replacement === replacement)
  );
}

/** The entries that name no mutant: the source has changed since they were written. */
export const staleEntries = (mutants: SourceMutant[], entries = namedMutants as NamedMutants[]): NamedMutants[] =>
  entries.filter((entry) => !mutants.some((mutant) => names(entry, mutant)));
