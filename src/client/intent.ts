import type { DocumentNode } from 'graphql';
import { type TargetRequest, headerOf } from './http-message.ts';
import { isJsonObject, parseJson, stringsIn } from './json-value.ts';
import { containsMutation, parseDocument } from './parse-document.ts';
import { isUnambiguous, mayWrite } from './unambiguous-document.ts';

/** The GraphQL operation of a request. */
export interface GraphqlOperation {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/**
 * What a server does with a request, as far as the request shows it:
 * - `read`: nobody finds anything but queries in it, or it signs in;
 * - `sign-out`: it ends a session;
 * - `write`: it has one document with a mutation, which every server reads the same;
 * - `unclear`: it may write, and servers could read it in different ways;
 * - `elsewhere`: its address is not one of the API.
 */
export type Intent =
  | { kind: 'read' | 'sign-out' }
  | { kind: 'write'; document: DocumentNode; operation: GraphqlOperation }
  | { kind: 'unclear' | 'elsewhere'; reason: string };

/** The addresses of an API: its endpoint and sign-in; with OAuth, also those at which a person signs in with an application. */
export interface ApiAddresses {
  /** URL of the GraphQL endpoint. */
  url: string;
  hasOAuth?: boolean | undefined;
}

/** Reads what a request asks for, as it will be sent: after the URL is normalized, wherever a document is in it. */
export function intentOf(request: TargetRequest, addresses: ApiAddresses): Intent {
  const place = placeOf(request, addresses);
  if (place === undefined) {
    const { pathname } = new URL(addresses.url + (request.path ?? ''));
    return { kind: 'elsewhere', reason: `${request.method} ${pathname} is not an address of the API` };
  }
  const header = unsafeHeader(request);
  if (header !== undefined) return { kind: 'unclear', reason: `servers could obey the header ${header}` };
  if (place === 'sign-out') return { kind: 'sign-out' };
  if (!mayWriteIn(request)) {
    const { method } = request;
    return readingMethods.has(method)
      ? { kind: 'read' }
      : { kind: 'unclear', reason: `${method} is no method to read` };
  }
  return (
    (place === 'endpoint' ? writeIn(request) : undefined) ?? {
      kind: 'unclear',
      reason: 'servers could read the request in different ways',
    }
  );
}

const readingMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);

type Place = 'endpoint' | 'sign-in' | 'sign-out' | 'oauth';

/** By what follows the path of the endpoint. */
const placesInApi = new Map<string, Place>([
  ['', 'endpoint'],
  ['/', 'endpoint'],
  ['/sign_in', 'sign-in'],
  ['/sign_out', 'sign-out'],
]);

/** Which part of the API a request is sent to; undefined if to none. */
function placeOf({ path = '' }: TargetRequest, { url, hasOAuth = false }: ApiAddresses): Place | undefined {
  const endpoint = new URL(url);
  const address = new URL(url + path);
  if (address.origin !== endpoint.origin || address.username !== endpoint.username) return undefined;
  const base = endpoint.pathname.replace(/\/$/, '');
  if (address.pathname === base || address.pathname.startsWith(`${base}/`))
    return placesInApi.get(address.pathname.slice(base.length));
  const site = base.replace(/\/[^/]*$/, '');
  if (!hasOAuth || !address.pathname.startsWith(`${site}/`)) return undefined;
  return oauthPath.test(address.pathname.slice(site.length)) ? 'oauth' : undefined;
}

// A person who signs in or allows an application sees the pages of the site's root too, with or without a locale.
const oauthPath =
  /^\/(oauth\/(authorize|token|token\/info|introspect|revoke|me)|([a-z]{2}(-[A-Z]{2})?\/)?users\/sign_in|([a-z]{2}(-[A-Z]{2})?\/?)?)$/;

const plainHeaders = new Set([
  'accept',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-type',
  'cookie',
  'origin',
  'user-agent',
  'x-jwt-aud',
]);

