import type { Problem } from './problem.ts';
import type { ControlArguments, ControlEndpoint, ControlResponse } from './operation.ts';

/** The header and the cookie that name the session of a request. */
export const sessionHeader = 'x-plenum-session';

/** What a client needs besides the endpoint. */
export interface ClientRequest {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
}

/** A problem that the control API reports. */
export class ControlError extends Error {
  constructor(
    /** The HTTP status; 0 if the server did not respond. */
    readonly status: number,
    message: string,
    /** What is wrong in the request, such as `effect.status`, if the server says so. */
    readonly member?: string,
    /** A sentence for each thing that is wrong, if the server lists them. */
    readonly problems?: readonly string[],
  ) {
    super(message);
  }
}

/**
 * The one client of the control API, in this process, over HTTP and in web pages. `fetch` gets the path of each request; `readHeaders`
 * returns the headers that name the session and have the control token.
 */
export class ControlClient {
  readonly #fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly #readHeaders: () => Readonly<Record<string, string>>;

  constructor(
    fetch: (path: string, init: RequestInit) => Promise<Response>,
    readHeaders: () => Readonly<Record<string, string>>,
  ) {
    this.#fetch = fetch;
    this.#readHeaders = readHeaders;
  }

  /** Runs an operation. Rejects with a ControlError, or with the error of the connection. */
  async send<E extends ControlEndpoint>(endpoint: E, ...[request]: ControlArguments<E>): Promise<ControlResponse<E>> {
    const response = await this.open(endpoint, request);
    const text = await response.text();
    try {
      return (text === '' ? undefined : JSON.parse(text)) as ControlResponse<E>;
    } catch {
      throw new ControlError(response.status, `The response is not that of a control API: ${text.slice(0, 200)}`);
    }
  }

  /** Sends a request, and resolves as soon as the headers of a successful response are there. Rejects like `send`. */
  async open(
    endpoint: ControlEndpoint,
    { params = {}, query = {}, body }: ClientRequest = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const [method, template] = endpoint.split(' ') as [string, string];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    const search = new URLSearchParams(query as Record<string, string>).toString();
    const response = await this.#fetch(search ? `${path}?${search}` : path, {
      method,
      headers: { ...this.#readHeaders(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (response.ok) return response;
    const { detail = `The server answered ${response.status}.`, member, problems } = readProblem(await response.text());
    throw new ControlError(response.status, detail, member, problems);
  }
}

function readProblem(text: string): Partial<Problem> {
  try {
    return JSON.parse(text) as Partial<Problem>;
  } catch {
    return {};
  }
}
