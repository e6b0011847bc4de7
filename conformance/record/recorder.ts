import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import type { SuiteDialect } from '../../src/dialects/suite-dialect.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification.ts';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';
import { isLoopbackName } from '../../src/server/http/origins.ts';
import { hostOf, listen, urlOf } from '../../src/server/listen.ts';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { type RecorderAccess, createAccess } from './access.ts';
import { type KnownActors, createCredentials } from './credentials.ts';
import { decodeBody } from '../../src/client/foreign-response.ts';
import { collectBody } from '../../src/cases/drafts/recorded-exchange.ts';
import { forward } from './forward.ts';
import { type ExchangeNotice, type RecordingResult, createRecording } from './recording.ts';

export interface RecorderOptions extends RecorderAccess {
  /** URL of the GraphQL endpoint that requests are forwarded to. */
  upstream: string;
  /** The folder for the drafts; created if it does not exist. */
  out: string;
  /** Default: 0, any free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** The actors of known tokens. Other tokens become the actor `stranger`. */
  actors?: KnownActors;
  /** The dialect of the upstream. Default: `specification`. */
  dialect?: SuiteDialect;
  /** Placeholders for the records of the upstream. Default: those of the demo world. */
  placeholders?: Record<string, unknown>;
  /** Time limit for the upstream to send something. Default: 30000. */
  timeoutMs?: number;
  /** Called after each GraphQL exchange. */
  onExchange?: (notice: ExchangeNotice) => void;
}

export interface Recorder {
  /** URL of the recorder, with the path of the upstream. */
  url: string;
  /** Stops the proxy, aborts open requests, and writes the drafts. Later calls return the same result. */
  close(): Promise<RecordingResult>;
}

/**
 * Starts a proxy that turns the GraphQL exchanges between clients and an upstream into draft cases. A CommandError names
 * an invalid option.
 */
export async function startRecorder({
  upstream,
  out,
  port = 0,
  host = '127.0.0.1',
  actors = {},
  dialect = specificationSuiteDialect,
  placeholders = demoPlaceholders,
  timeoutMs = 30_000,
  allowedHosts,
  corsOrigins,
  onExchange = () => {},
}: RecorderOptions): Promise<Recorder> {
  const upstreamUrl = parseUpstreamUrl(upstream);
  writing(out, () => mkdirSync(out, { recursive: true }));
  const credentials = createCredentials(actors);
  const schema = buildSchema(readContractSdl());
  const recording = createRecording({ schema, credentials, dialect, placeholders, onExchange });
  const server = await listen({ host, port });
  const access = createAccess({
    allowedHosts: allowedHosts ?? (isLoopbackName(hostOf(server)) ? [] : undefined),
    corsOrigins,
  });
  server.on('request', (request, response) => {
    const corsHeaders = access(request, response);
    if (corsHeaders === undefined) return void request.resume();
    const requestBody = collectBody(request);
    const startMoment = recording.nextMoment();
    const isSession = /\/sign_(in|out)\b/.test(request.url!);
    const requestText = () => decodeBody(requestBody(), request.headers) ?? '';
    credentials.addFromHeaders(request.headers);
    if (isSession) request.on('end', () => credentials.addFromSignInRequest(requestText()));
    const onResponse = (upstreamResponse: IncomingMessage) => {
      const responseBody = collectBody(upstreamResponse);
      credentials.addFromHeaders(upstreamResponse.headers);
      upstreamResponse.on('end', () => {
        if (isSession) {
          const responseText = decodeBody(responseBody(), upstreamResponse.headers) ?? '';
          credentials.addFromSignInResponse(requestText(), upstreamResponse.headers, responseText);
        } else {
          recording.add({
            request,
            requestBody: requestBody(),
            response: upstreamResponse,
            responseBody: responseBody(),
            startMoment,
          });
        }
      });
    };
    forward(request, response, { upstream: upstreamUrl, timeoutMs, onResponse, corsHeaders });
  });
  const path = upstreamUrl.pathname === '/' ? '' : upstreamUrl.pathname;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    return recording.writeDrafts(out);
  };
  let closing: Promise<RecordingResult> | undefined;
  return {
    url: new URL(urlOf(server)).origin + path,
    close: () => (closing ??= close()),
  };
}

function parseUpstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CommandError(`the upstream must be an http or https URL, not ${text}`, exitCodes.usage);
}
