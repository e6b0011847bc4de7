/** Where a clock gets its time from. Times are milliseconds since 1970, differences are milliseconds. */
export type ClockSetting = { mode: 'wall' } | { mode: 'offset'; by: number } | { mode: 'fixed'; time: number };

/** The clock of an instance: that of the machine, with an offset, or fixed. */
export class Clock {
  setting: ClockSetting = { mode: 'wall' };

  /** Milliseconds since 1970. */
  readonly now = (): number => {
    const { setting } = this;
    if (setting.mode === 'fixed') return setting.time;
    return Date.now() + (setting.mode === 'offset' ? setting.by : 0);
  };

  /** Moves the clock forward by some milliseconds. A fixed clock stays fixed, another one goes on. */
  advance(by: number): void {
    const { setting } = this;
    this.setting =
      setting.mode === 'fixed'
        ? { mode: 'fixed', time: setting.time + by }
        : { mode: 'offset', by: by + (setting.mode === 'offset' ? setting.by : 0) };
  }
}
