import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname } from 'node:path';
import { writing } from '../errors.ts';
import type { signedInActors } from './actor.ts';
import { formatJson } from './format-text.ts';
import { parseJson } from './json-value.ts';
import { createRedactor, redactValue } from './redactor.ts';
import { type Replace, replaceInBody, replaceInJson, replaceInPath, secretMark, secretsFoundBy } from './secrets.ts';
import type { Secret } from './target.ts';

/** The sender of a recorded request: an actor, or a client whose token is no token, is changed, or has signed out. */
export type RecordedActor = 'admin' | 'member' | 'other' | 'anonymous' | 'garbage' | 'tampered' | 'signed-out';

/** A recorded request; its path starts with `/api`, and its body is either JSON or text. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** A recorded response; its body is either JSON or text. */
export interface RecordedResponse {
  status: number;
  /** Undefined if they were not recorded. */
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
}

/** What a stand-in says of itself when a recording begins. */
export interface RecordedServer {
  dialect?: string;
  /** The name of a world, or a folder as seen from the file. */
  world?: string;
  /** What its clock shows. */
  startTime?: string;
}

/** A request and the response to it; a file of recordings is a list of them. */
export interface RecordedExchange {
  /** The group, a slash, and the name within the group. */
  name: string;
  order: number;
  actor: RecordedActor;
  request: RecordedRequest;
  response: RecordedResponse;
  /** In the first exchange of a file: the server that a replay starts. */
  server?: RecordedServer;
}

/** What identifies an actor in requests: a token, or the key and secret of a sign-in. */
export interface KnownCredential {
  token?: string | undefined;
  key?: string | undefined;
  secret?: string | undefined;
}

/** The credentials of actors that are known before a recording. */
export type KnownActors = Partial<Record<(typeof signedInActors)[number], KnownCredential>>;

/** A request and the response to it, as they passed. */
export interface ObservedExchange {
  method: string;
  /** The path and the query string, from the path of the API. */
  path: string;
  requestHeaders: IncomingHttpHeaders;
  requestBody: string;
  status: number;
  responseHeaders: IncomingHttpHeaders;
  responseBody: string;
}

/** A request whose response may be missing. */
type LearnedExchange = Pick<ObservedExchange, 'path' | 'requestHeaders' | 'requestBody'> &
  Partial<Pick<ObservedExchange, 'responseHeaders' | 'responseBody'>>;

// A shorter value may be an ordinary word: it is only removed where its name says that it is a secret.
const minSecretLength = 8;
// Shorter cookies are settings, such as a locale.
const minSecretCookieLength = 16;
const keptRequestHeaders = ['accept', 'content-type'];
const keptResponseHeaders = ['content-type', 'location'];

