import { isJsonObject } from '../model/json-value.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { type DocumentNode, parse, print } from 'graphql';
import type { Actor } from '../model/case.ts';

// Longer ones are forwarded all the same.
const recordedLength = 8 * 1024 * 1024;

/** The bytes of a message as they pass by; undefined when they are too many to be recorded. */
export function collectBody(message: IncomingMessage): () => Buffer | undefined {
  const chunks: Buffer[] = [];
  let length = 0;
  message.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > recordedLength) chunks.length = 0;
    else chunks.push(chunk);
  });
  return () => (length > recordedLength ? undefined : Buffer.concat(chunks));
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: recordedLength }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: recordedLength }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: recordedLength }),
};

/** The text of a body, its compression undone; undefined when that cannot be done. */
export function decodeBody(bytes: Buffer | undefined, headers: IncomingHttpHeaders): string | undefined {
  try {
    const decode = decoders[headers['content-encoding']?.toLowerCase() ?? 'identity'];
    return bytes && decode?.(bytes).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The answer to a GraphQL request, as it came. */
export type GraphQLResponseBody = Record<string, unknown>;

/** A GraphQL request and its answer. */
export interface ProxiedExchange {
  /** Its place among the GraphQL requests of the recording, from 1. */
  number: number;
  actor: Actor;
  /** The document as graphql-js prints it; as it came when it cannot be parsed. */
  query: string;
  document?: DocumentNode;
  operationName?: string;
  variables: Record<string, unknown>;
  /** The moments of the request's start and the answer's end, in the order of the recording. */
  startMoment: number;
  endMoment: number;
}

export type ParsedRequest = Pick<ProxiedExchange, 'query' | 'document' | 'operationName' | 'variables'>;

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** The GraphQL request of a message; undefined when it is none, a text says why it cannot be one of a case. */
export function parseRequest(
  { method, headers }: IncomingMessage,
  bytes: Buffer | undefined,
): ParsedRequest | string | undefined {
  if (method !== 'POST' || !/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
  if (!bytes) return 'the request is too long';
  const body = parsed(decodeBody(bytes, headers));
  if (!isJsonObject(body) || typeof body['query'] !== 'string') return undefined;
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity') return 'the request is compressed';
  const { query, operationName, variables } = body;
  if (!isJsonObject(variables ?? {})) return 'the variables are no object';
  if (typeof (operationName ?? '') !== 'string') return 'the operationName is no text';
  const document = parsedDocument(query as string);
  return {
    query: document ? print(document) : (query as string),
    document,
    operationName: (operationName as string | null) ?? undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  };
}

function parsedDocument(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

/** The GraphQL answer of a message, or why it is none. */
export function parseResponse({ headers }: IncomingMessage, bytes: Buffer | undefined): GraphQLResponseBody | string {
  const text = decodeBody(bytes, headers);
  if (text === undefined) return 'the answer is too long, or its compression is unknown';
  const body = parsed(text);
  return isJsonObject(body) ? body : 'the answer is no JSON object';
}
