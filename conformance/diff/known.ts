import { readJudged, schemaIn } from '../json-schema.ts';
import type { Cause } from './causes.ts';

/** A difference that is known: every cause whose name begins so. */
export interface Known {
  cause: string;
  reason: string;
}

const areKnown = schemaIn<Known[]>(new URL('known.schema.json', import.meta.url));

/** The known differences of a file; a CommandError names what is not right. */
export const readKnown = (file: string): Known[] => readJudged(file, areKnown, 'the known differences');

/** Why a cause is known; undefined when it is not. */
export const reasonFor = ({ name }: Cause, known: readonly Known[]): string | undefined =>
  known.find(({ cause }) => name.startsWith(cause))?.reason;
