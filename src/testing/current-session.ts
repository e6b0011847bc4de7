import { AsyncLocalStorage } from 'node:async_hooks';
import type { StandInSession } from '../stand-in/controls.ts';

const openSessions = new Set<StandInSession>();
const currentSession = new AsyncLocalStorage<StandInSession>();
let originalFetch: typeof fetch;

/**
 * Opens a session for a test: until it is closed, the global `fetch` sends the headers of the session to its stand-in. Returns a
 * function that closes it.
 */
export function openSession(session: StandInSession): () => Promise<void> {
  if (openSessions.size === 0) {
    originalFetch = globalThis.fetch;
    globalThis.fetch = fetchInSession;
  }
  openSessions.add(session);
  return async () => {
    openSessions.delete(session);
    // The test may have replaced the function itself.
    if (openSessions.size === 0 && globalThis.fetch === fetchInSession) globalThis.fetch = originalFetch;
    await session.close();
  };
}

/** Runs a function whose requests belong to a session, also if other sessions are open at the same time. */
export const runInSession = <T>(session: StandInSession, run: () => T): T => currentSession.run(session, run);

async function fetchInSession(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const candidates = [...openSessions].filter((session) => url.startsWith(session.url));
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  const names = candidates.flatMap((session) => Object.keys(session.headers));
  if (candidates.length === 0 || names.some((name) => headers.has(name))) return originalFetch(input, init);
  const session = currentSession.getStore() ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (!session) throw new Error('several tests run at once: use session.fetch, or send session.headers');
  for (const [name, value] of Object.entries(session.headers)) headers.set(name, value);
  return originalFetch(input, { ...init, headers });
}
