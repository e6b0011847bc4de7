import type { IncomingHttpHeaders } from 'node:http';
import type { Actor } from '../model/case.ts';
import { stringsIn } from '../model/json-value.ts';

/** How an actor is known in the traffic: by a token, or by the key and secret of a sign-in that is recorded. */
export interface Credential {
  token?: string;
  key?: string;
  secret?: string;
}

/** The credentials of the actors that are known before the recording. */
export type KnownActors = Partial<Record<'admin' | 'member' | 'other', Credential>>;

/** The secrets of a recording, and whose they are. */
export interface Credentials {
  /** Who sends a request: a known token is its actor's, any other is a stranger's, none is nobody's. */
  actorOf(authorization: string | undefined): Actor;
  /** Remembers the tokens in the headers of a message. */
  addFromHeaders(headers: IncomingHttpHeaders): void;
  /** Remembers what a sign-in was sent. */
  addFromSignInRequest(request: string): void;
  /** Remembers the token that a sign-in answered, and whose it is. */
  addFromSignInResponse(request: string, headers: IncomingHttpHeaders, answer: string): void;
  /** Whether a text, or a text inside a value, holds a secret. */
  containsSecret(value: unknown): boolean;
}

const secretName = /key|secret|password|token|email/i;
// Shorter values of cookies are settings, such as a locale.
const cookieLength = 16;

/** The credentials of a recording: those that are known, and each that is seen later. */
export function createCredentials(known: KnownActors): Credentials {
  const secrets = new Set<string>();
  const owners = new Map<string, Actor>();
  const keys = new Map<string, Actor>();
  const add = (secret: string | undefined) => {
    // Half of a pair of surrogates cannot be escaped.
    const escaped = encodeURIComponent(secret?.replace(/\p{Surrogate}/gu, '') ?? '');
    // The empty text stands in every text.
    for (const each of [secret, escaped]) if (each) secrets.add(each);
  };
  for (const [actor, { token, key, secret }] of Object.entries(known) as [Actor, Credential][]) {
    [token, key, secret].forEach(add);
    if (token) owners.set(token, actor);
    if (key) keys.set(key, actor);
  }
  const addFromHeaders = (headers: IncomingHttpHeaders) => {
    add(tokenOf(headers.authorization));
    add(tokenOf(headers['proxy-authorization']));
    for (const cookie of headers.cookie?.split(/;\s*/) ?? []) {
      const value = cookie.slice(cookie.indexOf('=') + 1);
      if (value.length >= cookieLength) add(value);
    }
  };
  return {
    actorOf(authorization) {
      const token = tokenOf(authorization);
      if (!token) return 'anonymous';
      return (authorization!.startsWith('Bearer ') && owners.get(token)) || 'stranger';
    },
    addFromHeaders,
    addFromSignInRequest: (request) => secretsIn(request).forEach(add),
    addFromSignInResponse(request, headers, answer) {
      const tokens = [...secretsIn(answer), tokenOf(headers.authorization)].filter((token) => token !== undefined);
      tokens.forEach(add);
      const actor = secretsIn(request)
        .map((key) => keys.get(key))
        .find((owner) => owner !== undefined);
      if (actor) for (const token of tokens) owners.set(token, actor);
    },
    containsSecret(value) {
      const texts = [JSON.stringify(value) ?? '', ...stringsIn(value)];
      return [...secrets].some((secret) => texts.some((text) => text.includes(secret)));
    },
  };
}

/** The credentials of an `Authorization` header, without their scheme. */
const tokenOf = (header: string | undefined): string | undefined => header?.replace(/^\S+\s+/, '').trim();

/** The texts that stand under a telling name in a JSON body or a form. */
function secretsIn(body: string): string[] {
  const found: string[] = [];
  const look = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null) for (const [key, each] of Object.entries(value)) look(each, key);
    else if (typeof value === 'string' && secretName.test(name)) found.push(value);
  };
  try {
    look(JSON.parse(body), '');
  } catch {
    for (const [name, value] of new URLSearchParams(body)) look(value, name);
  }
  return found;
}
