import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { GraphQLRequest } from '../../graphql/executor.ts';
import type { Recording } from './recording.ts';

/** How many characters of a request, and of a response, are kept: a longer one is not. */
export const maxMessageLength = 100_000;
/** How many characters are kept for the exchanges of all worlds of a process; the oldest make room. */
export const maxKeptLength = 16_000_000;

// What the objects around the texts take.
const baseLength = 1000;

/** The request and the response of an exchange, as references to what the server had anyway. */
export interface KeptMessages {
  isExecuted: boolean;
  /** Undefined if nothing was executed, or if the request is too long. */
  readRequest: (() => GraphQLRequest) | undefined;
  requestHeaders: IncomingHttpHeaders;
  responseHeaders: OutgoingHttpHeaders;
  /** Undefined if it is too long, or a stream. */
  body: string | Buffer | undefined;
}

const kept = new LRUCache<Recording, KeptMessages>({ maxSize: maxKeptLength });

/** Keeps the messages of an exchange. */
export function keepMessages(recording: Recording, ctx: Context): void {
  const { req, res } = ctx;
  const whole = bodyOf(ctx.body);
  const body = whole && whole.length > maxMessageLength ? undefined : whole;
  const size = baseLength + recording.requestLength + lengthOf(req.rawHeaders) + (body?.length ?? 0);
  const messages = {
    isExecuted: recording.request !== undefined,
    readRequest: recording.readRequest,
    requestHeaders: req.headers,
    responseHeaders: res.getHeaders(),
    body,
  };
  recording.readRequest = undefined;
  kept.set(recording, messages, { size });
}

/** The messages of an exchange; undefined if they had to make room. */
export const messagesOf = (recording: Recording): KeptMessages | undefined => kept.peek(recording);

/** Forgets the messages of an exchange. */
export const forgetMessages = (recording: Recording): void => void kept.delete(recording);

/** The body as it is sent: Koa takes objects for JSON. Undefined for a stream. */
function bodyOf(body: unknown): string | Buffer | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (body === undefined || body === null) return '';
  return Object.getPrototypeOf(body) === Object.prototype ? JSON.stringify(body) : undefined;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);
