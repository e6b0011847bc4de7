import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { NoResponseError } from '../../conformance/model/target.ts';
import type { RecordedActor, RecordedRequest } from './recorded-exchange.ts';
import { sendUnmodified } from './send.ts';

const users = JSON.parse(readFileSync(new URL('../../fixtures/world/users.json', import.meta.url), 'utf8')) as {
  key?: string;
  secret?: string;
}[];

/** The users of the demo world by whose key each token is signed for; the others send no token, or one that never was. */
const keys = {
  admin: 'admin-key',
  member: 'member-key',
  other: 'other-key',
  tampered: 'member-key',
  'signed-out': 'member-key',
} as const;

/** A token of which the signature is right for another subject only. */
function withOtherSubject(token: string): string {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  return [header, changed, signature].join('.');
}

/** The actors of recordings at a server: each is signed in when it is first needed, and keeps its token. */
export class ReplayClient {
  readonly #tokens = new Map<RecordedActor, string>();

  constructor(readonly apiUrl: string) {}

  /** The request with the actor's header and, for `<token>`, a token that is valid. */
  async authorize(actor: RecordedActor, request: RecordedRequest): Promise<RecordedRequest> {
    const { authorization } = request.headers;
    if (authorization?.includes('<token>')) {
      const token = await this.#token('member');
      return { ...request, headers: { ...request.headers, authorization: authorization.replace('<token>', token) } };
    }
    if (actor === 'anonymous' || authorization !== undefined) return request;
    const token = actor === 'garbage' ? 'not.a.token' : await this.#token(actor);
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
  }

  async #token(actor: keyof typeof keys): Promise<string> {
    const known = this.#tokens.get(actor);
    if (known) return known;
    const token = await this.#signIn(keys[actor]);
    const used = actor === 'tampered' ? withOtherSubject(token) : token;
    this.#tokens.set(actor, used);
    return used;
  }

  async #signIn(key: string): Promise<string> {
    const { secret } = users.find((user) => user.key === key)!;
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', path: '/api/sign_in', headers, json: { api_user: { key, secret } } };
    const { status, json } = await this.send(request, `the sign-in of ${key}`);
    const token = (json as { jwt_token?: unknown } | undefined)?.jwt_token;
    if (status === 200 && typeof token === 'string') return token;
    throw new CommandError(`${this.apiUrl} refuses the sign-in of ${key}: HTTP ${status}`, exitCodes.unreachable);
  }

  /** The answer to a request; a CommandError with what it was for when there is none. */
  async send(request: RecordedRequest, purpose: string) {
    try {
      return await sendUnmodified(this.apiUrl, request);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      throw new CommandError(`${this.apiUrl} does not answer ${purpose}: ${error.message}`, exitCodes.unreachable);
    }
  }
}
