import { HttpHandler, HttpResponse, http } from 'msw';
import { describeUnknown } from '../option.ts';
import type { Controls } from '../stand-in/controls.ts';
import { type ApiRoutes, type ApiUrl, answer, createRoutes } from './api-urls.ts';
import { baseUrl } from './current-session.ts';
import { type UnhandledRequestOptions, isGraphqlRequest, refuse, refusesUnhandled } from './unhandled-request.ts';

export type { ApiUrl };

export interface HandlerOptions extends UnhandledRequestOptions {
  /** The URL that the application calls; by default, `/api` and below of the page's own origin and of loopback addresses. */
  apiUrl?: ApiUrl;
}

/**
 * Creates the handlers of MSW with which a stand-in, or one of its sessions, answers an application: the API, and the pictures that it names.
 * A fault that ends the connection is a network error. So is a request of GraphQL that the other handlers do not answer, unless
 * `onUnhandledRequest` is `bypass`: the handlers of other servers come before these.
 *
 * @example
 * const server = setupServer(...handlers(await createStandIn(), { apiUrl: 'https://town.example/api' }));
 */
export function handlers(world: Pick<Controls, 'fetch' | 'url'>, options: HandlerOptions = {}): HttpHandler[] {
  const unknown = describeUnknown(options, ['apiUrl', 'onUnhandledRequest']);
  if (unknown) throw new TypeError(`handlers: ${unknown}`);
  const routes = createRoutes(options.apiUrl, baseUrl());
  const answered = routes.patterns.map((pattern) =>
    http.all(pattern, async ({ request }) => {
      const { method, headers, signal } = request;
      const body = await request.arrayBuffer();
      const init = { method, headers, signal, ...(body.byteLength > 0 && { body }) };
      return answer(world, routes.urlOf(request.url)!, init).catch(() => HttpResponse.error());
    }),
  );
  if (!refusesUnhandled(options)) return answered;
  return [...answered, new UnhandledRequestHandler(world.url, routes)];
}

/** Refuses the GraphQL requests that come to it. It matches no others, so that they are unhandled requests for MSW. */
class UnhandledRequestHandler extends HttpHandler {
  constructor(
    private readonly worldUrl: string,
    routes: ApiRoutes,
  ) {
    super(/.+/, /^https?:/, ({ request }) => {
      refuse(request.url, [routes]);
      return HttpResponse.error();
    });
  }

  override async parse({ request }: { request: Request }): ReturnType<HttpHandler['parse']> {
    const { url, headers } = request;
    const matches =
      !url.startsWith(this.worldUrl) &&
      isGraphqlRequest(url, headers.get('content-type'), await request.clone().text());
    return { match: { matches, params: {} }, cookies: {} };
  }
}
