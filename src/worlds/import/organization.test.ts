import assert from 'node:assert/strict';
import test from 'node:test';
import { findTimeZone } from './organization.ts';

const winter = '2026-01-03T18:00:00+01:00';
const summer = '2026-07-03T19:00:00+02:00';

for (const [name, times, zone] of [
  ['times in winter and in summer', [winter, summer], 'Europe/Amsterdam'],
  ['times without an offset in every season', ['2026-01-03T18:00:00+00:00', '2026-07-03T18:00:00+00:00'], 'UTC'],
  ['times in winter only', [winter], undefined],
  ['offsets that no zone has', ['2026-01-03T18:00:00+01:07'], undefined],
  ['no times', [], undefined],
] as [string, string[], string | undefined][])
  test(`${name} show ${zone ?? 'no time zone'}`, () => {
    assert.equal(findTimeZone(times), zone);
  });
