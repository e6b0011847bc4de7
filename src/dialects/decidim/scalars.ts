import { GraphQLScalarType } from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import { isBoxedNumber } from './values/texts.ts';
import { parseDateTime } from './values/dates.ts';

const createTextCheck =
  (isValid: (text: string) => boolean) =>
  (value: unknown): boolean => {
    if (typeof value === 'string' && isValid(value)) return true;
    throw new SimulatedServerError('a date that the platform cannot parse');
  };

const dateFormat = /^\s*-?\d{2,}-(\d\d)-(\d\d)(?![-\w])/;

function isDate(text: string): boolean {
  const [match, month, day] = dateFormat.exec(text) ?? [];
  return match !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

const integerText = /^\s*[+-]?\d+(_\d+)*\s*$/;

/** Checks the inputs of scalars, by name. An input that the platform cannot parse throws SimulatedServerError. */
export const scalarChecks = {
  DateTime: createTextCheck((text) => parseDateTime(text) !== undefined),
  Date: createTextCheck(isDate),
  /** Accepts fractions, which it cuts off, and texts with digits. */
  BigInt: (value: unknown): boolean =>
    typeof value === 'string' ? integerText.test(value) : typeof value === 'number' || isBoxedNumber(value),
};

const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  parseValue(value) {
    scalarChecks.DateTime(value);
    return value as string;
  },
});

export const scalarResolvers = { DateTime };
