import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { Exchange } from './exchange.ts';
import type { RecordedRequests } from './recorded-requests.ts';
import { cancel, runSoon } from './run-in-turns.ts';

/** The last events: all streams send the same bytes. */
const events = new LRUCache<Exchange, Buffer>({ maxSize: 8_000_000, sizeCalculation: ({ length }) => length });

/** How many bytes of short events one stream may send before it is the turn of other work. */
const maxBytesAtOnce = 64_000;

const idLine = ({ id }: Exchange): string => `id: ${id}\n`;

function eventOf(exchange: Exchange): Buffer {
  let event = events.get(exchange);
  if (!event) {
    event = Buffer.from(`${idLine(exchange)}data: ${JSON.stringify(exchange)}\n\n`);
    events.set(exchange, event);
  }
  return event;
}

/**
 * Sends the recorded exchanges of a world as server-sent events: those after the id in the header `Last-Event-ID`, if there is one,
 * and all further ones, until the client disconnects or the session is dropped. One that changes is sent again, as an event of the type `change`.
 * A client that reads slowly gets them later, and an event of the type `missed` in place of those that are not kept any more.
 * One that reads nothing for two heartbeats is disconnected.
 */
export function sendEvents(ctx: Context, requests: RecordedRequests, heartbeatMs = 15_000): void {
  const { res } = ctx;
  ctx.status = 200;
  ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  // Proxies may otherwise hold events back.
  ctx.set('X-Accel-Buffering', 'no');
  // Koa reports a client that disconnects from a stream as an error.
  ctx.respond = false;
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void res.end();

  const lastEventId = Number.parseInt(ctx.get('Last-Event-ID'), 10);
  let lastId = lastEventId >= 0 ? Math.min(lastEventId, requests.lastId) : requests.lastId;
  /** The ids of exchanges that changed after they were sent. */
  const changed = new Set<number>();

  // Nothing waits in memory for a slow client but the event that it reads: the next ones are read when it has read it.
  function sendUpTo(maxBytes: number): void {
    if (res.writableEnded) return;
    let sentBytes = 0;
    for (const exchange of res.writableNeedDrain ? [] : requests.after(lastId)) {
      const missed = exchange.id - 1 - Math.max(lastId, requests.lastClearedId);
      if (missed > 0) res.write(`event: missed\ndata: {"count":${missed}}\n\n`);
      const event = eventOf(exchange);
      res.write(event);
      lastId = exchange.id;
      if (res.writableNeedDrain) return;
      sentBytes += event.length;
      if (sentBytes > maxBytes) return schedule();
    }
    for (const id of changed) {
      if (res.writableNeedDrain) return;
      changed.delete(id);
      const exchange = requests.get(id);
      if (!exchange) continue;
      // A change has no id, so that a client continues after the last exchange that it got.
      res.write('event: change\n');
      res.write(eventOf(exchange).subarray(idLine(exchange).length));
    }
  }

  const sendWaiting = (): void => sendUpTo(maxBytesAtOnce);
  // The response of the exchange goes first.
  const schedule = (): void => runSoon(sendWaiting);
  const noteChange = ({ id }: Exchange): void => {
    if (id > lastId) return;
    changed.add(id);
    schedule();
  };
  const end = (): void => {
    sendUpTo(Infinity);
    res.end();
  };
  let stalledHeartbeats = 0;
  const beat = (): void => {
    stalledHeartbeats = res.writableNeedDrain ? stalledHeartbeats + 1 : 0;
    if (stalledHeartbeats === 0) res.write(':\n\n');
    else if (stalledHeartbeats > 2) res.destroy();
  };

  const unsubscribe = requests.subscribe(schedule);
  requests.changes.on('change', noteChange).on('end', end);
  res.on('drain', () => {
    stalledHeartbeats = 0;
    schedule();
  });
  const heartbeat = setInterval(beat, heartbeatMs).unref();
  res.once('close', () => {
    unsubscribe();
    requests.changes.off('change', noteChange).off('end', end);
    clearInterval(heartbeat);
    cancel(sendWaiting);
  });
  sendWaiting();
}
