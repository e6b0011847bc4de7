import { maxTime } from '../records/time.ts';

/** Where a clock gets its time from. Times are milliseconds since 1970, differences are milliseconds. */
export type ClockSetting = { mode: 'wall' } | { mode: 'offset'; by: number } | { mode: 'fixed'; time: number };

const minTime = Date.UTC(1970, 0, 1);

/** Whether a clock can show a time: one in the years from 1970 to 9998. */
export const isClockTime = (time: number): boolean => time >= minTime && time <= maxTime;

const timeOf = (setting: ClockSetting): number =>
  setting.mode === 'fixed' ? setting.time : Date.now() + (setting.mode === 'offset' ? setting.by : 0);

/** The member that a setting has beside its mode, a number of milliseconds. */
const memberOf = { wall: undefined, offset: 'by', fixed: 'time' } as const;
const isMode = (mode: unknown): mode is ClockSetting['mode'] =>
  typeof mode === 'string' && Object.hasOwn(memberOf, mode);

function assertMilliseconds(name: string, value: unknown): void {
  if (typeof value !== 'number')
    throw new TypeError(`"${name}" of the clock must be a number of milliseconds, not ${JSON.stringify(value)}`);
}

function assertSetting({ mode, ...rest }: Readonly<Record<string, unknown>>): void {
  if (!isMode(mode)) throw new TypeError(`the clock has the modes wall, offset and fixed, not ${JSON.stringify(mode)}`);
  const member = memberOf[mode];
  const unknown = Object.keys(rest).find((name) => name !== member);
  if (unknown !== undefined)
    throw new TypeError(
      `the clock has no ${JSON.stringify(unknown)} in the mode ${mode}${member ? `, but "${member}"` : ''}`,
    );
  if (member) assertMilliseconds(member, rest[member]);
}

/** The clock of a world: that of the machine, with an offset, or fixed. */
export class Clock {
  #setting: ClockSetting = { mode: 'wall' };

  get setting(): ClockSetting {
    return this.#setting;
  }

  /** Throws a TypeError for an invalid setting, and a RangeError if the clock cannot show the time. */
  set setting(setting: ClockSetting) {
    assertSetting(setting);
    if (!isClockTime(timeOf(setting)))
      throw new RangeError('the time of the clock must be in the years from 1970 to 9998');
    this.#setting = setting;
  }

  /** Milliseconds since 1970. A clock that goes on stops at the end of its range. */
  readonly now = (): number => Math.min(timeOf(this.#setting), maxTime);

  /**
   * Moves the clock forward by some milliseconds. A fixed clock stays fixed, another one goes on. Throws a TypeError for
   * another value than a number, and a RangeError if the clock cannot show the time.
   */
  advance(by: number): void {
    assertMilliseconds('by', by);
    const { setting } = this;
    this.setting =
      setting.mode === 'fixed'
        ? { mode: 'fixed', time: setting.time + by }
        : { mode: 'offset', by: by + (setting.mode === 'offset' ? setting.by : 0) };
  }
}
