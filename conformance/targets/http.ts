import { type TargetRequest, type TargetResponse } from '../model/exchange.ts';
import { parseJson } from '../model/json-value.ts';
import { NoResponseError } from '../model/target.ts';

/** Whether a URL points to this machine. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Sends a request over HTTP and reads the whole response. Rejects with a NoResponseError after `timeoutMs`. */
export async function sendHttp(
  url: string,
  { method, headers, body }: TargetRequest,
  timeoutMs: number,
): Promise<TargetResponse> {
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
    const text = await response.text();
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text,
      json: parseJson(text),
      milliseconds: performance.now() - started,
    };
  } catch (error) {
    const { name, message, cause } = error as Error;
    const reason =
      name === 'TimeoutError'
        ? `no response within ${timeoutMs} ms`
        : ((cause as Error | undefined)?.message ?? message);
    throw new NoResponseError(reason);
  }
}
