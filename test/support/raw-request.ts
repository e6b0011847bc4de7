import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

/** A request, byte by byte: these headers and no others. */
export interface RawRequest {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Leaves the request open after the body: what is answered is answered before its end. */
  unfinished?: boolean;
}
/** What came back. */
export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export const jsonHeaders = { 'content-type': 'application/json' };
/** The shortest request, and its answer. */
export const typenameRequest = '{"query":"{ __typename }"}';
export const typenameResponse = '{"data":{"__typename":"Query"}}';

/** Sends a request to the server of `url`, and gives up after three seconds; an unfinished body goes in chunks. */
export function sendRawRequest(
  url: string,
  { method = 'POST', path = '/api', headers = jsonHeaders, body, unfinished }: RawRequest,
) {
  return new Promise<RawResponse>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers, signal: AbortSignal.timeout(3000) }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
        if (unfinished) outgoing.destroy();
      });
    });
    outgoing.on('error', reject);
    if (unfinished) outgoing.write(body);
    else outgoing.end(body);
  });
}

/** Asserts a refused request: its status, and a body of one GraphQL error with this message and nothing else. */
export function assertHttpError({ status, headers, text }: RawResponse, expected: number, message: RegExp): void {
  assert.equal(status, expected, text);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const { errors, ...rest } = JSON.parse(text) as { errors: { message: string }[] };
  assert.deepEqual(errors, [{ message: errors[0]!.message }]);
  assert.match(errors[0]!.message, message);
  assert.deepEqual(rest, {});
}
