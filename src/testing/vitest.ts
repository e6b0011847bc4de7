import { inject, test as base } from 'vitest';
import { connectStandIn } from '../stand-in/connect-stand-in.ts';
import { type StandIn, type StandInOptions, type StandInSession, createStandIn } from '../index.ts';
import { type ApiUrl, createRoutes } from './api-urls.ts';
import { baseUrl, openSession } from './current-session.ts';
import { type UnhandledRequestOptions, refusesUnhandled } from './unhandled-request.ts';

export type { ApiUrl };

/** Where the stand-in of a global setup is. */
export interface SharedStandIn {
  url: string;
  /** The token of its control API, if it needs one. */
  controlToken?: string | undefined;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** The options of the stand-in that `plenum/vitest-global-setup` starts. */
    plenum?: StandInOptions;
    /** The stand-in to which tests connect. */
    plenumStandIn?: SharedStandIn;
  }
}

/** The options of a test: where the application expects the API, and those of a stand-in for the test file alone. */
export interface SessionTestOptions extends StandInOptions, UnhandledRequestOptions {
  /** The URL of the API that the session answers through the global `fetch`; by default, `/api` and below of the page's own origin and of loopback addresses. */
  apiUrl?: ApiUrl;
}

/** The fixtures of a test. */
export interface StandInFixtures {
  /** The stand-in of the test file, or that of the global setup. */
  standIn: StandIn;
  /** The session of the test. While the test runs, the global `fetch` sends its header to the stand-in, and it answers `apiUrl`. */
  session: StandInSession;
}

/** Connects to the stand-in of the global setup. Without it, or with options of its own, a test file starts one. */
async function openStandIn(options: StandInOptions): Promise<StandIn> {
  const shared = inject('plenumStandIn');
  if (!shared || Object.keys(options).length > 0) return createStandIn(options);
  return connectStandIn(shared.url, { controlToken: shared.controlToken });
}

/** Creates a `test` of Vitest that gives each test its own session of a stand-in. */
export const createTest = ({ apiUrl, onUnhandledRequest, ...options }: SessionTestOptions = {}) => {
  const routes = createRoutes(apiUrl, baseUrl());
  const isRefusing = refusesUnhandled({ onUnhandledRequest });
  return base.extend<StandInFixtures>({
    standIn: [
      // Vitest reads the names of the fixtures from the parameter.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const standIn = await openStandIn(options);
        await use(standIn);
        await standIn.close();
      },
      { scope: 'file' },
    ],
    session: [
      async ({ standIn }, use) => {
        const session = await standIn.session();
        const close = openSession({ session, routes, refusesUnhandled: isRefusing });
        await use(session);
        await close();
      },
      { auto: true },
    ],
  });
};

/** The `test` of Vitest, with its own session of a stand-in for each test. */
export const test = createTest();
export const it = test;
