import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GraphQLSchema, print } from 'graphql';
import { demoPlaceholders, demoWorldFolder } from '../../src/cases/demo-world.ts';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import { parseDocument } from '../../src/cases/documents.ts';
import { mapIds, nameOfRecord } from '../../src/cases/record-ids.ts';
import type { Actor } from '../../src/client/actor.ts';
import { readResponseBody, receiveResponse } from '../../src/client/foreign-response.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { RecordedActor, RecordedRequest, RecordedResponse } from '../../src/client/recording.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { ReplayedExchange } from './recordings.ts';

const demoUsers = JSON.parse(readFileSync(`${demoWorldFolder}/users.json`, 'utf8')) as {
  key?: string;
  secret?: string;
}[];
const otherLocale = /\blocale["\\]*: *["\\]*(?!en\b)[a-z]+/i;

/**
 * A refused mutation in English. A platform keeps the locale of a request for the messages of later requests, so the
 * recordings were made with this request after each one in another locale.
 */
const localeReset: RecordedRequest = {
  method: 'POST',
  path: '/api',
  headers: { 'content-type': 'application/json' },
  json: {
    query: `mutation { component(id: 1) { ... on ProposalsMutation {
      createProposal(input: { locale: "en", attributes: { title: "", body: "" } }) { id } } } }`,
  },
};

/** Sends recorded requests to a server as the actors that sent them. */
export class Client {
  readonly #target: Target;
  readonly #as: Actor;
  readonly #intervalMs: number;
  #nextAt = 0;
  /** Undefined if the server has no sign-in, as releases before 0.31: then every request is anonymous. */
  readonly #tokens = new Map<RecordedActor, string | undefined>();

  constructor(target: Target, as: Actor, intervalMs: number) {
    this.#target = target;
    this.#as = as;
    this.#intervalMs = intervalMs;
  }

