import type { ControlArguments, ControlResponse, Endpoint } from '../../control/admin/operation-types.ts';
import type { Shape } from '../../control/admin/schemas.ts';
import { controlToken, session } from './stored-value.ts';

export type { ControlArguments, ControlResponse };

/** A response of the control API that reports a problem, or a server that cannot be reached (status 0). */
export class ControlError extends Error {
  readonly status: number;
  /** The member of the request that is wrong, such as `effect.status`, if the server names it. */
  readonly member: string | undefined;
  /** A sentence for each thing that is wrong, if the server lists them. */
  readonly problems: readonly string[] | undefined;

  constructor(status: number, message: string, member?: string, problems?: readonly string[]) {
    super(message);
    this.status = status;
    this.member = member;
    this.problems = problems;
  }
}

/** Returns an error of the control API. Anything else is a bug of the page: it is thrown again, for the browser's console. */
export function asControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  throw error;
}

/** The headers of requests to the control API and to the API in the session that the pages act on. */
export const sessionHeaders = (): Record<string, string> =>
  session.get() ? { 'X-Plenum-Session': session.get() } : {};

/** Sends a request to the control API, with the session and the control token of the page. Rejects with a ControlError. */
export async function control<E extends Endpoint>(
  endpoint: E,
  ...[request]: ControlArguments<E>
): Promise<ControlResponse<E>> {
  const response = await sendToControl(endpoint, request ?? {});
  const text = await response.text().catch(throwDisconnected);
  try {
    return (text ? JSON.parse(text) : undefined) as ControlResponse<E>;
  } catch {
    throw new ControlError(response.status, 'The response of the server is not JSON.');
  }
}

/** Sends a request to the control API, and resolves as soon as there are headers. Rejects with a ControlError. */
export async function sendToControl(
  endpoint: string,
  { params = {}, query = {}, body }: { params?: Record<string, string>; query?: object; body?: unknown },
  signal?: AbortSignal,
): Promise<Response> {
  const [method, template] = endpoint.split(' ') as [string, string];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams(query as Record<string, string>).toString();
  const headers: Record<string, string> = sessionHeaders();
  if (controlToken.get()) headers['Authorization'] = `Bearer ${controlToken.get()}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
  const response = await fetch(createRequest(search ? `${path}?${search}` : path, init)).catch(throwDisconnected);
  if (response.ok) return response;
  const text = await response.text().catch(throwDisconnected);
  const { detail = `The server answered ${response.status}.`, member, problems } = readProblem(text);
  throw new ControlError(response.status, detail, member, problems);
}

/** What is wrong with a request before it is sent is no problem of the server. */
function createRequest(path: string, init: RequestInit): Request {
  try {
    return new Request(path, init);
  } catch {
    throw new ControlError(400, 'The session or the control token has characters that a header cannot have.');
  }
}

function throwDisconnected(): never {
  throw new ControlError(0, 'The server does not answer. Is it still running?');
}

function readProblem(text: string): Partial<Shape<'Problem'>> {
  try {
    return JSON.parse(text) as Partial<Shape<'Problem'>>;
  } catch {
    return {};
  }
}
