import { Readable } from 'node:stream';
import type { Exchange } from './exchange.ts';
import type { RecordedRequests } from './recorded-requests.ts';

/** How many bytes may wait for a client that reads slowly. */
const maxWaitingBytes = 4_000_000;

export const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies may otherwise hold events back.
  'X-Accel-Buffering': 'no',
};

/**
 * Streams the recorded exchanges of a world as server-sent events: those after `lastEventId`, unless it is NaN, and all further ones,
 * until the stream is destroyed or the session is dropped. One that changes is sent again, as an event of the type `change`. A client
 * that reads too slowly is disconnected, and can begin again.
 */
export function streamEvents(requests: RecordedRequests, lastEventId: number, heartbeatMs = 15_000): Readable {
  const stream = new Readable({ read() {} });
  const write = (text: string): void => {
    if (stream.readableLength > maxWaitingBytes) stream.destroy();
    else stream.push(text);
  };
  const sendExchange = (exchange: Exchange) => write(`id: ${exchange.id}\ndata: ${JSON.stringify(exchange)}\n\n`);
  // A change has no id, so that a client continues after the last exchange that it got.
  const sendChange = (exchange: Exchange) => write(`event: change\ndata: ${JSON.stringify(exchange)}\n\n`);
  const end = () => void stream.push(null);
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref();
  requests.events.on('exchange', sendExchange).on('change', sendChange).on('end', end);
  stream.once('close', () => {
    clearInterval(heartbeat);
    requests.events.off('exchange', sendExchange).off('change', sendChange).off('end', end);
  });
  if (lastEventId >= 0) for (const each of requests.find()) if (each.id > lastEventId) sendExchange(each);
  return stream;
}
