import type { Mutant } from '../mutant.ts';
import { replaceInContract } from '../transforms.ts';
import type { Attributes } from '../mutated-server.ts';
import { uncheckedMutant, correctedInputMutant } from './attribute-validation.ts';

const day = /^(\d{4})-(\d\d)-(\d\d)/;

/** A day that does not exist is one of the next month. */
const rolledOver = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(day, (_, year, month, date) =>
        new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).toISOString().slice(0, 10),
      )
    : value;

const dayAlone = (value: unknown): unknown =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${String(value)}T00:00:00Z` : value;

/** A value that is refused is taken as nothing. */
const dropped = (name: string, wrong: (value: unknown) => boolean) => (attributes: Attributes) =>
  wrong(attributes[name]) ? { ...attributes, [name]: null } : attributes;

const later = '@constraint(format: "iso-date-time", after: "startTime")';
const earlier = '@constraint(format: "iso-date-time", before: "endTime")';
const format = '@constraint(format: "iso-date-time")';
const anyOrder = (text: string) => replaceInContract(earlier, format)(replaceInContract(later, format)(text));
const equalTimes = ({ startTime, endTime, ...others }: Attributes): Attributes =>
  startTime === endTime
    ? { ...others, startTime, endTime: String(endTime).replace(/:\d\dZ$/, ':59Z') }
    : { ...others, startTime, endTime };

/** What a time and a day may be. */
export const dateTimeMutants: Mutant[] = [
  ...['create-meeting', 'update-meeting'].flatMap((operation) => [
    uncheckedMutant(`a meeting may end before it starts: ${operation}`, `${operation}/end-before-start`, {
      contract: anyOrder,
    }),
    correctedInputMutant(`a meeting may end as it starts: ${operation}`, `${operation}/end-equal-start`, equalTimes),
    correctedInputMutant(`an impossible day rolls over: ${operation}`, `${operation}/start-impossible`, (given) => ({
      ...given,
      startTime: rolledOver(given['startTime']),
    })),
    correctedInputMutant(`a day is a moment: ${operation}`, `${operation}/start-date-only`, (given) => ({
      ...given,
      startTime: dayAlone(given['startTime']),
    })),
  ]),
  correctedInputMutant('an impossible day of a result rolls over', 'create-result/start-date-impossible', (given) => ({
    ...given,
    startDate: rolledOver(given['startDate']),
  })),
  correctedInputMutant(
    'a date of a result that is none is taken as none',
    'create-result/start-date-garbage',
    dropped('startDate', (value) => !day.test(String(value))),
  ),
];
