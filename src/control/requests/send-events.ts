import type { Context } from 'koa';
import type { Exchange } from './exchange.ts';
import type { RequestJournal } from './request-journal.ts';

/** How many bytes may wait for a client that reads slowly; then its connection ends, and it can continue with a new one. */
const maxWaitingBytes = 1_000_000;

/**
 * Sends the exchanges of a journal as server-sent events: those after the id in the header `Last-Event-ID`, if there is one,
 * and all further ones, until the client disconnects or the session is dropped. One that changes is sent again, as an event of the type `change`.
 */
export function sendEvents(ctx: Context, journal: RequestJournal, heartbeatMs = 15_000): void {
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
  const send = (exchange: Exchange) => write(`id: ${exchange.id}\ndata: ${JSON.stringify(exchange)}\n\n`);
  const lastId = Number.parseInt(ctx.get('Last-Event-ID'), 10);
  if (lastId >= 0) for (const exchange of journal.find()) if (exchange.id > lastId) send(exchange);
  // A change has no id, so that a client continues after the last exchange that it got.
  const sendChange = (exchange: Exchange) => write(`event: change\ndata: ${JSON.stringify(exchange)}\n\n`);
  const end = () => void res.end();
  const unsubscribe = journal.subscribe(send);
  journal.changes.on('change', sendChange).on('end', end);
  const heartbeat = setInterval(write, heartbeatMs, ':\n\n').unref();
  res.once('close', () => {
    unsubscribe();
    journal.changes.off('change', sendChange).off('end', end);
    clearInterval(heartbeat);
  });
}
