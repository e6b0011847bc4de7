import { adminToken, session } from './stored-value.ts';

/** A response of the control API that reports a problem, or a server that cannot be reached (status 0). */
export class ControlError extends Error {
  readonly status: number;
  /** The member of the request that is wrong, such as `effect.status`, if the server names it. */
  readonly member: string | undefined;

  constructor(status: number, message: string, member?: string) {
    super(message);
    this.status = status;
    this.member = member;
  }
}

/** The headers of requests to the control API and to the API in the session that the pages act on. */
export const sessionHeaders = (): Record<string, string> =>
  session.get() ? { 'X-Plenum-Session': session.get() } : {};

/** Sends a request to the control API, with the session and the admin token of the page. Rejects with a ControlError. */
export async function control<T = void>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await (await sendToControl(method, path, body)).text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Sends a request to the control API, and resolves as soon as there are headers. Rejects with a ControlError. */
export async function sendToControl(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = sessionHeaders();
  if (adminToken.get()) headers['Authorization'] = `Bearer ${adminToken.get()}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const response = await fetch(`/__admin${path}`, init).catch(() => {
    throw new ControlError(0, 'The server does not answer. Is it still running?');
  });
  if (response.ok) return response;
  const { detail = `The server answered ${response.status}.`, member } = readProblem(await response.text());
  throw new ControlError(response.status, detail, member);
}

function readProblem(text: string): { detail?: string; member?: string } {
  try {
    return JSON.parse(text) as { detail?: string; member?: string };
  } catch {
    return {};
  }
}
