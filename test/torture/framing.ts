import * as fc from 'fast-check';
import { startRecorder } from '../../conformance/record/recorder.ts';
import { sendRaw, startRawUpstream } from '../support/raw-upstream.ts';
import type { Torture } from './torture.ts';

const smuggled = 'POST /api HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer stolen\r\nContent-Length: 0\r\n\r\n';

const namesOfFraming = fc.constantFrom('Content-Length', 'content-length', 'Transfer-Encoding', 'transfer-encoding');
const connectionOption = fc.oneof(
  namesOfFraming,
  fc.constantFrom('close', 'keep-alive', 'Host', 'Via', 'TE', 'Upgrade', 'Authorization', 'Content-Type', ' ', '"'),
);
const length = fc.constantFrom(
  ...[0, 1, 5, smuggled.length - 1, smuggled.length, smuggled.length + 1, 1e9].map(String),
  '0x5',
  '+5',
  '5, 5',
  '05',
);
const header = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(connectionOption, { minLength: 1, maxLength: 3 })
      .map((each) => `Connection: ${each.join(', ')}`),
  },
  { weight: 4, arbitrary: fc.constant(`Content-Length: ${smuggled.length}`) },
  { weight: 1, arbitrary: length.map((each) => `Content-Length: ${each}`) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('chunked', 'Chunked', 'identity', 'gzip, chunked', 'x')
      .map((each) => `Transfer-Encoding: ${each}`),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'Content_Length: 5',
      'Transfer_Encoding: chunked',
      'Expect: 100-continue',
      'Upgrade: h2c',
      'TE: trailers',
      'Trailer: Content-Length',
      'Proxy-Connection: Content-Length',
      'Keep-Alive: timeout=5',
      'X-HTTP-Method-Override: POST',
      'Content-Type: text/plain',
      'Content-Encoding: chunked',
      'X: a\tb',
    ),
  },
);
const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const requests = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  headers: fc.array(header, { minLength: 1, maxLength: 5 }),
  body: fc.constantFrom('', smuggled, chunked(smuggled), `0\r\n\r\n${smuggled}`, chunked('a') + smuggled),
});

/**
 * Random combinations of headers, sent to a recorder. What it forwards is read by a socket that frames requests by itself: each
 * connection has one request, which the recorder wrote, and nothing after it.
 */
export const framing: Torture = async ({ folder, random, isShort }) => {
  const closing: (() => unknown)[] = [];
  const t = { after: (close: () => unknown) => void closing.push(close) } as Parameters<typeof startRawUpstream>[0];
  const seed = Math.floor(random() * 2 ** 31);
  const all = fc.sample(requests, { numRuns: isShort ? 200 : 10_000, seed });
  const problems: string[] = [];
  let forwarded = 0;
  try {
    const { origin, connections } = await startRawUpstream(t);
    const { host } = new URL(origin);
    const recorder = await startRecorder({ upstream: origin, out: folder, timeoutMs: 1000 });
    t.after(() => recorder.close());
    for (const { method, headers, body } of all) {
      const text = `${method} /page HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;
      // A second request of the client on its own connection is one of its own, so the connection ends after the first response.
      await sendRaw(recorder.url, text, 30);
      for (const connection of connections.splice(0)) {
        forwarded += connection.requests.length;
        // A request that the client sends after another one has the Host of the upstream; one in a body keeps its own.
        const isOwn = connection.requests.every(
          ({ line, headers: own, body: ownBody }) =>
            own.includes(`Host: ${host}`) &&
            !own.includes('Host: x') &&
            !(/^(?:GET|HEAD) /.test(line) && ownBody !== ''),
        );
        if (!isOwn || connection.requests.length > 1 || (connection.requests.length === 1 && connection.rest !== ''))
          problems.push(JSON.stringify({ text, connection }));
      }
    }
  } finally {
    for (const close of closing.toReversed()) await close();
  }
  return { summary: `${all.length} requests, seed ${seed}`, counts: { forwarded }, problems };
};
