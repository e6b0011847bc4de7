import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FailureLimit } from '../../contract/server-dialect.ts';

/** The number of times that sign-in with one key may fail per minute. */
export const maxFailuresPerMinute = 20;

const minuteMs = 60_000;
const maxKeys = 10_000;

// A key can be as long as a request.
const idOf = (key: string): string => createHash('sha256').update(key).digest('base64');

/** Creates a limit in which the minute of a key begins with its first failure. It remembers the 10,000 keys that were used last. `clock` returns milliseconds. */
export function createFailureLimit(clock = () => performance.now()): FailureLimit {
  // Most servers see no failure, and the cache takes 200 KB.
  let failures: LRUCache<string, { count: number; endsAt: number }> | undefined;
  return {
    secondsToWait(key) {
      const { count = 0, endsAt = 0 } = failures?.get(idOf(key)) ?? {};
      return count < maxFailuresPerMinute ? 0 : Math.max(0, Math.ceil((endsAt - clock()) / 1000));
    },
    countFailure(key) {
      const id = idOf(key);
      failures ??= new LRUCache({ max: maxKeys });
      const current = failures.get(id);
      if (current && current.endsAt > clock()) current.count += 1;
      else failures.set(id, { count: 1, endsAt: clock() + minuteMs });
    },
  };
}
