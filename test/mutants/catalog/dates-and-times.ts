import type { Attributes, Mutant } from '../mutated-server.ts';
import { correctedInputMutant, replaceInContract, uncheckedMutant } from '../transforms.ts';

const isoDay = /^(\d{4})-(\d\d)-(\d\d)/;

/** Turns an impossible day into a day of the next month. */
const rollOver = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(isoDay, (_, year, month, day) =>
        new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10),
      )
    : value;

const dateTimeOfDate = (value: unknown): unknown =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${String(value)}T00:00:00Z` : value;

const afterStart = '@constraint(format: "iso-date-time", after: "startTime")';
const beforeEnd = '@constraint(format: "iso-date-time", before: "endTime")';
const dateTime = '@constraint(format: "iso-date-time")';
const withoutTimeOrder = (sdl: string) =>
  replaceInContract(beforeEnd, dateTime)(replaceInContract(afterStart, dateTime)(sdl));
const separateEqualTimes = ({ startTime, endTime, ...others }: Attributes): Attributes =>
  startTime === endTime
    ? { ...others, startTime, endTime: String(endTime).replace(/:\d\dZ$/, ':59Z') }
    : { ...others, startTime, endTime };

/** Servers that accept invalid dates and times. */
export const dateTimeMutants: Mutant[] = [
  ...['create-meeting', 'update-meeting'].flatMap((operation) => [
    uncheckedMutant(`a meeting may end before it starts: ${operation}`, `${operation}/end-before-start`, {
      contract: withoutTimeOrder,
    }),
    correctedInputMutant(
      `a meeting may end when it starts: ${operation}`,
      `${operation}/end-equal-start`,
      separateEqualTimes,
    ),
    correctedInputMutant(
      `an impossible day rolls over: ${operation}`,
      `${operation}/start-impossible`,
      (attributes) => ({
        ...attributes,
        startTime: rollOver(attributes['startTime']),
      }),
    ),
    correctedInputMutant(`a date is a valid date-time: ${operation}`, `${operation}/start-date-only`, (attributes) => ({
      ...attributes,
      startTime: dateTimeOfDate(attributes['startTime']),
    })),
  ]),
  correctedInputMutant(
    'an impossible day rolls over: create-result',
    'create-result/start-date-impossible',
    (attributes) => ({ ...attributes, startDate: rollOver(attributes['startDate']) }),
  ),
  correctedInputMutant('an invalid date is ignored', 'create-result/start-date-garbage', (attributes) =>
    isoDay.test(String(attributes['startDate'])) ? attributes : { ...attributes, startDate: null },
  ),
];
