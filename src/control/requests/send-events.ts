import type { Context } from 'koa';
import type { Exchange } from './exchange.ts';
import type { RecordedRequests } from './recorded-requests.ts';

/** How many bytes may wait for a client that reads slowly. */
const maxWaitingBytes = 4_000_000;

/**
 * Sends the recorded exchanges of a world as server-sent events: those after the id in the header `Last-Event-ID`, if there is one,
 * and all further ones, until the client disconnects or the session is dropped. One that changes is sent again, as an event of the type
 * `change`. A client that reads too slowly is disconnected, and can begin again.
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

  const write = (text: string): void => {
    if (res.writableLength > maxWaitingBytes) res.destroy();
    else res.write(text);
  };
  const sendExchange = (exchange: Exchange) => write(`id: ${exchange.id}\ndata: ${JSON.stringify(exchange)}\n\n`);
  // A change has no id, so that a client continues after the last exchange that it got.
  const sendChange = (exchange: Exchange) => write(`event: change\ndata: ${JSON.stringify(exchange)}\n\n`);
  const end = () => void res.end();
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs).unref();
  requests.events.on('exchange', sendExchange).on('change', sendChange).on('end', end);
  res.once('close', () => {
    clearInterval(heartbeat);
    requests.events.off('exchange', sendExchange).off('change', sendChange).off('end', end);
  });
  const lastEventId = Number.parseInt(ctx.get('Last-Event-ID'), 10);
  if (lastEventId >= 0) for (const each of requests.find()) if (each.id > lastEventId) sendExchange(each);
}