  /** The exchange with the ids of this server, and with the actor of a request that has none. */
  adapt(exchange: ReplayedExchange): ReplayedExchange {
    const { placeholders } = this.#target;
    const actor = exchange.name.startsWith('har/') ? (this.#as as RecordedActor) : exchange.actor;
    return renameIds({ ...exchange, actor }, demoPlaceholders, placeholders, schemaOf(this.#target.dialect));
  }

  /** Sends a request, and afterwards one that sets the locale of a deployment again. */
  async send(exchange: ReplayedExchange, request?: RecordedRequest): Promise<RecordedResponse> {
    const authorized = request ?? (await this.authorize(exchange));
    const response = await this.#send(authorized);
    const body = exchange.request.text ?? JSON.stringify(exchange.request.json) ?? '';
    if (!this.#target.reset && otherLocale.test(body) && body.includes('mutation'))
      await this.#send(await this.authorize({ actor: 'member', request: localeReset }));
    return response;
  }

  /** Adds the Authorization header of an actor, or puts a valid token in place of `<token>` in the recorded header. */
  async authorize({ actor, request }: Pick<ReplayedExchange, 'actor' | 'request'>): Promise<RecordedRequest> {
    const { authorization } = request.headers;
    const withHeader = (value: string) => ({ ...request, headers: { ...request.headers, authorization: value } });
    if (authorization?.includes('<token>'))
      return withHeader(authorization.replace('<token>', (await this.#token('member')) ?? ''));
    if (actor === 'anonymous' || authorization !== undefined) return request;
    const token = actor === 'garbage' ? 'not.a.token' : await this.#token(actor);
    return token === undefined ? request : withHeader(`Bearer ${token}`);
  }

  async #send(request: RecordedRequest): Promise<RecordedResponse> {
    const waitMs = this.#nextAt - Date.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#nextAt = Date.now() + this.#intervalMs;
    return sendUnmodified(this.#target.url, request);
  }

  async #token(actor: RecordedActor): Promise<string | undefined> {
    if (!this.#tokens.has(actor)) this.#tokens.set(actor, await this.#signIn(actor));
    return this.#tokens.get(actor);
  }

  /** A token: of the target's credentials, or of a sign-in with the keys of the demo world. */
  async #signIn(actor: RecordedActor): Promise<string | undefined> {
    const signedIn = actor === 'admin' || actor === 'other' ? actor : 'member';
    const { dialect } = this.#target;
    if (dialect.isAnonymous) return undefined;
    if (!this.#target.reset && this.#target.missingCredentials(signedIn) === undefined && actor === signedIn) {
      const headers = await this.#target.authorizationHeaders(signedIn);
      return headers['Authorization']?.replace('Bearer ', '');
    }
    const { key, secret } = demoUsers.find((user) => user.key === `${signedIn}-key`)!;
    const headers = { 'content-type': 'application/json' };
    const { status, json } = await this.#send({
      method: 'POST',
      path: '/api/sign_in',
      headers,
      json: { api_user: { key, secret } },
    });
    const token = valueAt(json, ['jwt_token']);
    if (status === 404) return undefined;
    if (status !== 200 || typeof token !== 'string')
      throw new CommandError(
        `${this.#target.url} refuses the sign-in of ${actor}: HTTP ${status}`,
        exitCodes.unreachable,
      );
    return actor === 'tampered' ? withOtherSubject(token) : token;
  }
}

/** Changes the subject of a token, which makes its signature invalid. */
function withOtherSubject(token: string): string {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  return [header, changedPayload, signature].join('.');
}

/** An exchange in which ids that are names of one target are those of another: of the components and records that both have. */
function renameIds(
  exchange: ReplayedExchange,
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  schema: GraphQLSchema,
): ReplayedExchange {
  const { request, response } = exchange;
  const isSame = Object.keys(from).every((name) => to[name] === undefined || String(to[name]) === String(from[name]));
  const { query, variables, operationName } = isJsonObject(request.json) ? request.json : {};
  const document = typeof query === 'string' ? parseDocument(query) : undefined;
  if (isSame || !document) return exchange;
  const body = isJsonObject(response.json) ? response.json : {};
  const mapped = mapIds(
    {
      document,
      operationName: typeof operationName === 'string' ? operationName : undefined,
      variables: isJsonObject(variables) ? variables : {},
      data: body['data'],
    },
    schema,
    (kind, id) => {
      const renamed = to[nameOfRecord(from, kind, id) ?? ''];
      if (renamed === undefined) return id;
      return typeof id === 'number' ? Number(renamed) : String(renamed);
    },
  );
  const json = {
    ...(request.json as object),
    query: print(mapped.document),
    ...(isJsonObject(variables) && { variables: mapped.variables }),
  };
  const renamedBody = Object.hasOwn(body, 'data') ? { ...body, data: mapped.data } : response.json;
  return { ...exchange, request: { ...request, json }, response: { ...response, json: renamedBody } };
}

const timeoutMs = 30_000;

/**
 * Sends a recorded request unchanged to the API at this URL. fetch would add headers, follow redirects and reject an
 * empty Content-Type. Throws a NoResponseError if there is no response within 30 seconds.
 */
async function sendUnmodified(
  apiUrl: string,
  { method, path, headers, json, text }: RecordedRequest,
): Promise<RecordedResponse> {
  const url = new URL(path.replace(/^\/api/, new URL(apiUrl).pathname.replace(/\/$/, '')), apiUrl);
  const body = json === undefined ? text : JSON.stringify(json);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method, headers: { ...headers, ...length }, agent: false, signal };
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
  const response = receiveResponse(outgoing, timeoutMs);
  outgoing.end(body);
  try {
    const incoming = await response;
    const received = await readResponseBody(incoming);
    return {
      status: incoming.statusCode!,
      headers: incoming.headers as Record<string, string>,
      text: received.problem ?? received.text,
      ...(received.json === undefined ? {} : { json: received.json }),
    };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = signal.aborted ? `no complete response within ${timeoutMs / 1000} seconds` : message || code;
    throw new NoResponseError(reason);
  }
}
