import { errorIf } from '../../forms/validations.ts';
import { SimulatedServerError } from '../../../../errors.ts';

/** A value of the scalar `BigInt`: a number or a text with digits. */
export type BigIntInput = number | string | null | undefined;

/** The largest number of a column of the database, and of `Int`. */
export const maxInt = 2 ** 31 - 1;

/** Parses a value of `BigInt`; a fraction is cut off. */
export const parseBigInt = (value: BigIntInput): bigint | null =>
  value === null || value === undefined
    ? null
    : BigInt(typeof value === 'string' ? value.replaceAll('_', '').trim().replace(/^\+/, '') : Math.trunc(value));

/** The errors of a number that is missing, too small or too large. */
export const validateRange = (
  value: bigint | number | null,
  { above, from, to }: { above?: number; from?: number; to?: bigint },
): string[] =>
  value === null
    ? ['is not a number']
    : [
        ...errorIf(above !== undefined && value <= above, `must be greater than ${above}`),
        ...errorIf(from !== undefined && value < from, `must be greater than or equal to ${from}`),
        ...errorIf(to !== undefined && value > to, `must be less than or equal to ${to}`),
      ];

/** Returns a number for a column of the database. Throws SimulatedServerError if it does not fit. */
export function requireInt(value: bigint): number {
  if (value > maxInt) throw new SimulatedServerError('the number exceeds the column');
  return Number(value);
}
