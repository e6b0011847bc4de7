import { luxon } from '../packages.ts';
import { lastTimeOfClocks } from '../records/time.ts';
import type { Clock } from '../server/clock.ts';
import { operation } from './api/operation.ts';
import { ProblemError } from './api/problem.ts';
import {
  type Schema,
  type Static,
  choice,
  constant,
  dateTime,
  duration,
  forwardDuration,
  integer,
  named,
  object,
  optional,
  variants,
} from './api/schema.ts';

/** A Date becomes ISO text in JSON. */
const time: Schema<string | number | Date> = { ...dateTime, type: ['string', 'number'], examples: ['2027-01-01'] };
const withMilliseconds = (schema: Schema<string>, keywords = {}): Schema<string | number> => ({
  ...schema,
  ...keywords,
  type: ['string', 'number'],
  description: `${schema['description']}, or a number of milliseconds`,
});

const clockSetting = named(
  'ClockSetting',
  variants(
    'mode',
    object({ mode: constant('wall') }),
    object({ mode: constant('offset'), by: withMilliseconds(duration) }),
    object({ mode: constant('fixed'), time }),
  ),
);
const clockDescription = named(
  'Clock',
  object({
    mode: choice('wall', 'offset', 'fixed'),
    time: dateTime,
    by: optional(duration),
    offset: optional({ ...integer, description: 'the same as "by", in milliseconds' }),
  }),
);

/** How a clock is set: times are Dates, ISO 8601 or milliseconds since 1970, differences are durations of ISO 8601 or milliseconds. */
export type ClockSetting = Static<typeof clockSetting>;
/** Where a clock gets its time from, and what it shows. */
export type ClockDescription = Static<typeof clockDescription>;

/**
 * The time after a duration, which may be negative: a number of milliseconds or ISO 8601. Times are milliseconds since 1970. Throws a
 * ProblemError with the member of the duration if the time is not from 1970 to 9998.
 */
export const addDuration = (from: number, by: string | number, member: string): number =>
  checkTime(typeof by === 'number' ? from + by : timeAfter(from, by), member);

/** Not a number if the time is beyond those that JavaScript knows. */
function timeAfter(from: number, by: string): number {
  try {
    return luxon().DateTime.fromMillis(from, { zone: 'utc' }).plus(luxon().Duration.fromISO(by)).toMillis();
  } catch {
    // Luxon does not read numbers of more than 20 digits.
    return NaN;
  }
}

function checkTime(ms: number, member: string): number {
  if (ms >= 0 && ms <= lastTimeOfClocks) return ms;
  throw new ProblemError(400, 'The time must be in the years from 1970 to 9998.', member);
}

/** Describes a clock: its mode, and what it shows. */
function describeClock({ setting, now }: Clock): ClockDescription {
  const description = { mode: setting.mode, time: new Date(now()).toISOString() };
  if (setting.mode !== 'offset') return description;
  const by = luxon().Duration.fromMillis(Math.abs(setting.by)).rescale().toISO();
  return { ...description, by: `${setting.by < 0 ? '-' : ''}${by}`, offset: setting.by };
}

export const clockOperations = {
  readClock: operation({
    endpoint: 'GET /__admin/clock',
    summary: 'Reads the clock.',
    response: clockDescription,
    run: ({ world }) => describeClock(world.clock),
  }),
  setClock: operation({
    endpoint: 'PUT /__admin/clock',
    summary: 'Sets the clock.',
    body: clockSetting,
    response: clockDescription,
    run({ world: { clock }, body: setting }) {
      const now = Date.now();
      if (setting.mode === 'fixed')
        clock.setting = { mode: 'fixed', time: checkTime(new Date(setting.time).getTime(), 'time') };
      else if (setting.mode === 'wall') clock.setting = { mode: 'wall' };
      else clock.setting = { mode: 'offset', by: addDuration(now, setting.by, 'by') - now };
      return describeClock(clock);
    },
  }),
  advanceClock: operation({
    endpoint: 'POST /__admin/clock/advance',
    summary: 'Moves the clock forward.',
    body: object({ by: withMilliseconds(forwardDuration, { minimum: 0 }) }),
    response: clockDescription,
    run({ world: { clock }, body: { by } }) {
      const { setting } = clock;
      const now = clock.now();
      const next = addDuration(now, by, 'by');
      const earlier = setting.mode === 'offset' ? setting.by : 0;
      // A fixed clock stays fixed, another one goes on.
      clock.setting =
        setting.mode === 'fixed' ? { mode: 'fixed', time: next } : { mode: 'offset', by: earlier + next - now };
      return describeClock(clock);
    },
  }),
};
