import { useCallback, useEffect, useState } from 'react';
import type { Exchange } from '../../../control/requests/exchange.ts';
import type { ControlError } from '../../shared/control.ts';
import { type Connection, followExchanges } from './follow-exchanges.ts';

/** How many exchanges are shown: as many as the server keeps. */
const maxExchanges = 1000;

/** The recorded exchanges, newest first, as they arrive: those of the session that the page acts on when it begins. */
export function useExchanges() {
  const [exchanges, setExchanges] = useState<Exchange[]>([]);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [error, setError] = useState<ControlError>();
  useEffect(() => {
    const end = new AbortController();
    const follower = {
      onList: (list: Exchange[]) => setExchanges(list.toReversed()),
      onExchanges: (arrived: Exchange[]) => setExchanges((before) => merge(before, arrived)),
      onConnection(next: Connection, reason?: ControlError) {
        setConnection(next);
        setError(reason);
      },
    };
    void followExchanges(follower, end.signal);
    return () => end.abort();
  }, []);
  const clear = useCallback(() => setExchanges([]), []);
  return { exchanges, connection, error, clear };
}

/** Exchanges that did not change stay the same objects, so that their rows are not rendered again. */
function merge(before: Exchange[], arrived: Exchange[]): Exchange[] {
  const merged = [...before];
  for (const exchange of arrived) {
    const index = exchange.id > (merged[0]?.id ?? 0) ? -1 : merged.findIndex(({ id }) => id === exchange.id);
    if (index >= 0) merged[index] = exchange;
    else if (exchange.id > (merged[0]?.id ?? 0)) merged.unshift(exchange);
  }
  return merged.slice(0, maxExchanges);
}
