import { readFileSync } from 'node:fs';
import { type GraphQLSchema, print } from 'graphql';
import { demoWorldFolder } from '../../src/cases/demo-world.ts';
import { schemaOf } from '../../src/client/dialect-schema.ts';
import { parseDocument } from '../../src/client/parse-document.ts';
import { mapIds, nameOfRecord } from '../../src/cases/record-ids.ts';
import type { Actor } from '../../src/client/actor.ts';
import type { SignedInActor } from '../../src/client/credentials.ts';
import type { TargetRequest, TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { RecordedActor, RecordedResponse } from '../../src/client/recording.ts';
import { NotSentError, type Target } from '../../src/client/target.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type ReplayedExchange, operationOf, requestOf } from './recordings.ts';

const demoUsers = JSON.parse(readFileSync(`${demoWorldFolder}/users.json`, 'utf8')) as {
  key?: string;
  secret?: string;
}[];
/** Sends recorded requests to a server as the actors that sent them. */
export class Client {
  readonly #target: Target;
  readonly #as: Actor;
  readonly #names: Record<string, unknown>;
  readonly #tokens = new Map<RecordedActor, string>();

  /** `names` are the ids of the server that was recorded, by their names in a target file. */
  constructor(target: Target, as: Actor, names: Record<string, unknown> = {}) {
    this.#target = target;
    this.#as = as;
    this.#names = names;
  }

  /** The exchange with the ids of this server, and with the actor of a request that has none. */
  adapt(exchange: ReplayedExchange): ReplayedExchange {
    const { placeholders } = this.#target;
    const actor = exchange.name.startsWith('har/') ? (this.#as as RecordedActor) : exchange.actor;
    return renameIds({ ...exchange, actor }, this.#names, placeholders, schemaOf(this.#target.dialect));
  }

  /** The request of an exchange with the credentials of its actor, or with a valid token in place of `<token>` in its header. */
  async requestOf({ actor, request }: Pick<ReplayedExchange, 'actor' | 'request'>): Promise<TargetRequest> {
    const { headers, ...others } = requestOf({ request });
    const { authorization } = headers;
    const own =
      authorization?.includes('<token>') === true
        ? authorization.replace('<token>', await this.#token('member'))
        : (authorization ?? (await this.#authorizationOf(actor)));
    return { ...others, headers: { ...headers, ...(own !== undefined && { authorization: own }) } };
  }

  /** Sends a request, and returns the response in the form of a recording too. */
  async send(request: TargetRequest): Promise<TargetResponse & { recorded: RecordedResponse }> {
    let headers = {};
    const response = await this.#target.send(request, (each) => (headers = Object.fromEntries(each)));
    const { status, problem, text, json } = response;
    const recorded = { status, headers, text: problem ?? text, ...(json !== undefined && { json }) };
    return { ...response, recorded };
  }

  async #authorizationOf(actor: RecordedActor): Promise<string | undefined> {
    const target = this.#target;
    if (actor === 'anonymous' || target.dialect.isAnonymous) return undefined;
    // Nobody ends a session of a deployment to send its token.
    if (actor === 'garbage' || (actor === 'signed-out' && !target.reset)) return 'Bearer not.a.token';
    return `Bearer ${await this.#token(actor)}`;
  }

  async #token(actor: RecordedActor): Promise<string> {
    const person = actor === 'admin' || actor === 'other' ? actor : 'member';
    const token = this.#target.reset ? await this.#tokenOfSignIn(actor, person) : await this.#tokenOf(person);
    return actor === 'tampered' ? withOtherSubject(token) : token;
  }

  /** The token of an actor of a deployment. */
  async #tokenOf(person: SignedInActor): Promise<string> {
    const missing = this.#target.missingCredentials(person);
    if (missing !== undefined) throw new NotSentError(missing);
    return (await this.#target.authorizationHeaders(person))['Authorization']!.replace('Bearer ', '');
  }

  /** A token of a sign-in with the keys of the demo world, because a stand-in refuses its fixed tokens where it accepts those. */
  async #tokenOfSignIn(actor: RecordedActor, person: SignedInActor): Promise<string> {
    const token = this.#tokens.get(actor) ?? (await this.#signIn(person));
    this.#tokens.set(actor, token);
    return token;
  }

  async #signIn(person: SignedInActor): Promise<string> {
    const { key, secret } = demoUsers.find((user) => user.key === `${person}-key`)!;
    const { status, json } = await this.#target.send({
      method: 'POST',
      path: '/sign_in',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_user: { key, secret } }),
    });
    const token = valueAt(json, ['jwt_token']);
    if (status === 200 && typeof token === 'string') return token;
    throw new CommandError(
      `${this.#target.url} refuses the sign-in of ${person}: HTTP ${status}`,
      exitCodes.unreachable,
    );
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
  const { query, variables, operationName } = operationOf(exchange);
  const document = parseDocument(query);
  if (isSame || !isJsonObject(request.json) || !document) return exchange;
  const body = isJsonObject(response.json) ? response.json : {};
  const mapped = mapIds({ document, operationName, variables, data: body['data'] }, schema, (kind, id) => {
    const renamed = to[nameOfRecord(from, kind, id) ?? ''];
    if (renamed === undefined) return id;
    return typeof id === 'number' ? Number(renamed) : String(renamed);
  });
  const json = {
    ...request.json,
    query: print(mapped.document),
    ...('variables' in request.json && { variables: mapped.variables }),
  };
  const renamedBody = Object.hasOwn(body, 'data') ? { ...body, data: mapped.data } : response.json;
  return { ...exchange, request: { ...request, json }, response: { ...response, json: renamedBody } };
}
