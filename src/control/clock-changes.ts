import { DateTime, Duration } from 'luxon';
import { type Clock, isClockTime } from '../server/clock.ts';
import type { ClockDescription, ClockRequest } from './admin/clock-schemas.ts';
import { ProblemError } from './problem.ts';

/**
 * The time after an ISO 8601 duration, which may be negative; both are milliseconds since 1970. Throws a ProblemError with the
 * member of the duration if the time is not from 1970 to 9998.
 */
export const addDuration = (time: number, duration: string, member: string): number =>
  checkTime(timeAfter(time, duration), member);

/** Not a number if the time is beyond those that JavaScript knows. */
function timeAfter(time: number, duration: string): number {
  try {
    return DateTime.fromMillis(time, { zone: 'utc' }).plus(Duration.fromISO(duration)).toMillis();
  } catch {
    // Luxon does not read numbers of more than 20 digits.
    return NaN;
  }
}

function checkTime(time: number, member: string): number {
  if (isClockTime(time)) return time;
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
export function describeClock({ setting, now }: Clock): ClockDescription {
  const description = { mode: setting.mode, time: new Date(now()).toISOString() };
  return setting.mode === 'offset'
    ? { ...description, by: formatDuration(setting.by), offset: setting.by }
    : description;
}

const formatDuration = (ms: number): string =>
  `${ms < 0 ? '-' : ''}${Duration.fromMillis(Math.abs(ms)).rescale().toISO()}`;
