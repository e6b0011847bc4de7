import { type IncomingMessage, type RequestListener, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './recorder.ts';
import { type RecorderOptions, startRecorder } from '../../conformance/record/recorder.ts';

/** An upstream on a free port, until the test is over; its URL. */
export async function startUpstream(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A recorder in front of an upstream, until the test is over. */
export async function startRecorderFor(t: TestContext, upstream: string, options: Partial<RecorderOptions> = {}) {
  const recorder = await startRecorder({ upstream, out: temporaryFolder(t), ...options });
  t.after(() => recorder.close());
  return recorder;
}

/** The whole body of a message. */
export async function readAllBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends bytes, and gives the answer's as they came. */
export const sendRequest = (
  url: string,
  method: string,
  headers: Record<string, string | string[]>,
  body: Buffer | string = '',
) =>
  new Promise<IncomingMessage & { bytes: Buffer }>((resolve, reject) => {
    const outgoing = request(url, { method, headers }, (answer) =>
      readAllBytes(answer).then((bytes) => resolve(Object.assign(answer, { bytes })), reject),
    );
    outgoing.on('error', reject).end(body);
  });
