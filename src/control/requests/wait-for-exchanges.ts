import { ProblemError } from '../problem.ts';
import type { Exchange } from './exchange.ts';
import type { RequestFilter } from '../admin/request-schemas.ts';
import { isSelected } from './request-filter.ts';

interface ExchangeSource {
  find(filter: RequestFilter): Exchange[];
  subscribe(listener: (exchange: Exchange) => void): () => void;
}

interface WaitOptions {
  filter: RequestFilter;
  count: number;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Resolves with the exchanges that a filter selects as soon as there are `count`. Rejects with a ProblemError with status 408
 * after `timeoutMs`, and with the reason of the signal when it is aborted.
 */
export async function waitForExchanges(
  requests: ExchangeSource,
  { filter, count, timeoutMs, signal }: WaitOptions,
): Promise<Exchange[]> {
  signal?.throwIfAborted();
  let found = requests.find(filter);
  if (found.length >= count) return found;
  return new Promise((resolve, reject) => {
    const settle = (run: () => void) => {
      clearTimeout(timer);
      unsubscribe();
      signal?.removeEventListener('abort', onAbort);
      run();
    };
    const onAbort = () => settle(() => reject(signal!.reason as Error));
    const unsubscribe = requests.subscribe((exchange) => {
      if (!isSelected(filter, exchange)) return;
      found = requests.find(filter);
      if (found.length >= count) settle(() => resolve(found));
    });
    const timer = setTimeout(() => {
      const message = `${found.length} of ${count} requests arrived within ${timeoutMs} ms.`;
      settle(() => reject(new ProblemError(408, message)));
    }, timeoutMs);
    signal?.addEventListener('abort', onAbort);
  });
}
