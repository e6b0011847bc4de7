import { type IncomingMessage, type RequestListener, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createTemporaryFolder } from './folders.ts';
import { type RecorderOptions, startRecorder } from '../../conformance/record/recorder.ts';

/** Starts an upstream until the end of the test, and returns its URL. */
export async function startUpstream(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy of a server that changes both bodies, and hides `GET /`, where a stand-in says its dialect. */
export const startProxy = (t: TestContext, server: string, change = (text: string) => text) =>
  startUpstream(t, async (incoming, response) => {
    const { method, headers } = incoming;
    if (incoming.url === '/') return void response.writeHead(404).end();
    const body = method === 'POST' ? change(String(await readAllBytes(incoming))) : undefined;
    const { 'content-type': type = 'text/plain', authorization = '' } = headers;
    const received = await fetch(new URL(incoming.url!, server), {
      method,
      body,
      headers: { 'content-type': type, authorization },
      redirect: 'manual',
    });
    const contentType = received.headers.get('content-type') ?? 'text/plain';
    response.writeHead(received.status, { 'content-type': contentType }).end(change(await received.text()));
  });

/** Starts a recorder in front of an upstream until the end of the test. */
export async function startRecorderFor(t: TestContext, upstream: string, options: Partial<RecorderOptions> = {}) {
  const recorder = await startRecorder({ upstream, out: createTemporaryFolder(t), draft: true, ...options });
  t.after(() => recorder.close());
  return recorder;
}

/** Reads the body of a message. */
export async function readAllBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends a request, and returns the response with its unmodified body. */
export const sendRequest = (
  url: string,
  method: string,
  headers: Record<string, string | string[]>,
  body: Buffer | string = '',
) =>
  new Promise<IncomingMessage & { bytes: Buffer }>((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (response) =>
      readAllBytes(response).then((bytes) => resolve(Object.assign(response, { bytes })), reject),
    );
    outgoing.on('error', reject).end(body);
  });
