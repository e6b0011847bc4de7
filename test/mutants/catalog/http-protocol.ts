import type { RequestListener } from 'node:http';
import { type Mutant, type ServerChanges, mutant } from '../mutated-server.ts';

const listenerMutant = (name: string, killedBy: string, listener: ServerChanges['listener']): Mutant =>
  mutant(name, killedBy, { listener });

const typenameBody = JSON.stringify({ data: { __typename: 'Query' } });

/** Changes the status and the body of a response; undefined leaves it unchanged. */
const mapResponse =
  (change: (status: number, body: string, method: string) => [number, string] | undefined) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const end = response.end.bind(response) as (body?: unknown) => typeof response;
    response.end = ((body?: unknown) => {
      const changed = change(response.statusCode, String(body ?? ''), request.method ?? '');
      if (!changed) return end(body);
      const [status, changedBody] = changed;
      response.statusCode = status;
      response.setHeader('Content-Length', Buffer.byteLength(changedBody));
      return end(changedBody);
    }) as typeof response.end;
    return listener(request, response);
  };

/** Changes a header of the request; undefined leaves it unchanged. */
const mapHeader =
  (name: string, change: (value: string | undefined) => string | undefined) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const value = change(request.headers[name] as string | undefined);
    if (value !== undefined) request.headers[name] = value;
    return listener(request, response);
  };

/** Changes the query string of the URL. */
const mapSearch =
  (change: (parameters: URLSearchParams) => void) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const [path, search] = request.url!.split('?');
    const parameters = new URLSearchParams(search);
    change(parameters);
    if (search !== undefined) request.url = `${path}?${parameters.toString()}`;
    return listener(request, response);
  };

/** Servers that violate the HTTP protocol: methods, media types, status codes, bodies. */
export const httpMutants: Mutant[] = [
  listenerMutant(
    'a GET is executed',
    'http/get',
    mapResponse((_, __, method) => (method === 'GET' ? [200, typenameBody] : undefined)),
  ),
  listenerMutant(
    'a successful response has status 500',
    'http/post-json',
    mapResponse((_, body, method) => (method === 'POST' && body.startsWith('{"data"') ? [500, body] : undefined)),
  ),
  listenerMutant(
    'a GET gets status 404',
    'http/get',
    mapResponse((_, __, method) => (method === 'GET' ? [404, '{"errors":[{"message":"None"}]}'] : undefined)),
  ),
  listenerMutant(
    'a GET with a query is refused',
    'http/get-with-query',
    mapResponse((status, __, method) =>
      method === 'GET' && status === 200 ? [405, '{"errors":[{"message":"None"}]}'] : undefined,
    ),
  ),
  listenerMutant(
    'a GET executes a mutation',
    'http/get-mutation',
    mapSearch((parameters) => parameters.set('query', parameters.get('query')?.replace('mutation {', 'query {') ?? '')),
  ),
  listenerMutant(
    'a GET executes a mutation that it names',
    'http/get-mutation-named',
    mapSearch((parameters) => parameters.get('operationName') === 'Write' && parameters.set('operationName', 'Read')),
  ),
  listenerMutant(
    'a GET has no variables',
    'http/get-with-variables',
    mapSearch((parameters) => parameters.delete('variables')),
  ),
  listenerMutant(
    'variables in a URL are not parsed',
    'http/get-variables-malformed',
    mapSearch((parameters) => parameters.get('variables') === '{' && parameters.delete('variables')),
  ),
  listenerMutant(
    'a persisted query gets an error without a code',
    'http/persisted-query',
    mapResponse((status, body) =>
      body.includes('PersistedQuery') ? [status, '{"errors":[{"message":"PersistedQueryNotSupported"}]}'] : undefined,
    ),
  ),
  listenerMutant(
    'malformed JSON gets a response with data',
    'http/body-malformed',
    mapResponse((status) => (status === 400 ? [200, typenameBody] : undefined)),
  ),
  listenerMutant(
    'an invalid body gets status 200',
    'http/body-text',
    mapResponse((status, body) => (status === 400 ? [200, body] : undefined)),
  ),
  listenerMutant(
    'an invalid body gets status 500',
    'http/variables-list',
    mapResponse((status, body) => (status === 400 ? [500, body] : undefined)),
  ),
  listenerMutant(
    'a request error has data',
    'http/query-null',
    mapResponse((status, body) =>
      status === 400 ? [400, body.replace('{', '{"data":{"__typename":"Query"},')] : undefined,
    ),
  ),
  listenerMutant(
    'any media type is accepted',
    'http/text-plain',
    mapHeader('content-type', () => 'application/json'),
  ),
  listenerMutant(
    'a charset parameter is rejected',
    'http/charset',
    mapHeader('content-type', (type) => (type?.includes('charset') ? 'text/plain' : undefined)),
  ),
  listenerMutant(
    'any Authorization scheme signs in',
    'http/bearer-other-scheme',
    mapHeader('authorization', (value) => value?.replace('Basic abc', 'Bearer member-token')),
  ),
  listenerMutant(
    'a stray character precedes the body',
    'http/post-json',
    mapResponse((status, body) => (status === 200 ? [200, `x${body}`] : undefined)),
  ),
];
