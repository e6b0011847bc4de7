import { readResponseBody, statusProblem } from './foreign-response.ts';
import { type TargetRequest, type TargetResponse } from './http-message.ts';
import { NoResponseError } from './target.ts';

/** Whether a URL points to this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

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
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<TargetResponse> {
  const started = performance.now();
  // Unlike the timer of `AbortSignal.timeout`, this one keeps the process alive where no socket does.
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const signal = abort ? AbortSignal.any([timeout.signal, abort]) : timeout.signal;
  try {
    const response = await fetch(url + path, { method, headers, body, signal, redirect: 'manual' });
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
    const { message, cause } = error as Error;
    const reason = timeout.signal.aborted
      ? `no complete response within ${timeoutMs} ms`
      : ((cause as Error | undefined)?.message ?? message);
    throw new NoResponseError(reason);
  } finally {
    clearTimeout(timer);
  }
}
