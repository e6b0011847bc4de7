import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { LimitedBody, decodeBody } from '../../src/client/foreign-response.ts';
import {
  type KnownActors,
  type ObservedExchange,
  RecordedCredentials,
  RecordingFile,
} from '../../src/client/recording.ts';
import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification.ts';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';
import {
  createForeignOriginTest,
  createHostTest,
  foreignHostMessage,
  foreignOriginMessage,
  isLoopbackName,
} from '../../src/server/http/origins.ts';
import { hostOf, listen, urlOf } from '../../src/server/listen.ts';
import { type RecordingResult, readRecorded, writeDrafts } from './drafts.ts';
import { type HeaderPair, forward, sendError, upstreamPath } from './forward.ts';

/** Who may use the recorder. */
interface RecorderAccess {
  /** The names that the `Host` header may have, besides those of this machine; undefined if every name is allowed. */
  allowedHosts?: readonly string[] | undefined;
  /** The origins, besides those of this machine, whose web pages may use the recorder; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
}

export interface RecorderOptions extends RecorderAccess {
  /** URL of the GraphQL endpoint that requests are forwarded to. */
  upstream: string;
  /** The new file of the recording, or the folder for the drafts. */
  out: string;
  /** Whether to write draft cases in place of a recording. */
  draft?: boolean;
  /** Default: 0, any free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** The actors of known tokens. */
  actors?: KnownActors;
  /** The dialect of the upstream. Default: `specification`. */
  dialect?: SuiteDialect;
  /** Placeholders for the records of the upstream. Default: those of the demo world. */
  placeholders?: Record<string, unknown>;
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
  const { upstream, port = 0, host = '127.0.0.1', actors, timeoutMs = 30_000, onExchange = () => {} } = options;
  const upstreamUrl = parseUpstreamUrl(upstream);
  const credentials = new RecordedCredentials(actors);
  const server = await listen({ host, port });
  let recording: Recording;
  let failure: Error | undefined;
  try {
    recording = options.draft ? recordDrafts(options, credentials) : recordFile(options, credentials);
  } catch (error) {
    server.close();
    throw error;
  }
  const access = createAccess({
    ...options,
    allowedHosts: options.allowedHosts ?? (isLoopbackName(hostOf(server)) ? [] : undefined),
  });
  server.on('request', (request, response) => {
    const corsHeaders = access(request, response);
    if (corsHeaders === undefined) return void request.resume();
    // Recordings have the path /api, wherever the API is.
    const path = upstreamPath(upstreamUrl, request.url!).replace(upstreamUrl.pathname.replace(/\/$/, ''), '/api');
    const requestBody = collectBody(request);
    const sent = () => ({ path, requestHeaders: request.headers, requestBody: requestBody() ?? '' });
    credentials.learn({ ...sent(), requestBody: '' });
    // Also without a response, a secret is one.
    request.on('end', () => credentials.learn(sent()));
    const onResponse = (received: IncomingMessage) => {
      const responseBody = collectBody(received);
      received.on('end', () => {
        const [status, text] = [received.statusCode!, responseBody()];
        const exchange = { ...sent(), method: request.method!, status, responseHeaders: received.headers };
        const isComplete = requestBody() !== undefined && text !== undefined;
        try {
          const sentence = isComplete
            ? recording.add({ ...exchange, responseBody: text })
            : `${request.method} ${credentials.redact(path)} is not recorded: it is too long, or its compression is unknown`;
          if (sentence !== undefined) onExchange(sentence);
        } catch (error) {
          failure ??= error as Error;
        }
      });
    };
    forward(request, response, { upstream: upstreamUrl, timeoutMs, onResponse, corsHeaders });
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
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

/** Collects a body while it is forwarded. The function returns its text; undefined if it is too long, or its compression unknown. */
function collectBody(message: IncomingMessage): () => string | undefined {
  const body = new LimitedBody();
  message.on('data', (chunk: Buffer) => body.add(chunk));
  return () => (body.isTooLong ? undefined : decodeBody(body.bytes, message.headers));
}

interface Recording {
  /** Returns a sentence about an exchange that is recorded, or why it is not; undefined for one that does not matter. */
  add(observed: ObservedExchange): string | undefined;
  close(): RecordingResult;
}

function recordFile({ out }: RecorderOptions, credentials: RecordedCredentials): Recording {
  const recording = new RecordingFile(out, credentials);
  let number = 0;
  return {
    add(observed) {
      const { actor, request, response } = recording.add(observed);
      return `${(number += 1)}. ${request.method} ${request.path} by ${actor}: status ${response.status}`;
    },
    close() {
      recording.close();
      return { written: [out], unwritten: [], withheld: [], notRecordable: [] };
    },
  };
}

function recordDrafts(
  { out, dialect = specificationSuiteDialect, placeholders = demoPlaceholders }: RecorderOptions,
  credentials: RecordedCredentials,
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

/**
 * Creates a function that refuses requests with a foreign `Host` and those of web pages of foreign origins with status 403, and
 * answers preflights of the others. It returns the CORS headers of a request to forward, and undefined if it has sent a response.
 */
function createAccess({ allowedHosts, corsOrigins }: RecorderAccess) {
  const isAllowedHost = allowedHosts === undefined ? () => true : createHostTest(allowedHosts);
  const isForeign = createForeignOriginTest({ corsOrigins, allowedHosts });
  return ({ method, headers }: IncomingMessage, response: ServerResponse): HeaderPair[] | undefined => {
    const { host, origin, 'access-control-request-headers': names } = headers;
    const corsHeaders: HeaderPair[] = [
      ['Access-Control-Allow-Origin', origin ?? ''],
      ['Vary', 'Origin'],
    ];
    if (host !== undefined && !isAllowedHost(host)) sendError(response, 403, foreignHostMessage(host));
    else if (isForeign(headers)) sendError(response, 403, foreignOriginMessage('The recorder', origin));
    else if (origin === undefined) return [];
    else if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      corsHeaders.push(['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE']);
      if (names !== undefined) corsHeaders.push(['Access-Control-Allow-Headers', names]);
      response.writeHead(204, corsHeaders.flat()).end();
    } else return [...corsHeaders, ['Access-Control-Expose-Headers', 'Authorization']];
    return undefined;
  };
}