/** The secrets of a recording and whose they are. They are removed before anything touches the disk. */
export class RecordedCredentials {
  readonly redact = createRedactor(() => this.#secrets);
  readonly #secrets: Secret[] = [];
  readonly #actorByToken = new Map<string, RecordedActor>();
  readonly #actorByKey = new Map<string, RecordedActor>();

  constructor(actors: KnownActors = {}) {
    this.addActors(actors);
  }

  /** Tells whose tokens and keys are known. */
  addActors(actors: KnownActors): void {
    for (const [actor, { token, key, secret }] of Object.entries(actors) as [RecordedActor, KnownCredential][]) {
      for (const each of [token, key, secret]) this.#addSecret(each);
      if (token) this.#actorByToken.set(token, actor);
      if (key) this.#actorByKey.set(key, actor);
    }
  }

  /** An exchange without its secrets; in place of a token, it has its actor. Learn its secrets before. */
  recordedExchange(observed: ObservedExchange, order: number): RecordedExchange {
    const { method, path, requestHeaders, requestBody, status, responseHeaders, responseBody } = observed;
    const body = (text: string) => {
      const json = parseJson(text);
      return json === undefined
        ? { text: this.redact(replaceInBody(text, hide)) }
        : { json: redactValue(replaceInJson(json, hide), this.redact) };
    };
    return {
      name: `recorded/${order}`,
      order,
      actor: this.#actorOf(requestHeaders.authorization),
      request: {
        method,
        path: this.redact(replaceInPath(path, hide)),
        headers: this.#kept(requestHeaders, keptRequestHeaders),
        ...(requestBody !== '' && body(requestBody)),
      },
      response: { status, headers: this.#kept(responseHeaders, keptResponseHeaders), ...body(responseBody) },
    };
  }

  #actorOf(authorization: string | undefined): RecordedActor {
    const token = tokenIn(authorization);
    if (token === undefined) return 'anonymous';
    return (authorization!.startsWith('Bearer ') && this.#actorByToken.get(token)) || 'garbage';
  }

  #addSecret(secret: string | undefined): void {
    if (secret && !this.#secrets.some((each) => each.secret === secret))
      this.#secrets.push({ name: secretMark, secret });
  }

  /** Learns the secrets of an exchange, and whose token a sign-in returned. */
  learn({ path, requestHeaders, requestBody, responseHeaders = {}, responseBody = '' }: LearnedExchange): void {
    for (const headers of [requestHeaders, responseHeaders]) {
      this.#addSecret(tokenIn(headers.authorization));
      this.#addSecret(tokenIn(headers['proxy-authorization']));
      const cookies = [headers.cookie ?? '', ...(headers['set-cookie'] ?? [])].flatMap((each) => each.split(/;\s*/));
      for (const cookie of cookies) {
        const value = cookie.slice(cookie.indexOf('=') + 1);
        if (value.length >= minSecretCookieLength) this.#addSecret(value);
      }
    }
    const sent = [...secretsFoundBy((replace) => replaceInPath(path, replace)), ...secretsOf(requestBody)];
    const received = [...secretsOf(responseBody), ...secretsOf(String(responseHeaders.location ?? ''))];
    const token = tokenIn(responseHeaders.authorization);
    if (token !== undefined) received.push(token);
    for (const each of [...sent, ...received]) if (each.length >= minSecretLength) this.#addSecret(each);
    const actor = sent.map((key) => this.#actorByKey.get(key)).find((each) => each !== undefined);
    if (actor) for (const each of received) this.#actorByToken.set(each, actor);
  }

  #kept(headers: IncomingHttpHeaders, names: string[]): Record<string, string> {
    const kept = Object.entries(headers).filter(([name]) => names.includes(name));
    return Object.fromEntries(kept.map(([name, value]) => [name, this.redact(String(value))]));
  }
}

const hide: Replace = () => secretMark;

/** Writes exchanges without secrets to a file, in the form that `plenum replay` reads. The file is a whole list after each exchange. */
export class RecordingFile {
  readonly credentials: RecordedCredentials;
  readonly #file: string;
  readonly #descriptor: number;
  #position = 1;
  #count = 0;

  /** Throws a CommandError if the file exists or cannot be written. */
  constructor(file: string, credentials = new RecordedCredentials()) {
    this.credentials = credentials;
    this.#file = file;
    this.#descriptor = writing(file, () => {
      mkdirSync(dirname(file), { recursive: true });
      const descriptor = openSync(file, 'wx', 0o600);
      writeSync(descriptor, '[]\n');
      return descriptor;
    });
  }

  /** Adds an exchange, and returns what is recorded of it. The first one says which server responds. */
  add(observed: ObservedExchange, server?: RecordedServer): RecordedExchange {
    this.credentials.learn(observed);
    const order = (this.#count += 1);
    const recorded = this.credentials.recordedExchange(observed, order);
    const exchange = { ...recorded, ...(order === 1 && server && { server }) };
    const text = Buffer.from(`${order > 1 ? ',' : ''}\n${formatJson(exchange, 2)}\n]\n`);
    writing(this.#file, () => {
      for (let written = 0; written < text.length;)
        written += writeSync(this.#descriptor, text, written, text.length - written, this.#position + written);
    });
    // The next exchange replaces the end of the list.
    this.#position += text.length - 3;
    return exchange;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** An Authorization header without its scheme. */
const tokenIn = (header: string | undefined): string | undefined => header?.replace(/^\S+\s+/, '').trim();

/** The secrets in a body by their names and their form. */
function secretsOf(body: string): string[] {
  const json = parseJson(body);
  return secretsFoundBy((replace) =>
    json === undefined ? replaceInBody(body, replace) : replaceInJson(json, replace),
  );
}
