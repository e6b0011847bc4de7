import type { IncomingMessage } from 'node:http';
import { type DocumentNode, print } from 'graphql';
import { parseDocument } from '../documents.ts';
import type { Actor } from '../../client/actor.ts';
import { isJsonObject, parseJson } from '../../client/json-value.ts';
import { LimitedBody, decodeBody } from '../../client/foreign-response.ts';

/** Collects the body of a message while it is forwarded. The function returns undefined if the body is too long. */
export function collectBody(message: IncomingMessage): () => Buffer | undefined {
  const body = new LimitedBody();
  message.on('data', (chunk: Buffer) => body.add(chunk));
  return () => (body.isTooLong ? undefined : body.bytes);
}

/** The body of a GraphQL response. */
export type GraphQLResponseBody = Record<string, unknown>;

/** A GraphQL request that passed the proxy. */
export interface ProxiedExchange {
  /** Its number among the GraphQL requests of the recording, from 1. */
  number: number;
  actor: Actor;
  /** The document as graphql-js prints it, or unchanged if it has a syntax error. */
  query: string;
  document?: DocumentNode;
  operationName?: string;
  variables: Record<string, unknown>;
  /** Positions of the start of the request and the end of the response in the order of all events. */
  startMoment: number;
  endMoment: number;
}

export type ParsedRequest = Pick<ProxiedExchange, 'query' | 'document' | 'operationName' | 'variables'>;

/** Parses a GraphQL request. Returns undefined for other requests, and the reason for one that a case cannot repeat. */
export function parseRequest(
  { method, headers }: IncomingMessage,
  bytes: Buffer | undefined,
): ParsedRequest | string | undefined {
  if (method !== 'POST' || !/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  if (!bytes) return 'the request is too long';
  const body = parseJson(decodeBody(bytes, headers) ?? '');
  if (!isJsonObject(body) || typeof body['query'] !== 'string') return undefined;
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') return 'the request is compressed';
  const { operationName, variables } = body;
  if (!isJsonObject(variables ?? {})) return 'the variables are not an object';
  if (typeof (operationName ?? '') !== 'string') return 'the operationName is not a string';
  return normalizeRequest(body as unknown as SentRequest);
}

/** The members of a GraphQL request. */
export interface SentRequest {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/** Parses the document of a request, and prints it as graphql-js does. */
export function normalizeRequest({ query, operationName, variables }: SentRequest): ParsedRequest {
  const document = parseDocument(query);
  return {
    query: document ? print(document) : query,
    ...(document && { document }),
    ...(typeof operationName === 'string' && { operationName }),
    variables: variables ?? {},
  };
}

/** Parses the body of a GraphQL response. Returns the reason if it is not one. */
export function parseResponse({ headers }: IncomingMessage, bytes: Buffer | undefined): GraphQLResponseBody | string {
  const text = decodeBody(bytes, headers);
  if (text === undefined) return 'the response is too long, or its compression is unknown';
  const body = parseJson(text);
  return isJsonObject(body) ? body : 'the response is not a JSON object';
}
