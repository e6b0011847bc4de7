import { type TargetRequest, type TargetResponse } from '../model/exchange.ts';
import { NoResponseError } from '../model/target.ts';
import { readResponseBody } from './response-body.ts';

/** Whether a URL points to this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/**
 * Sends a request over HTTP and reads the response up to `maxBodyBytes`. Redirects are not followed, because the request
 * contains a token. `onHeaders` receives the headers of the response. Rejects with a NoResponseError if the response is not complete after `timeoutMs`.
 */
export async function sendHttp(
  url: string,
  { method, path = '', headers, body }: TargetRequest,
  timeoutMs: number,
  onHeaders?: (headers: Headers) => void,
): Promise<TargetResponse> {
  const started = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url + path, { method, headers, body, signal, redirect: 'manual' });
    onHeaders?.(response.headers);
    const received = await readResponseBody(response.body);
    const location = isRedirect(response.status) ? response.headers.get('location') : null;
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      ...received,
      ...(location === null ? {} : { location }),
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = signal.aborted
      ? `no complete response within ${timeoutMs} ms`
      : ((cause as Error | undefined)?.message ?? message);
    throw new NoResponseError(reason);
  }
}
