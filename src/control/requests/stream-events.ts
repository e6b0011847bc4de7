import { Readable } from 'node:stream';
import { ProblemError } from '../api/problem.ts';
import type { Exchange } from './exchange.ts';
import type { RecordedRequests } from './recorded-requests.ts';

/** How many bytes may wait for a client that reads slowly: those of all exchanges that a client continues with, as a rule. */
const maxWaitingBytes = 4_000_000;

/** How many streams a process has at once. A team has some, and each costs time with every request. */
export const maxStreams = 50;
let openStreams = 0;

/** The bytes of the event of an exchange, which all streams share. */
const events = new WeakMap<Exchange, Buffer>();

function eventOf(exchange: Exchange, key: string): Buffer {
  const event = events.get(exchange) ?? Buffer.from(`id: ${exchange.id}-${key}\ndata: ${JSON.stringify(exchange)}\n\n`);
  events.set(exchange, event);
  return event;
}

export const eventHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies may otherwise hold events back.
  'X-Accel-Buffering': 'no',
};

/**
 * Streams the recorded exchanges of a world as server-sent events: those after `lastEventId`, if it is given, and all further ones,
 * until the stream is destroyed or the session is dropped. One that changes is sent again, as an event of the type `change`. A client
 * that reads too slowly is disconnected, and can begin again. Throws a ProblemError with status 503 if there are too many streams.
 */
export function streamEvents(requests: RecordedRequests, lastEventId?: string, heartbeatMs = 15_000): Readable {
  if (openStreams >= maxStreams) throw new ProblemError(503, `There are ${maxStreams} streams of events already.`);
  openStreams += 1;
  const stream = new Readable({ read() {} });
  const write = (event: Buffer | string): void => {
    if (stream.readableLength > maxWaitingBytes) stream.destroy();
    else stream.push(event);
  };
  const sendExchange = (exchange: Exchange) => write(eventOf(exchange, requests.key));
  // A change has no id, so that a client continues after the last exchange that it got.
  const sendChange = (exchange: Exchange) => write(`event: change\ndata: ${JSON.stringify(exchange)}\n\n`);
  const end = () => void stream.push(null);
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref();
  requests.events.on('exchange', sendExchange).on('change', sendChange).on('end', end);
  stream.once('close', () => {
    openStreams -= 1;
    clearInterval(heartbeat);
    requests.events.off('exchange', sendExchange).off('change', sendChange).off('end', end);
  });
  const lastId = lastEventId === undefined ? Infinity : idOf(lastEventId, requests);
  if (lastId < requests.lastId) for (const each of requests.find()) if (each.id > lastId) sendExchange(each);
  return stream;
}

/** The id of the exchange of an event; 0 if the event is of another world, such as that of a session that was dropped since. */
function idOf(eventId: string, { key, lastId }: RecordedRequests): number {
  const [, id, ofWorld = key] = /^(\d+)(?:-(\w+))?$/.exec(eventId) ?? [];
  return ofWorld === key && Number(id) <= lastId ? Number(id) : 0;
}
