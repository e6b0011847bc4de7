import '../load-graphql.ts';
import { test as base } from 'vitest';
import type { StandInSession } from '../stand-in/controls.ts';
import { type StandIn, type StandInOptions, createStandIn } from '../stand-in/stand-in.ts';
import { openSession } from './current-session.ts';

/** The fixtures of a test. */
export interface StandInFixtures {
  /** The stand-in of the test file. */
  standIn: StandIn;
  /** The session of the test. While the test runs, the global `fetch` sends its header to the stand-in. */
  session: StandInSession;
}

/** Creates a `test` of Vitest that gives each test its own session of a stand-in. */
export const createTest = (options: StandInOptions = {}) =>
  base.extend<StandInFixtures>({
    standIn: [
      // Vitest reads the names of the fixtures from the parameter.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const standIn = await createStandIn(options);
        await use(standIn);
        await standIn.close();
      },
      { scope: 'file' },
    ],
    session: [
      async ({ standIn }, use) => {
        const session = await standIn.session();
        const close = openSession(session);
        await use(session);
        await close();
      },
      { auto: true },
    ],
  });

/** The `test` of Vitest, with its own session of a stand-in for each test. */
export const test = createTest();
export const it = test;
