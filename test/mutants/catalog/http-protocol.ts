import type { RequestListener } from 'node:http';
import type { Mutant } from '../mutant.ts';
import { type ServerChanges, mutant } from '../mutated-server.ts';

const sending = (name: string, breaks: string, listener: ServerChanges['listener']): Mutant =>
  mutant(name, breaks, { listener });

const data = JSON.stringify({ data: { __typename: 'Query' } });

/** A listener that sends some answers with another status and body. */
const answeringHttp =
  (change: (status: number, body: string, method: string) => [number, string] | undefined) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const end = response.end.bind(response) as (body?: unknown) => typeof response;
    response.end = ((body?: unknown) => {
      const other = change(response.statusCode, String(body ?? ''), request.method ?? '');
      if (!other) return end(body);
      response.statusCode = other[0];
      response.setHeader('Content-Length', Buffer.byteLength(other[1]));
      return end(other[1]);
    }) as typeof response.end;
    return listener(request, response);
  };

/** A listener that takes one header for another. */
const header =
  (name: string, change: (value: string | undefined) => string | undefined) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const value = change(request.headers[name] as string | undefined);
    if (value !== undefined) request.headers[name] = value;
    return listener(request, response);
  };

/** HTTP: methods, media types, status codes, bodies. */
export const httpMutants: Mutant[] = [
  sending(
    'a GET is executed',
    'http/get',
    answeringHttp((_, __, method) => (method === 'GET' ? [200, data] : undefined)),
  ),
  sending(
    'a good answer has the status 500',
    'http/post-json',
    answeringHttp((_, body, method) => (method === 'POST' && body.startsWith('{"data"') ? [500, body] : undefined)),
  ),
  sending(
    'a GET is 404',
    'http/get',
    answeringHttp((_, __, method) => (method === 'GET' ? [404, '{"errors":[{"message":"None"}]}'] : undefined)),
  ),
  sending(
    'malformed JSON is answered with data',
    'http/body-malformed',
    answeringHttp((status) => (status === 400 ? [200, data] : undefined)),
  ),
  sending(
    'a wrong body is 200',
    'http/body-text',
    answeringHttp((status, body) => (status === 400 ? [200, body] : undefined)),
  ),
  sending(
    'a wrong body is 500',
    'http/variables-list',
    answeringHttp((status, body) => (status === 400 ? [500, body] : undefined)),
  ),
  sending(
    'an error carries data',
    'http/query-null',
    answeringHttp((status, body) =>
      status === 400 ? [400, body.replace('{', '{"data":{"__typename":"Query"},')] : undefined,
    ),
  ),
  sending(
    'any media type is taken',
    'http/text-plain',
    header('content-type', () => 'application/json'),
  ),
  sending(
    'a charset is refused',
    'http/charset',
    header('content-type', (type) => (type?.includes('charset') ? 'text/plain' : undefined)),
  ),
  sending(
    'any scheme of Authorization signs in',
    'http/bearer-other-scheme',
    header('authorization', (value) => value?.replace('Basic abc', 'Bearer member-token')),
  ),
  sending(
    'a character is sent before the answer',
    'http/post-json',
    answeringHttp((status, body) => (status === 200 ? [200, `x${body}`] : undefined)),
  ),
];
