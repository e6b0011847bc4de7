import { readValidatedJson, compileSchemaFile } from '../../conformance/model/json-schema.ts';
import type { Cause } from './causes.ts';

/** A difference that is known: every cause whose name begins so. */
export interface KnownCause {
  cause: string;
  reason: string;
}

const areKnown = compileSchemaFile<KnownCause[]>(new URL('known-causes.schema.json', import.meta.url));

/** The known differences of a file; a CommandError names what is not right. */
export const readKnownCauses = (file: string): KnownCause[] =>
  readValidatedJson(file, areKnown, 'the known differences');

/** Why a cause is known; undefined when it is not. */
export const findKnownReason = ({ name }: Cause, known: readonly KnownCause[]): string | undefined =>
  known.find(({ cause }) => name.startsWith(cause))?.reason;
