import type { Agent, EnvHttpProxyAgent } from 'undici';
import { readResponseBody, statusProblem } from './foreign-response.ts';
import { type TargetRequest, type TargetResponse, isLoopbackUrl } from './http-message.ts';
import { NoResponseError } from './target.ts';

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

// Each request has a connection of its own. A server may close a connection that is kept alive when the next request is on its
// way, and nobody knows then whether it has executed it.
const ownConnection = { pipelining: 0 };
let undici: Promise<typeof import('undici')> | undefined;
let throughProxy: EnvHttpProxyAgent | undefined;
let direct: Agent | undefined;

/** Loads undici, which becomes the `fetch` of everybody in this process unless that of Node.js is loaded before; its Headers load it. */
const loadUndici = () => (undici ??= Promise.resolve(globalThis.Headers).then(() => import('undici')));

/** Sends requests to other machines through the proxy of HTTP_PROXY and HTTPS_PROXY, but for the hosts in NO_PROXY. */
const fetchFromServer = (async (url: string, init: object) => {
  const { Agent: DirectAgent, EnvHttpProxyAgent: ProxyAgent, fetch } = await loadUndici();
  const dispatcher = isLoopbackUrl(url)
    ? (direct ??= new DirectAgent(ownConnection))
    : (throughProxy ??= new ProxyAgent({ ...ownConnection, proxyTunnel: false }));
  return fetch(url, { ...init, dispatcher });
}) as unknown as typeof globalThis.fetch;

/**
 * Sends a request over HTTP and reads the response up to `maxBodyBytes`. Redirects are not followed, because the request
 * contains a token. `fetch` reaches a server in this process. `onHeaders` receives the headers of the response; `abort` ends the request. Rejects with a NoResponseError if the response is not complete after `timeoutMs`.
 */
export async function sendHttp(
  url: string,
  { method, path = '', headers, body }: TargetRequest,
  timeoutMs: number,
  onHeaders?: (headers: Headers) => void,
  abort?: AbortSignal,
  fetch: typeof globalThis.fetch = fetchFromServer,
): Promise<TargetResponse> {
  const started = performance.now();
  // Unlike the timer of `AbortSignal.timeout`, this one keeps the process alive where no socket does.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = abort ? AbortSignal.any([timeout.signal, abort]) : timeout.signal;
  let hasBegun = false;
  try {
    const response = await fetch(url + path, { method, headers, body, signal, redirect: 'manual' });
    hasBegun = true;
    const problem = statusProblem(response.status);
    if (problem !== undefined) throw new Error(`the server sends ${problem}`);
    onHeaders?.(response.headers);
    const received = await readResponseBody(response.body);
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      ...received,
      ...(location === null ? {} : { location }),
      ...(retryAfter === null ? {} : { retryAfter }),
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    const noResponse = new NoResponseError(
      timeout.signal.aborted ? `no complete response within ${timeoutMs} ms` : reasonOf(error as Error),
    );
    if (!hasBegun && !signal.aborted && endedCodes.has(codeOf(error as Error))) noResponse.hasEnded = true;
    throw noResponse;
  } finally {
    clearTimeout(timer);
  }
}

/** A failure of the network, with the causes that its libraries wrap: `fetch failed`, and one error for each address of a host. */
const causeOf = (error: Error): NodeJS.ErrnoException => {
  const { cause, errors } = error as Error & { cause?: unknown; errors?: unknown };
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return inner instanceof Error ? causeOf(inner) : error;
};

const codeOf = (error: Error): string => String(causeOf(error).code ?? '');

// The connection ended before the server sent anything of a response.
const endedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const ended = 'the connection ended before the response was complete';
const noWay = 'there is no way to the host';
const noAnswer = 'the host does not respond';
const noTls = 'the server does not speak TLS: does it speak http, not https?';
const untrusted =
  'its certificate is not trusted: put the certificate of your authority in a file, and name it in NODE_EXTRA_CA_CERTS';

/** What the codes of Node.js, OpenSSL and undici mean, and what to do. */
const explanations: Record<string, string> = {
  ECONNREFUSED: 'the connection is refused: nothing listens at this host and port',
  ECONNRESET: ended,
  EPIPE: ended,
  UND_ERR_SOCKET: ended,
  ENOTFOUND: 'the host has no address',
  EAI_AGAIN: 'the host has no address: the name server does not respond',
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  UND_ERR_CONNECT_TIMEOUT: noAnswer,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  EPROTO: noTls,
  HPE_INVALID_CONSTANT: 'the server does not speak HTTP: does it speak https, not http?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** Why there is no response, in one sentence with the code. */
function reasonOf(error: Error): string {
  const cause = causeOf(error);
  const code = codeOf(error);
  if (Object.hasOwn(explanations, code)) return `${explanations[code]} (${code})`;
  const message = (cause.message || error.message).trim();
  return [message, code !== '' && code !== '0' && !message.includes(code) ? `(${code})` : ''].join(' ').trim();
}
