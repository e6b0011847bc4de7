import { AsyncLocalStorage } from 'node:async_hooks';
import type { StandInSession } from '../stand-in/controls.ts';
import { type ApiRoutes, answer } from './api-urls.ts';
import { isGraphqlRequest, refuse } from './unhandled-request.ts';

interface OpenSession {
  session: StandInSession;
  /** What else than the URL of the session it answers. */
  routes: ApiRoutes | undefined;
  /** Whether requests of GraphQL that no session answers fail. */
  refusesUnhandled: boolean;
}

const openSessions = new Set<OpenSession>();
const currentSession = new AsyncLocalStorage<StandInSession>();
let originalFetch: typeof fetch;
let originalProperty: PropertyDescriptor;

/** The URL against which an application resolves those of its requests: that of the page in a simulated browser. */
export function baseUrl(): string {
  const { location } = globalThis as { location?: { href: string } };
  return location && /^https?:/.test(location.href) ? location.href : 'http://localhost/';
}

/**
 * Opens a session for a test: until it is closed, the global `fetch` sends the headers of the session to its stand-in, and the session
 * answers what its routes name. Returns a function that closes it.
 */
export function openSession(opened: OpenSession): () => Promise<void> {
  if (openSessions.size === 0) {
    originalFetch = globalThis.fetch;
    originalProperty = Object.getOwnPropertyDescriptor(globalThis, 'fetch')!;
    // MSW can have made it read-only.
    Object.defineProperty(globalThis, 'fetch', {
      value: fetchInSession,
      writable: true,
      configurable: true,
      enumerable: true,
    });
  }
  openSessions.add(opened);
  return async () => {
    openSessions.delete(opened);
    // The test may have replaced the function itself.
    if (openSessions.size === 0 && globalThis.fetch === fetchInSession)
      Object.defineProperty(globalThis, 'fetch', originalProperty);
    await opened.session.close();
  };
}

/** Runs a function whose requests belong to a session, also if other sessions are open at the same time. */
export const runInSession = <T>(session: StandInSession, run: () => T): T => currentSession.run(session, run);

/** A simulated browser has a class of its own for requests. */
const isRequest = (input: string | URL | Request): input is Request => typeof input === 'object' && 'url' in input;

async function fetchInSession(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const text = isRequest(input) ? input.url : String(input);
  const url = URL.canParse(text, baseUrl()) ? new URL(text, baseUrl()).href : text;
  const isDirect = ({ session }: OpenSession) => url.startsWith(session.url);
  const candidates = [...openSessions].filter((each) => isDirect(each) || each.routes?.urlOf(url) !== undefined);
  const headers = new Headers(init?.headers ?? (isRequest(input) ? input.headers : undefined));
  const opened = findSession(candidates, headers);
  if (!opened) return sendUnhandled(url, candidates.some(isDirect), input, init);
  const { session, routes } = opened;
  if (!isDirect(opened)) return answer(session, routes!.urlOf(url)!, { ...(await readInit(input)), ...init, headers });
  for (const [name, value] of Object.entries(session.headers)) headers.set(name, value);
  return originalFetch(input, { ...init, headers });
}

/** Finds the session of a request; undefined if it is for none of those that are open. Throws an Error if it can be for several. */
function findSession(candidates: OpenSession[], headers: Headers): OpenSession | undefined {
  const isNamed = candidates.some(({ session }) => Object.keys(session.headers).some((name) => headers.has(name)));
  if (isNamed)
    return candidates.find(({ session }) =>
      Object.entries(session.headers).every(([name, value]) => headers.get(name) === value),
    );
  const current = currentSession.getStore();
  if (current) return candidates.find(({ session }) => session === current);
  if (candidates.length > 1) throw new Error('several tests run at once: use session.fetch, or send session.headers');
  return candidates[0];
}

/** Sends a request that is for no open session: to a stand-in itself, to another server, or nowhere. */
async function sendUnhandled(
  url: string,
  isForStandIn: boolean,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const current = currentSession.getStore();
  const asked = [...openSessions].filter(({ session }) => current === undefined || session === current);
  // The body of a stream can be read only once.
  const isRefused = !isForStandIn && URL.canParse(url) && asked.some(({ refusesUnhandled }) => refusesUnhandled);
  if (isRefused && !(init?.body instanceof ReadableStream)) {
    const { headers, body } = isRequest(input) && !init?.body ? input.clone() : new Response(init?.body);
    const type = new Headers(init?.headers).get('content-type') ?? headers.get('content-type');
    if (isGraphqlRequest(url, type, await new Response(body).text()))
      throw refuse(
        url,
        asked.map(({ routes }) => routes),
      );
  }
  return originalFetch(input, init);
}

async function readInit(input: string | URL | Request): Promise<RequestInit> {
  if (!isRequest(input)) return {};
  const { method, signal } = input;
  return { method, signal, ...(input.body && { body: await input.arrayBuffer() }) };
}
