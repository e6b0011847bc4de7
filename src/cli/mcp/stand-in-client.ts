import {
  type TargetRequest,
  type TargetResponse,
  describeResponse,
  graphqlRequest,
} from '../../client/http-message.ts';
import { sendHttp } from '../../client/http.ts';
import { readRoot, standInIdentity } from '../../client/identify.ts';
import { isJsonObject } from '../../json-object.ts';
import type { Endpoint, OperationAt, ResponseOf } from '../../control/admin/operation-types.ts';
import { sessionHeader } from '../../control/names.ts';
import { CommandError, exitCodes } from '../../errors.ts';

const timeoutMs = 30_000;

/** A call of a tool that cannot be answered. The message says what was expected. */
export class ToolError extends Error {}

/** How a stand-in is reached. */
export interface StandInAddress {
  /** The GraphQL endpoint, ending in `/api`. */
  url: string;
  controlToken: string | undefined;
  /** Reaches a server of this process. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** A request to the control API. */
export interface ControlCall {
  params?: Record<string, string>;
  body?: unknown;
  /** The test session to act on; undefined for the server's own world. */
  session?: string | undefined;
}

/** Sends requests to one stand-in, and to no other server. */
export class StandInClient {
  readonly #address: StandInAddress;

  private constructor(
    address: StandInAddress,
    /** What the stand-in says of itself. */
    readonly identity: Readonly<Record<string, unknown>>,
  ) {
    this.#address = address;
  }

  /** Throws a CommandError if the server is no stand-in, or if its control cannot be used. */
  static async open(address: StandInAddress): Promise<StandInClient> {
    const { url, fetch } = address;
    const send = (request: TargetRequest) =>
      sendHttp(new URL('/', url).href, request, timeoutMs, undefined, undefined, fetch);
    const identity = standInIdentity(await readRoot(send));
    if (!identity)
      throw new CommandError(
        `${url} is no stand-in of Plenum: its GET / must say so. This command talks to no other server; plenum serve starts one.`,
        exitCodes.unreachable,
      );
    const client = new StandInClient(address, { ...identity });
    await client.control('GET /__admin/health').catch((error: Error) => {
      throw new CommandError(
        `the control of ${url} cannot be used: ${error.message.split('\n')[0]}`,
        exitCodes.unreachable,
      );
    });
    return client;
  }

  get url(): string {
    return this.#address.url;
  }

  /** Sends a request to the control API. Rejects with a ToolError that has the words of the server. */
  async control<E extends Endpoint>(endpoint: E, call: ControlCall = {}): Promise<ResponseOf<OperationAt[E]>> {
    const { params = {}, body, session } = call;
    const { controlToken } = this.#address;
    const [method, template] = endpoint.split(' ') as [string, string];
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
    const response = await this.#send(path, {
      method,
      headers: {
        ...sessionHeaders(session),
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, json } = response;
    if (status >= 400) throw new ToolError(problemOf(response));
    if (json === undefined && status !== 204) throw new ToolError(`The control sent ${describeResponse(response)}.`);
    return json as ResponseOf<OperationAt[E]>;
  }

  /** Sends a GraphQL request, as a user if there is a token. */
  async execute(
    { query, variables = {}, operationName }: GraphqlCall,
    { token, session }: { token?: string | undefined; session?: string | undefined },
  ): Promise<TargetResponse> {
    const headers = { ...sessionHeaders(session), ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    return this.#send('/api', graphqlRequest(query, variables, headers, operationName));
  }

  #send(path: string, request: Parameters<typeof sendHttp>[1]): Promise<TargetResponse> {
    const { url, fetch } = this.#address;
    return sendHttp(new URL(path, url).href, request, timeoutMs, undefined, undefined, fetch);
  }
}

export interface GraphqlCall {
  query: string;
  variables?: Record<string, unknown> | undefined;
  operationName?: string | undefined;
}

const sessionHeaders = (session: string | undefined): Record<string, string> =>
  session === undefined ? {} : { [sessionHeader]: session };

/** What the server says is wrong, with the member of the request. */
function problemOf(response: TargetResponse): string {
  const { detail, member, problems } = isJsonObject(response.json) ? response.json : {};
  if (typeof detail !== 'string') return `The stand-in sent ${describeResponse(response)}.`;
  const all = Array.isArray(problems) ? problems.join('\n') : '';
  return [detail, typeof member === 'string' ? `The member that is wrong: ${member}` : '', all]
    .filter((line) => line !== '')
    .join('\n');
}
