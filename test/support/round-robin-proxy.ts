import { type IncomingMessage, request as httpRequest } from 'node:http';
import { startUpstream } from './upstream-server.ts';
import type { TestContext } from 'node:test';

/** Starts a proxy that sends each request to the next one of several servers. Returns its URL; it ends after the test. */
export async function startRoundRobinProxy(t: TestContext, urls: readonly string[]): Promise<string> {
  let count = 0;
  return startUpstream(t, (request: IncomingMessage, response) => {
    const server = urls[count++ % urls.length]!;
    const { method, headers } = request;
    const forwarded = httpRequest(new URL(request.url!, server), { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
}
