import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import cors from '@koa/cors';
import Koa, { type Context, type Middleware } from 'koa';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { maxBodyBytes } from '../../src/client/foreign-response.ts';
import { sendHttp } from '../../src/client/http.ts';
import {
  type KnownActors,
  type RecordedServer,
  type ObservedExchange,
  RecordedCredentials,
  RecordingFile,
} from '../../src/client/recording.ts';
import { textOf } from '../../src/client/json-value.ts';
import { type StandInIdentity, readRoot, standInIdentity } from '../../src/client/target.ts';
import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification-suite.ts';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';
import { readBodyText } from '../../src/server/http/body.ts';
import { handleErrors } from '../../src/server/http/error-handler.ts';
import { formatGraphqlError } from '../../src/server/http/graphql-endpoint.ts';
import {
  createForeignOriginGuard,
  createForeignOriginTest,
  refuseForeignHosts,
} from '../../src/server/http/origins.ts';
import { listen, urlOf } from '../../src/server/listen.ts';
import { type RecordingResult, readRecorded, writeDrafts } from './drafts.ts';

export interface RecorderOptions {
  /** The names that the `Host` header may have, besides those of this machine. */
  allowedHosts?: readonly string[] | undefined;
  /** The origins, besides those of this machine, whose web pages may use the recorder; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
  /** URL of the GraphQL endpoint that requests are forwarded to. */
  upstream: string;
  /** The new file of the recording, or the folder for the drafts. */
  out: string;
  /** Whether to write draft cases in place of a recording. */
  draft?: boolean;
  /** Default: 0, any free port. */
  port?: number;
  /** The actors of known tokens. */
  actors?: KnownActors;
  /** The names of the records of the upstream, which drafts use. Default: those of the demo world if the upstream says that it has that. */
  placeholders?: Record<string, unknown> | undefined;
  /** The dialect of the upstream. Default: `specification`. */
  dialect?: SuiteDialect;
  /** Time limit for the upstream to send something. Default: 30000. */
  timeoutMs?: number;
  /** Called with a sentence after each exchange; in place of a recording, drafts are made of GraphQL requests only. */
  onExchange?: (sentence: string) => void;
}

export interface Recorder {
  /** URL of the recorder, with the path of the upstream. */
  url: string;
  /** Stops the proxy, aborts open requests, and writes what is not written yet. Later calls return the same result. */
  close(): Promise<RecordingResult>;
}

/** Starts a proxy that records the exchanges between clients and an upstream. A CommandError names an invalid option. */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { upstream, port = 0, corsOrigins, actors, allowedHosts = [], timeoutMs = 30_000 } = options;
  const upstreamUrl = parseUpstreamUrl(upstream);
  const credentials = new RecordedCredentials(actors);
  const readUpstream = async () =>
    standInIdentity(await readRoot((request) => sendHttp(new URL('/', upstreamUrl).href, request, timeoutMs)));
  const identity = options.draft && options.placeholders ? undefined : await readUpstream();
  const server = await listen({ host: '127.0.0.1', port });
  const stopped = new AbortController();
  let recording: Recording;
  let failure: Error | undefined;
  try {
    recording = options.draft
      ? recordDrafts(options, credentials, options.placeholders ?? namesOf(identity))
      : recordFile(options, credentials, identity && serverOf(identity));
  } catch (error) {
    server.close();
    throw error;
  }
  const onLeave = ({ href }: URL) =>
    options.onExchange?.(
      credentials.redact(
        `The upstream redirects to ${href}, where nothing is recorded: that is no address of ${upstream}.`,
      ),
    );
  const isForeign = createForeignOriginTest({ corsOrigins, allowedHosts });
  const refuseForeignOrigin = createForeignOriginGuard(isForeign);
  const app = new Koa();
  // A client that disconnects is no bug, and a refusal is sent.
  app.silent = true;
  app.use(handleErrors((refusal, ctx) => formatGraphqlError(refusal, ctx as Context)));
  app.use(refuseForeignHosts(allowedHosts) as Middleware);
  app.use((ctx, next) => {
    refuseForeignOrigin(ctx, 'The recorder');
    return next();
  });
  app.use(cors({ origin: (ctx) => ctx.get('Origin'), exposeHeaders: 'Authorization' }));
  app.use(async (ctx) => {
    const observed = await forward(ctx, upstreamUrl, credentials, { timeoutMs, signal: stopped.signal, onLeave });
    try {
      const sentence = recording.add(observed);
      if (sentence !== undefined) options.onExchange?.(sentence);
    } catch (error) {
      failure ??= error as Error;
    }
  });
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    stopped.abort();
    await closed;
    const result = recording.close();
    if (failure) throw failure;
    return result;
  };
  let closing: Promise<RecordingResult> | undefined;
  return {
    url: new URL(urlOf(server)).origin + (upstreamUrl.pathname === '/' ? '' : upstreamUrl.pathname),
    close: () => (closing ??= close()),
  };
}

function parseUpstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CommandError(`the upstream must be an http or https URL, not ${text}`, exitCodes.usage);
}

// Those of one connection; `fetch` decompresses the body of the response and adds its length.
const ownHeaders =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|access-control-.*)$/;

