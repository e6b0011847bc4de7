import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
  request,
} from 'node:http';
import type { TestContext } from 'node:test';
import { createTemporaryFolder } from './folders.ts';
import { type RecorderOptions, startRecorder } from '../../conformance/record/recorder.ts';
import { text } from 'node:stream/consumers';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { listenOnFreePort } from './raw-http.ts';
import { demoIdentity, startTestServer } from './test-server.ts';

/** Starts an upstream until the end of the test, and returns its URL. */
export const startUpstream = async (t: TestContext, listener: RequestListener): Promise<string> =>
  (await listenOnFreePort(t, listener)).url;

/** Starts a proxy of a server that changes both bodies, and hides `GET /`, where a stand-in says its dialect. */
export const startProxy = (t: TestContext, server: string, change = (body: string) => body) =>
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
  const out = createTemporaryFolder(t);
  // With names, the recorder does not ask the upstream which world it has.
  const recorder = await startRecorder({ upstream, out, draft: true, placeholders: {}, ...options });
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
  options: { path?: string } = {},
) =>
  new Promise<IncomingMessage & { bytes: Buffer }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, ...options }, (response) =>
      readAllBytes(response).then((bytes) => resolve(Object.assign(response, { bytes })), reject),
    );
    outgoing.on('error', reject).end(body);
  });

/** A request to a hostile target. */
export interface HostileRequest {
  body: string;
  /** The token of the actor. */
  token: string;
  headers: IncomingHttpHeaders;
  /** The response of the stand-in. */
  forward(): Promise<{ status: number; contentType: string; text: string }>;
}

/** What a hostile target sends; undefined for the response of the stand-in. A function writes the response itself. */
export type HostileResponse = string | ((response: ServerResponse) => void) | undefined;

/**
 * Starts a proxy in front of a stand-in that replaces some of its responses. The tokens of the target can be other than
 * those of the stand-in.
 */
export async function startHostileTarget(
  t: TestContext,
  respond: (request: HostileRequest) => HostileResponse | Promise<HostileResponse>,
  { dialect = 'specification', tokens = {} }: { dialect?: string; tokens?: Record<string, string> } = {},
) {
  const standIn = await startTestServer(t, { dialect: await loadServerDialect(dialect) });
  const url = await startUpstream(t, (message, response) => {
    const handle = async () => {
      if (message.url === '/') return response.end(demoIdentity);
      const body = await text(message);
      const token = message.headers.authorization?.replace('Bearer ', '') ?? '';
      const headers = { ...(message.headers as Record<string, string>) };
      if (token in tokens) headers['authorization'] = `Bearer ${tokens[token]}`;
      delete headers['host'];
      delete headers['connection'];
      const forward = async () => {
        const init = { method: message.method, headers, ...(body === '' ? {} : { body }) };
        const forwarded = await fetch(standIn.url, init);
        const contentType = forwarded.headers.get('content-type') ?? '';
        return { status: forwarded.status, contentType, text: await forwarded.text() };
      };
      const hostile = await respond({ body, token, headers: message.headers, forward });
      if (typeof hostile === 'function') return hostile(response);
      if (hostile !== undefined) return response.writeHead(200, { 'Content-Type': 'application/json' }).end(hostile);
      const forwarded = await forward();
      return response.writeHead(forwarded.status, { 'Content-Type': forwarded.contentType }).end(forwarded.text);
    };
    handle().catch((error: Error) => response.destroy(error));
  });
  return { ...standIn, url: `${url}/api` };
}

/** Whether a request is one of those that a run sends before the first case. */
export const isPreflight = ({ body }: HostileRequest): boolean => body === '' || body.includes('plenumPreflight');

/** The environment of a run on the stand-in. */
export const demoTokens = {
  PLENUM_ADMIN_TOKEN: 'admin-token',
  PLENUM_MEMBER_TOKEN: 'member-token',
  PLENUM_OTHER_TOKEN: 'other-token',
};
