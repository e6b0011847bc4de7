import { type Route, test as base } from '@playwright/test';
import { type StandIn, type StandInOptions, type StandInSession, createStandIn } from '../index.ts';
import { type ApiRoutes, type ApiUrl, createRoutes } from './api-urls.ts';
import { type OnUnhandledRequest, isGraphqlRequest, refuse, refusesUnhandled } from './unhandled-request.ts';

export type { ApiUrl };

/** Where requests can be for the API by default, if the page has this origin. */
const anyHost = /^https?:\/\/[^/]+\/api(?=$|[/?#])/;

/** What each test gets. */
export interface SessionFixtures {
  /** The session of the test. Pages send its header, and it answers their requests to `apiUrl`. */
  session: StandInSession;
  /** The URL of the API that the page expects; by default, `/api` and below of the page's own origin and of loopback addresses. The session answers it, and the pictures that it names. */
  apiUrl: ApiUrl | undefined;
  /**
   * What happens to a GraphQL request of a page at a URL that the session does not answer. By default, `error`: it fails and reaches no
   * server. With `bypass`, it is sent. Other requests are always sent.
   */
  onUnhandledRequest: OnUnhandledRequest;
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
  apiUrl: [undefined, { option: true }],
  onUnhandledRequest: ['error', { option: true }],
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
  context: async ({ context, session, apiUrl, onUnhandledRequest, baseURL }, use) => {
    // The route that was added last is the first to see a request.
    if (refusesUnhandled({ onUnhandledRequest }))
      await context.route(
        ({ href }) => !href.startsWith(session.url),
        (route) => passUnlessGraphql(route, createRoutes(apiUrl, baseURL)),
      );
    const { urlOf } = createRoutes(apiUrl ?? anyHost, baseURL);
    await context.route(
      ({ href }) => urlOf(href) !== undefined,
      (route) => {
        const url = route.request().url();
        const isMeant = apiUrl !== undefined || createRoutes(undefined, pageUrl(route)).urlOf(url) !== undefined;
        return isMeant ? respond(route, urlOf(url)!, session) : route.fallback();
      },
    );
    await use(context);
  },
});

export { expect } from '@playwright/test';

/** Lets a request of a page that no session answers go on to its server, unless it is of GraphQL. */
async function passUnlessGraphql(route: Route, routes: ApiRoutes): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer()?.toString() ?? '';
  if (!isGraphqlRequest(request.url(), await request.headerValue('content-type'), body)) return route.fallback();
  refuse(request.url(), [routes]);
  return route.abort('blockedbyclient');
}

/** The URL of the page that sends a request; undefined if it is not known yet, as for the request of the page itself. */
function pageUrl(route: Route): string | undefined {
  try {
    return route.request().frame().url();
  } catch {
    return undefined;
  }
}

/** Answers a request of a page with the response of a session; if there is none, the connection of the page is reset. */
async function respond(route: Route, url: string, session: StandInSession): Promise<void> {
  const request = route.request();
  const init = { method: request.method(), headers: await request.allHeaders(), body: request.postDataBuffer() };
  try {
    const response = await session.fetch(url, init);
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  } catch {
    await route.abort('connectionreset');
  }
}
