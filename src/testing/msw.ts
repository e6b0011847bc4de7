import { HttpResponse, type HttpHandler, http } from 'msw';
import { describeUnknown } from '../option.ts';
import type { Controls } from '../stand-in/controls.ts';
import { type ApiUrl, answer, createRoutes } from './api-urls.ts';
import { baseUrl } from './current-session.ts';

export type { ApiUrl };

export interface HandlerOptions {
  /** The URL that the application calls; by default, `/api` and below of the page's own origin and of loopback addresses. */
  apiUrl?: ApiUrl;
}

/**
 * Creates the handlers of MSW with which a stand-in, or one of its sessions, answers an application: the API, and the pictures that it names.
 * A fault that ends the connection is a network error.
 *
 * @example
 * const server = setupServer(...handlers(await createStandIn(), { apiUrl: 'https://town.example/api' }));
 */
export function handlers(world: Pick<Controls, 'fetch'>, options: HandlerOptions = {}): HttpHandler[] {
  const unknown = describeUnknown(options, ['apiUrl']);
  if (unknown) throw new TypeError(`handlers: ${unknown}`);
  const { patterns, urlOf } = createRoutes(options.apiUrl, baseUrl());
  return patterns.map((pattern) =>
    http.all(pattern, async ({ request }) => {
      const { method, headers, signal } = request;
      const body = await request.arrayBuffer();
      const init = { method, headers, signal, ...(body.byteLength > 0 && { body }) };
      return answer(world, urlOf(request.url)!, init).catch(() => HttpResponse.error());
    }),
  );
}
