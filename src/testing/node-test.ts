import { type TestContext, type TestOptions, after, test as base } from 'node:test';
import { type StandIn, type StandInOptions, type StandInSession, createStandIn } from '../index.ts';
import { type ApiUrl, createRoutes } from './api-urls.ts';
import { baseUrl, openSession, runInSession } from './current-session.ts';
import { type UnhandledRequestOptions, refusesUnhandled } from './unhandled-request.ts';

export type { ApiUrl };

/** The options of a test: where the application expects the API, and those of its stand-in. */
export interface SessionTestOptions extends StandInOptions, UnhandledRequestOptions {
  /** The URL of the API that the session answers through the global `fetch`, besides its own; by default, none. */
  apiUrl?: ApiUrl;
}

/** The function of a test, with its session. While it runs, the global `fetch` sends the header of the session. */
export type SessionTestFunction = (test: TestContext, session: StandInSession) => unknown;

/** The `test` of `node:test`, whose function also gets a session. */
export interface SessionTest {
  (name: string, run: SessionTestFunction): Promise<void>;
  (name: string, options: TestOptions, run: SessionTestFunction): Promise<void>;
}

/** Creates a `test` of `node:test` that gives each test its own session of a stand-in. */
export function createTest({ apiUrl, onUnhandledRequest, ...options }: SessionTestOptions = {}): SessionTest {
  const routes = apiUrl === undefined ? undefined : createRoutes(apiUrl, baseUrl());
  const isRefusing = refusesUnhandled({ onUnhandledRequest });
  let started: Promise<StandIn> | undefined;
  after(async () => (await started)?.close());
  return (name: string, ...rest: [SessionTestFunction] | [TestOptions, SessionTestFunction]) => {
    const [testOptions, run] = rest.length === 1 ? [{}, rest[0]] : rest;
    return base(name, testOptions, async (context) => {
      started ??= createStandIn(options);
      const session = await (await started).session();
      const close = openSession({ session, routes, refusesUnhandled: isRefusing });
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
