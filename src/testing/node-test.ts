import '../load-graphql.ts';
import { type TestContext, type TestOptions, after, test as base } from 'node:test';
import type { StandInSession } from '../stand-in/controls.ts';
import { type StandIn, type StandInOptions, createStandIn } from '../stand-in/stand-in.ts';
import { openSession, runInSession } from './current-session.ts';

/** The function of a test, with its session. While it runs, the global `fetch` sends the header of the session. */
export type SessionTestFunction = (test: TestContext, session: StandInSession) => unknown;

/** The `test` of `node:test`, whose function also gets a session. */
export interface SessionTest {
  (name: string, run: SessionTestFunction): Promise<void>;
  (name: string, options: TestOptions, run: SessionTestFunction): Promise<void>;
}

/** Creates a `test` of `node:test` that gives each test its own session of a stand-in. */
export function createTest(options: StandInOptions = {}): SessionTest {
  let started: Promise<StandIn> | undefined;
  after(async () => (await started)?.close());
  return (name: string, ...rest: [SessionTestFunction] | [TestOptions, SessionTestFunction]) => {
    const [testOptions, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    return base(name, testOptions, async (context) => {
      started ??= createStandIn(options);
      const session = await (await started).session();
      const close = openSession(session);
      try {
        await runInSession(session, () => run(context, session));
      } finally {
        await close();
      }
    });
  };
}

/** The `test` of `node:test`, with its own session of a stand-in for each test. */
export const test = createTest();
export const it = test;
