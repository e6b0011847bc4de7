import type { Exchange } from '../../../control/requests/exchange.ts';
import { ControlError, control } from '../../shared/control.ts';
import { openEvents } from './event-stream.ts';

/** Whether exchanges arrive. */
export type Connection = 'connecting' | 'live' | 'lost';

interface Follower {
  /** Receives what is recorded, newest last, each time that a connection begins. */
  onList(exchanges: Exchange[]): void;
  /** Receives further exchanges and those that changed, several at a time. */
  onExchanges(exchanges: Exchange[]): void;
  onConnection(connection: Connection, error?: ControlError): void;
}

// A burst of events changes the page once.
const collectMs = 50;
const retryMs = 1000;

/** Follows the recorded requests until the signal is aborted. A lost connection is opened again; one that is refused is not. */
export async function followExchanges(
  { onList, onExchanges, onConnection }: Follower,
  signal: AbortSignal,
): Promise<void> {
  let collected: Exchange[] = [];
  const flush = () => {
    const exchanges = collected;
    collected = [];
    if (!signal.aborted) onExchanges(exchanges);
  };
  onConnection('connecting');
  while (!signal.aborted) {
    try {
      // What arrives after this moment is an event, in the list, or both.
      const events = await openEvents('GET /__admin/events', signal);
      const { requests } = await control('GET /__admin/requests');
      if (signal.aborted) return;
      onList(requests);
      onConnection('live');
      for await (const data of events) {
        if (collected.length === 0) setTimeout(flush, collectMs);
        collected.push(JSON.parse(data) as Exchange);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ControlError)) reportError(error);
      else if (error.status > 0) return onConnection('lost', error);
    }
    if (signal.aborted) return;
    onConnection('lost');
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}
