import { compileSchemaFile, readValidatedJson } from '../../conformance/model/json-schema.ts';

/** Known differences: every cause whose name starts with `cause`. */
export interface KnownCause {
  cause: string;
  reason: string;
}

const isKnownCauses = compileSchemaFile<KnownCause[]>(new URL('known-causes.schema.json', import.meta.url));

/** Reads the known causes of a file; a CommandError names an invalid member. */
export const readKnownCauses = (file: string): KnownCause[] =>
  readValidatedJson(file, isKnownCauses, 'the list of known causes');

/** Why the cause with a name is known; undefined if it is not. */
export const findKnownReason = (name: string, known: readonly KnownCause[]): string | undefined =>
  known.find(({ cause }) => name.startsWith(cause))?.reason;
