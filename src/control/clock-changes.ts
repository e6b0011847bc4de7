import { DateTime, Duration } from 'luxon';
import type { Clock } from '../server/clock.ts';
import { ProblemError } from './problem.ts';

/** A clock as the control API reads and writes it; times are ISO 8601 date-times, and `by` is a duration. */
export type ClockRequest = { mode: 'wall' } | { mode: 'offset'; by: string } | { mode: 'fixed'; time: string };

const minTime = Date.UTC(1970, 0, 1);
// Times in every zone have a four-digit year.
const maxTime = Date.UTC(9998, 11, 31);

/**
 * The time after an ISO 8601 duration, which may be negative; both are milliseconds since 1970. Throws a ProblemError with the
 * member of the duration if the time is not from 1970 to 9998.
 */
export const addDuration = (time: number, duration: string, member: string): number =>
  checkTime(DateTime.fromMillis(time, { zone: 'utc' }).plus(Duration.fromISO(duration)).toMillis(), member);

function checkTime(time: number, member: string): number {
  if (time >= minTime && time <= maxTime) return time;
  throw new ProblemError(400, 'The time must be in the years from 1970 to 9998.', member);
}

/** Sets a clock. Throws a ProblemError if its time would not be from 1970 to 9998. */
export function setClock(clock: Clock, request: ClockRequest): void {
  if (request.mode === 'fixed') clock.setting = { mode: 'fixed', time: checkTime(Date.parse(request.time), 'time') };
  else if (request.mode === 'wall') clock.setting = { mode: 'wall' };
  else {
    const now = Date.now();
    clock.setting = { mode: 'offset', by: addDuration(now, request.by, 'by') - now };
  }
}

/** Moves a clock forward by an ISO 8601 duration. Throws a ProblemError if its time would be after 9998. */
export function advanceClock(clock: Clock, by: string): void {
  const now = clock.now();
  clock.advance(addDuration(now, by, 'by') - now);
}

/** Describes a clock: its mode, and what it shows. */
export function describeClock({ setting, now }: Clock): { mode: string; time: string; by?: string } {
  const description = { mode: setting.mode, time: new Date(now()).toISOString() };
  return setting.mode === 'offset' ? { ...description, by: formatDuration(setting.by) } : description;
}

const formatDuration = (ms: number): string =>
  `${ms < 0 ? '-' : ''}${Duration.fromMillis(Math.abs(ms)).rescale().toISO()}`;
