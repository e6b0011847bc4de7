import { lastTimeOfClocks } from '../records/time.ts';

/** Where a clock gets its time from. Times are milliseconds since 1970, differences are milliseconds. */
export type ClockSetting = { mode: 'wall' } | { mode: 'offset'; by: number } | { mode: 'fixed'; time: number };

/** The clock of a world: that of the machine, with an offset, or fixed. */
export class Clock {
  /** The control API sets only what a clock can show. */
  setting: ClockSetting = { mode: 'wall' };

  /** Milliseconds since 1970. A clock that goes on stops at the end of its range. */
  readonly now = (): number => {
    const { setting } = this;
    if (setting.mode === 'fixed') return setting.time;
    return Math.min(Date.now() + (setting.mode === 'offset' ? setting.by : 0), lastTimeOfClocks);
  };
}