/** A header with which a server could read another method, address or body; undefined if there is none. */
function unsafeHeader(request: TargetRequest): string | undefined {
  const unknown = Object.keys(request.headers).find((name) => !plainHeaders.has(name.toLowerCase()));
  const hasCharset = /charset=(?!"?(utf-8|us-ascii)\b)/i.test(headerOf(request, 'content-type') ?? '');
  return unknown ?? (hasCharset ? 'Content-Type' : undefined);
}

const queryOf = (path = ''): string => path.replace(/^[^?]*\??/, '').replace(/#.*$/s, '');

/**
 * Whether a server could find a mutation anywhere in a request: in a parameter of the URL or of a form, in a string of JSON, also of
 * malformed JSON and of members that are repeated, in a part of the body or in all of it; or a name for a document that it has.
 */
export function mayWriteIn({ path, body = '' }: Pick<TargetRequest, 'path' | 'body'>): boolean {
  const json = parseJson(body);
  if ((Array.isArray(json) ? json : [json]).some(isPersisted)) return true;
  const parameters = [queryOf(path), body].flatMap((text) => [...new URLSearchParams(text)]);
  if (parameters.some(([name]) => persistedName.test(name) || name === '_method')) return true;
  const strings = (body.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((each) => String(parseJson(each)));
  const texts = [...parameters.map(([, value]) => value), ...strings, ...body.split(/\r?\n(?:\r?\n|--)/), body];
  // A parameter can be JSON.
  return texts.some((text) => mayWrite(text) || stringsIn(parseJson(text)).some(mayWrite));
}

const persistedName = /^(extensions|documentId|doc_id|queryId|operationId)$/;

/** Whether a request names a document that the server has. */
const isPersisted = (json: unknown): boolean =>
  isJsonObject(json) &&
  Object.entries(json).some(([name, value]) =>
    name === 'extensions'
      ? isJsonObject(value) && 'persistedQuery' in value
      : persistedName.test(name) && value !== null,
  );

/** The GraphQL operation of a request, in JSON or a form; empty if it has none. Its parameters in the URL win. */
export function readOperation({ path, body = '' }: Pick<TargetRequest, 'path' | 'body'>): GraphqlOperation {
  const json = parseJson(body);
  const { query, operationName, variables }: Record<string, unknown> = {
    ...(isJsonObject(json) ? json : membersOf(body)),
    ...membersOf(queryOf(path)),
  };
  return {
    query: typeof query === 'string' ? query : '',
    operationName: typeof operationName === 'string' ? operationName : undefined,
    variables: isJsonObject(variables) ? variables : {},
  };
}

function membersOf(text: string): Record<string, unknown> {
  const { variables, ...others } = Object.fromEntries(new URLSearchParams(text));
  return { ...others, ...(variables !== undefined && { variables: parseJson(variables) }) };
}

/** The write of a request that has one document, in one place and in the form that its media type says; else undefined. */
function writeIn(request: TargetRequest): Extract<Intent, { kind: 'write' }> | undefined {
  const { method, path, body = '' } = request;
  const mediaType = (headerOf(request, 'content-type') ?? '').trim();
  const inUrl = [...new URLSearchParams(queryOf(path)).keys()];
  const json = parseJson(body);
  const inBody = isJsonObject(json) ? Object.keys(json) : [...new URLSearchParams(body).keys()];
  const form = isJsonObject(json) ? /^application\/json\b/i : /^application\/x-www-form-urlencoded\b/i;
  const isPlain = inUrl.length === 0 ? method === 'POST' && form.test(mediaType) : method === 'GET' && body === '';
  const names = inUrl.length === 0 ? inBody : inUrl;
  if (!isPlain || new Set(names).size < names.length || names.some((name) => !operationMembers.has(name)))
    return undefined;
  const operation = readOperation(request);
  const document = isUnambiguous(operation.query) ? parseDocument(operation.query) : undefined;
  if (!document || !containsMutation(document) || containsSubscription(document)) return undefined;
  // Nothing else than the document can be a document, or the name of one.
  const { query: _, ...others } = operation;
  return isPersisted(json) || stringsIn(others).some(mayWrite) ? undefined : { kind: 'write', document, operation };
}

const containsSubscription = ({ definitions }: DocumentNode): boolean =>
  definitions.some((each) => 'operation' in each && each.operation === 'subscription');

const operationMembers = new Set(['query', 'operationName', 'variables', 'extensions']);
