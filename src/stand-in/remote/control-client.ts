import type {
  ControlArguments,
  ControlRequest,
  ControlResponse,
  Endpoint,
} from '../../control/admin/operation-types.ts';
import type { Shape } from '../../control/admin/schemas.ts';
import { sessionHeader } from '../../control/names.ts';
import type { TextRequest, TextResponse, Transport } from './transport.ts';

export interface ControlClientOptions {
  transport: Transport;
  /** The URL of the GraphQL endpoint. */
  url: string;
  /** The test session to act on; undefined for the world of the server. */
  session?: string | undefined;
  controlToken: string | undefined;
}

/** Sends requests to the control API, for one world. A problem is an Error with the message of the server. */
export class ControlClient {
  readonly #options: ControlClientOptions;
  readonly session: string | undefined;
  /** The headers with which a request reaches the world. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(options: ControlClientOptions) {
    this.#options = options;
    this.session = options.session;
    this.headers = options.session === undefined ? {} : { [sessionHeader]: options.session };
  }

  /** Sends a request. Rejects with a problem, or with the error of the connection. */
  async send<E extends Endpoint>(endpoint: E, ...[request]: ControlArguments<E>): Promise<ControlResponse<E>> {
    return readResponse<E>(await this.#options.transport.send(this.#requestTo(endpoint, request)));
  }

  /** Sends a request, and waits for the response without giving up the thread. Throws like `send` rejects. */
  sendAndWait<E extends Endpoint>(endpoint: E, ...[request]: ControlArguments<E>): ControlResponse<E> {
    return readResponse<E>(this.#options.transport.sendAndWait(this.#requestTo(endpoint, request)));
  }

  #requestTo<E extends Endpoint>(endpoint: E, request?: ControlRequest<E>): TextRequest {
    const { url, controlToken } = this.#options;
    const { params = {}, body } = (request ?? {}) as { params?: Record<string, string>; body?: unknown };
    const [method, template] = endpoint.split(' ') as [string, string];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    return {
      url: new URL(path, url).href,
      method,
      headers: {
        ...this.headers,
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
  }
}

function readResponse<E extends Endpoint>({ status, text }: TextResponse): ControlResponse<E> {
  const isProblem = status >= 400;
  let value: unknown;
  try {
    value = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ControlError(status, `the response is not that of a control API: ${text.slice(0, 200)}`);
  }
  if (!isProblem) return value as ControlResponse<E>;
  const { detail = `status ${status}`, member } = (value ?? {}) as Partial<Shape<'Problem'>>;
  throw new ControlError(status, detail, member);
}

/** A problem that the control API reports. */
export class ControlError extends Error {
  constructor(
    /** The HTTP status. */
    readonly status: number,
    message: string,
    /** What is wrong in the request, if the server says so. */
    readonly member?: string,
  ) {
    super(message);
  }
}
