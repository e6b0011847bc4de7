import type { RequestListener } from 'node:http';
import { type Mutant, type ServerChanges, mutant } from '../mutated-server.ts';

const listenerMutant = (name: string, killedBy: string, listener: ServerChanges['listener']): Mutant =>
  mutant(name, killedBy, { listener });

const typenameBody = JSON.stringify({ data: { __typename: 'Query' } });

/** Changes the status and the body of a response; undefined leaves it unchanged. */
export const mapResponse =
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
    'a GET executes a mutation',
    'http/get-mutation',
    mapSearch((parameters) => parameters.set('query', parameters.get('query')?.replace('mutation {', 'query {') ?? '')),
  ),
  listenerMutant(
    'an invalid body gets status 200',
    'http/invalid-bodies/6',
    mapResponse((status, body) => (status === 400 ? [200, body] : undefined)),
  ),
  listenerMutant(
    'any media type is accepted',
    'http/text-plain',
    mapHeader('content-type', () => 'application/json'),
  ),
  listenerMutant(
    'any Authorization scheme signs in',
    'http/bearer-other-scheme',
    mapHeader('authorization', (value) => value?.replace('Basic abc', 'Bearer member-token')),
  ),
];
