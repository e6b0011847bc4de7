import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, signedInActors } from '../../src/client/actor.ts';
import { parseJson, stringsIn } from '../../src/client/json-value.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import type { Secret } from '../../src/client/target.ts';

/** What identifies an actor in requests: a token, or the key and secret of a sign-in. */
export interface Credential {
  token?: string;
  key?: string;
  secret?: string;
}

/** The credentials of actors that are known before the recording. */
export type KnownActors = Partial<Record<(typeof signedInActors)[number], Credential>>;

/** Collects the secrets of a recording and their actors. */
export interface Credentials {
  /** The actor of a request: `anonymous` without a token, `stranger` with an unknown one. */
  actorOf(authorization: string | undefined): Actor;
  /** Adds the secrets in the headers of a request or response. */
  addFromHeaders(headers: IncomingHttpHeaders): void;
  /** Adds the secrets in the body of a sign-in request. */
  addFromSignInRequest(requestBody: string): void;
  /** Adds the token in the response to a sign-in, and the actor of its key. */
  addFromSignInResponse(requestBody: string, headers: IncomingHttpHeaders, responseBody: string): void;
  /** Whether a value contains a secret, in any form that the redactor knows. */
  containsSecret(value: unknown): boolean;
}

const secretName = /key|secret|password|token|email/i;
// Shorter cookies are settings, such as a locale.
const minSecretCookieLength = 16;

/** Creates the credentials of a recording. */
export function createCredentials(knownActors: KnownActors): Credentials {
  const secrets: Secret[] = [];
  const redact = createRedactor(() => secrets);
  const actorByToken = new Map<string, Actor>();
  const actorByKey = new Map<string, Actor>();
  const add = (secret: string | undefined) => {
    if (secret && !secrets.some((each) => each.secret === secret)) secrets.push({ name: 'a secret', secret });
  };
  for (const [actor, { token, key, secret }] of Object.entries(knownActors) as [Actor, Credential][]) {
    [token, key, secret].forEach(add);
    if (token) actorByToken.set(token, actor);
    if (key) actorByKey.set(key, actor);
  }
  return {
    actorOf(authorization) {
      const token = parseToken(authorization);
      if (!token) return 'anonymous';
      return (authorization!.startsWith('Bearer ') && actorByToken.get(token)) || 'stranger';
    },
    addFromHeaders(headers) {
      add(parseToken(headers.authorization));
      add(parseToken(headers['proxy-authorization']));
      for (const cookie of headers.cookie?.split(/;\s*/) ?? []) {
        const value = cookie.slice(cookie.indexOf('=') + 1);
        if (value.length >= minSecretCookieLength) add(value);
      }
    },
    addFromSignInRequest: (requestBody) => secretsIn(requestBody).forEach(add),
    addFromSignInResponse(requestBody, headers, responseBody) {
      const tokens = [...secretsIn(responseBody), parseToken(headers.authorization)].filter(
        (token) => token !== undefined,
      );
      tokens.forEach(add);
      const actor = secretsIn(requestBody)
        .map((key) => actorByKey.get(key))
        .find((each) => each !== undefined);
      if (actor) for (const token of tokens) actorByToken.set(token, actor);
    },
    containsSecret: (value) => [JSON.stringify(value) ?? '', ...stringsIn(value)].some((text) => redact(text) !== text),
  };
}

/** An Authorization header without its scheme. */
const parseToken = (header: string | undefined): string | undefined => header?.replace(/^\S+\s+/, '').trim();

/** The values in a JSON or form body whose names suggest a secret. */
function secretsIn(body: string): string[] {
  const secrets: string[] = [];
  const collect = (value: unknown, name: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) collect(each, key);
    else if (typeof value === 'string' && secretName.test(name)) secrets.push(value);
  };
  const json = parseJson(body);
  if (json !== undefined) collect(json, '');
  else for (const [name, value] of new URLSearchParams(body)) collect(value, name);
  return secrets;
}