/** Sends a request to the upstream, and what comes back to the client. The upstream must respond with text, as the API does. */
async function forward(
  ctx: Context,
  upstream: URL,
  credentials: RecordedCredentials,
  { timeoutMs, signal, onLeave }: { timeoutMs: number; signal: AbortSignal; onLeave: (target: URL) => void },
): Promise<ObservedExchange> {
  const { method, url, headers } = ctx.req as IncomingMessage & { method: string; url: string };
  // A proxy of the upstream would send it to another server.
  if (!url.startsWith('/')) ctx.throw(400, 'The target of the request must be a path.');
  const path = upstreamPath(upstream, url);
  const body = await readBodyText(ctx, maxBodyBytes);
  const sent = { method, path: apiPath(upstream, path), requestHeaders: headers, requestBody: body };
  // Also without a response, a secret is one.
  credentials.learn(sent);
  const forwarded = Object.entries(ctx.req.headersDistinct).flatMap(([name, values = []]) =>
    ownHeaders.test(name) ? [] : [[name, values.join(', ')]],
  );
  const request = {
    method,
    headers: Object.fromEntries(forwarded) as Record<string, string>,
    ...(method !== 'GET' && method !== 'HEAD' && body !== '' && { body }),
  };
  let received = new Headers();
  const onHeaders = (each: Headers) => (received = each);
  const response = await sendHttp(upstream.origin + path, request, timeoutMs, onHeaders, signal).catch((error: Error) =>
    ctx.throw(502, `The upstream does not respond: ${error.message}`, { expose: true }),
  );
  if (response.problem !== undefined)
    ctx.throw(502, `The upstream does not respond as an API: ${response.problem}`, { expose: true });
  ctx.status = response.status;
  for (const [name, value] of received) if (!ownHeaders.test(name)) ctx.append(name, value);
  const location = received.get('location');
  if (location !== null) {
    const target = redirectedTo(location, new URL(upstream.origin + path), upstream);
    if (target instanceof URL) onLeave(target);
    ctx.set('Location', String(target));
  }
  ctx.body = response.text;
  const responseHeaders = { ...Object.fromEntries(received), 'set-cookie': received.getSetCookie() };
  return { ...sent, status: response.status, responseHeaders, responseBody: response.text };
}

/** Where a redirect of a page leads at the recorder: a path, or an address that is not the upstream's. */
function redirectedTo(location: string, page: URL, upstream: URL): string | URL {
  if (!URL.canParse(location, page.href)) return location;
  const target = new URL(location, page.href);
  const path = target.pathname + target.search;
  const isRecorded = target.origin === upstream.origin && upstreamPath(upstream, path) === path;
  return isRecorded ? path + target.hash : target;
}

/** The path of a request at the upstream; one outside the upstream's path is appended to it. */
function upstreamPath({ pathname }: URL, path: string): string {
  const base = pathname.replace(/\/$/, '');
  if (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)) return path;
  return path === '/' || path.startsWith('/?') ? base + path.slice(1) : base + path;
}

/** Recordings have the path /api, wherever the API is. */
const apiPath = ({ pathname }: URL, path: string): string => path.replace(pathname.replace(/\/$/, ''), '/api');

/** Only a stand-in says which world it has. An id of another server is no name of the demo world. */
const namesOf = (identity: StandInIdentity | undefined): Record<string, unknown> =>
  identity?.world === 'demo' || identity?.world === 'demo-oauth' ? demoPlaceholders : {};

const serverOf = ({ dialect, world, time }: StandInIdentity): RecordedServer => ({
  dialect: textOf(dialect),
  world: textOf(world),
  startTime: textOf(time),
});

interface Recording {
  /** Returns a sentence about an exchange that is recorded, or why it is not; undefined for one that does not matter. */
  add(observed: ObservedExchange): string | undefined;
  close(): RecordingResult;
}

function recordFile({ out }: RecorderOptions, credentials: RecordedCredentials, server?: RecordedServer): Recording {
  const recording = new RecordingFile(out, credentials);
  let number = 0;
  return {
    add(observed) {
      const { actor, request, response } = recording.add(observed, server);
      return `${(number += 1)}. ${request.method} ${request.path} by ${actor}: status ${response.status}`;
    },
    close() {
      recording.close();
      return { written: [out], withheld: [], notRecordable: [] };
    },
  };
}

function recordDrafts(
  { out, dialect = specificationSuiteDialect }: RecorderOptions,
  credentials: RecordedCredentials,
  placeholders: Record<string, unknown>,
): Recording {
  writing(out, () => mkdirSync(out, { recursive: true }));
  // A later exchange may show that a text of an earlier one is a secret, so that nothing is written before the end.
  const exchanges: ObservedExchange[] = [];
  const recorded = () => exchanges.map((each, index) => credentials.recordedExchange(each, index + 1));
  return {
    add(observed) {
      credentials.learn(observed);
      const read = readRecorded(credentials.recordedExchange(observed, 0), dialect);
      if (!read) return undefined;
      exchanges.push(observed);
      const reason = typeof read.exchange === 'string' ? `: not recordable, ${read.exchange}` : '';
      return `${exchanges.length}. ${read.sentence}${reason}`;
    },
    close: () => writeDrafts(recorded(), out, { dialect, placeholders }),
  };
}
