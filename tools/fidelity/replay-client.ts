import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { NoResponseError } from '../../src/client/target.ts';
import type { RecordedActor, RecordedRequest, RecordedResponse } from './recorded-exchange.ts';
import { sendUnmodified } from './send-unmodified.ts';

const users = JSON.parse(readFileSync(new URL('../../fixtures/worlds/demo/users.json', import.meta.url), 'utf8')) as {
  key?: string;
  secret?: string;
}[];

/** The key that each actor signs in with; the other actors send no token, or an invalid one. */
const signInKeys = {
  admin: 'admin-key',
  member: 'member-key',
  other: 'other-key',
  tampered: 'member-key',
  'signed-out': 'member-key',
} as const;

/** Changes the subject of a token, which makes its signature invalid. */
function withOtherSubject(token: string): string {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  return [header, changedPayload, signature].join('.');
}

/** Sends recorded requests to a server; signs each actor in once, when the actor is first needed. */
export class ReplayClient {
  /** Undefined if the server has no sign-in, as releases before 0.31: then every request is anonymous. */
  readonly #tokens = new Map<RecordedActor, string | undefined>();

  constructor(readonly apiUrl: string) {}

  /** Adds the Authorization header of an actor, or puts a valid token in place of `<token>` in the recorded header. */
  async authorize(actor: RecordedActor, request: RecordedRequest): Promise<RecordedRequest> {
    const { authorization } = request.headers;
    if (authorization?.includes('<token>')) {
      const token = (await this.#token('member')) ?? '';
      return { ...request, headers: { ...request.headers, authorization: authorization.replace('<token>', token) } };
    }
    if (actor === 'anonymous' || authorization !== undefined) return request;
    const token = actor === 'garbage' ? 'not.a.token' : await this.#token(actor);
    if (token === undefined) return request;
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
  }

  async #token(actor: keyof typeof signInKeys): Promise<string | undefined> {
    if (this.#tokens.has(actor)) return this.#tokens.get(actor);
    const valid = await this.#signIn(signInKeys[actor]);
    const token = valid !== undefined && actor === 'tampered' ? withOtherSubject(valid) : valid;
    this.#tokens.set(actor, token);
    return token;
  }

  async #signIn(key: string): Promise<string | undefined> {
    const { secret } = users.find((user) => user.key === key)!;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', path: '/api/sign_in', headers, json: { api_user: { key, secret } } };
    const { status, json } = await this.send(request, `the sign-in of ${key}`);
    const token = (json as { jwt_token?: unknown } | undefined)?.jwt_token;
    if (status === 200 && typeof token === 'string') return token;
    if (status === 404) return undefined;
    throw new CommandError(`${this.apiUrl} refuses the sign-in of ${key}: HTTP ${status}`, exitCodes.unreachable);
  }

  /** Sends a request unchanged; a CommandError names its purpose if there is no response. */
  async send(request: RecordedRequest, purpose: string): Promise<RecordedResponse> {
    try {
      return await sendUnmodified(this.apiUrl, request);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      throw new CommandError(`${this.apiUrl} does not respond to ${purpose}: ${error.message}`, exitCodes.unreachable);
    }
  }
}
