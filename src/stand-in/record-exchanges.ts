import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { KnownActors, RecordingFile } from '../client/recording.ts';
import { LimitedBody, decodeBody } from '../client/foreign-response.ts';
import type { Store } from '../store/store.ts';

/** Writes every request to the API, and the response to it, to a file. The server notices nothing of it. */
export const recordExchanges =
  (listener: RequestListener, file: RecordingFile): RequestListener =>
  (request, response) => {
    if (/^\/api(?![^/?])/.test(request.url ?? '')) observe(request, response, file);
    listener(request, response);
  };

function observe(request: IncomingMessage, response: ServerResponse, file: RecordingFile): void {
  const [sent, received] = [new LimitedBody(), new LimitedBody()];
  // A listener for `data` would take the chunks from the server.
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) sent.add(chunk);
    return push(chunk, encoding);
  };
  const [write, end] = [response.write.bind(response), response.end.bind(response)] as [
    (...values: unknown[]) => boolean,
    (...values: unknown[]) => ServerResponse,
  ];
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) received.add(Buffer.from(chunk));
  };
  response.write = (...values: unknown[]) => {
    take(values[0]);
    return write(...values);
  };
  response.end = (...values: unknown[]) => {
    take(values[0]);
    return end(...values);
  };
  response.once('finish', () => {
    const headers = Object.entries(response.getHeaders()).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : String(value),
    ]);
    file.add({
      method: request.method!,
      path: request.url!,
      requestHeaders: request.headers,
      requestBody: decodeBody(sent.bytes, request.headers) ?? '',
      status: response.statusCode,
      responseHeaders: Object.fromEntries(headers) as Record<string, string>,
      responseBody: received.bytes.toString('utf8'),
    });
  });
}

/** Whose the tokens and keys of a world are: of an administrator, of the first participant with one, or of another participant. */
export function actorsOfWorld(store: Pick<Store, 'all'>): KnownActors {
  const users = store.all('users').filter(({ token, key }) => token || key);
  const [member, other] = users.filter(({ admin }) => !admin);
  const entries = Object.entries({ admin: users.find(({ admin }) => admin), member, other });
  return Object.fromEntries(
    entries.flatMap(([actor, user]) =>
      user
        ? [[actor, { token: user.token ?? undefined, key: user.key ?? undefined, secret: user.secret ?? undefined }]]
        : [],
    ),
  );
}
