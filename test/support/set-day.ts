import type { TestContext } from 'node:test';

/** Sets the day of a test at noon; its clock stands still. By default it is one on which the waivers and the meetings of the demo world are valid. */
export const setDay = (t: TestContext, day = '2026-11-22'): void =>
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse(`${day}T12:00:00Z`) });
