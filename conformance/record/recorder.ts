import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/contract/schema.ts';
import type { SuiteDialect } from '../../src/contract/suite-dialect.ts';
import { specificationSuiteDialect } from '../../src/dialects/specification/suite.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { demoPlaceholders } from '../targets/demo-world.ts';
import { type KnownActors, createCredentials } from './credentials.ts';
import { collectBody, decodeBody } from './exchange.ts';
import { forward } from './forward.ts';
import { type ExchangeNotice, type RecordingResult, createRecording } from './recording.ts';

export interface RecorderOptions {
  /** The URL that GraphQL requests go to. */
  upstream: string;
  /** The folder that drafts are written to; made when missing. */
  out: string;
  /** 0 is any that is free. */
  port?: number;
  host?: string;
  /** Whose the tokens are: any other token is a stranger's. */
  actors?: KnownActors;
  dialect?: SuiteDialect;
  /** The names that the target has for its records; those of the demo world when left out. */
  placeholders?: Record<string, unknown>;
  /** Milliseconds that the upstream may be silent. */
  timeoutMs?: number;
  /** Told of every GraphQL exchange as it comes. */
  onExchange?: (noted: ExchangeNotice) => void;
}

export interface Recorder {
  /** The upstream's URL, with the recorder's address. */
  url: string;
  /** Stops listening, and writes the drafts, once; requests that are under way are cut off. */
  close(): Promise<RecordingResult>;
}

/**
 * Stands between clients and an upstream, and turns the GraphQL exchanges that pass into draft cases. A CommandError says
 * which option is not right.
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
  onExchange = () => {},
}: RecorderOptions): Promise<Recorder> {
  const to = upstreamUrl(upstream);
  makeFolder(out);
  const credentials = createCredentials(actors);
  const recording = createRecording({
    schema: buildSchema(readContractSdl()),
    credentials,
    dialect,
    placeholders,
    onExchange,
  });
  const server = createServer((incoming, response) => {
    const request = collectBody(incoming);
    const startMoment = recording.nextMoment();
    const isSession = /\/sign_(in|out)\b/.test(incoming.url!);
    const requestText = () => decodeBody(request(), incoming.headers) ?? '';
    credentials.addFromHeaders(incoming.headers);
    if (isSession) incoming.on('end', () => credentials.addFromSignInRequest(requestText()));
    const onResponse = (answer: typeof incoming) => {
      const bytes = collectBody(answer);
      credentials.addFromHeaders(answer.headers);
      answer.on('end', () => {
        if (isSession)
          credentials.addFromSignInResponse(requestText(), answer.headers, decodeBody(bytes(), answer.headers) ?? '');
        else recording.add({ incoming, requestBody: request(), response: answer, responseBody: bytes(), startMoment });
      });
    };
    forward(incoming, response, { upstream: to, timeoutMs, onResponse });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) =>
      reject(new CommandError(`${host}:${port} cannot be used: ${message}`, exitCodes.unavailable)),
    );
    server.listen(port, host, resolve);
  });
  const { address, port: taken, family } = server.address() as AddressInfo;
  const path = to.pathname === '/' ? '' : to.pathname;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    return recording.writeDrafts(out);
  };
  let closing: Promise<RecordingResult> | undefined;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${path}`,
    close: () => (closing ??= close()),
  };
}

function upstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CommandError(`the upstream must be a URL of http or https, and is ${text}`, exitCodes.usage);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new CommandError(`the folder ${folder} cannot be made: ${(error as Error).message}`, exitCodes.usage);
  }
}
