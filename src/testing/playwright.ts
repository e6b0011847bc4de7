import '../load-graphql.ts';
import { type Route, test as base } from '@playwright/test';
import type { StandInSession } from '../stand-in/controls.ts';
import { type StandIn, type StandInOptions, createStandIn } from '../stand-in/stand-in.ts';

/** What each test gets. */
export interface SessionFixtures {
  /** The session of the test. Pages send its header, and it answers their requests to `apiUrl`. */
  session: StandInSession;
  /** The URLs that the session answers, wherever the page expects the API; by default, `/api` of any host and below. */
  apiUrl: string | RegExp;
}

/** What each worker gets. */
export interface StandInFixtures {
  /** The stand-in of the worker. */
  standIn: StandIn;
  /** The options of the stand-in, for `test.use`. */
  standInOptions: StandInOptions;
}

/** The `test` of Playwright, with its own session of a stand-in for each test. */
export const test = base.extend<SessionFixtures, StandInFixtures>({
  standInOptions: [{}, { option: true, scope: 'worker' }],
  apiUrl: [/^https?:\/\/[^/]+\/api(?=$|[/?#])/, { option: true }],
  standIn: [
    async ({ standInOptions }, use) => {
      const standIn = await createStandIn(standInOptions);
      await use(standIn);
      await standIn.close();
    },
    { scope: 'worker' },
  ],
  session: async ({ standIn }, use) => {
    const session = await standIn.session();
    await use(session);
    await session.close();
  },
  extraHTTPHeaders: async ({ extraHTTPHeaders, session }, use) => use({ ...extraHTTPHeaders, ...session.headers }),
  context: async ({ context, session, apiUrl }, use) => {
    await context.route(apiUrl, (route) => respond(route, session));
    await use(context);
  },
});

export { expect } from '@playwright/test';

/** Answers a request of a page with the response of a session; if there is none, the connection of the page is reset. */
async function respond(route: Route, session: StandInSession): Promise<void> {
  const request = route.request();
  const init = { method: request.method(), headers: await request.allHeaders(), body: request.postDataBuffer() };
  try {
    const response = await session.fetch(request.url(), init as RequestInit);
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  } catch {
    await route.abort('connectionreset');
  }
}
