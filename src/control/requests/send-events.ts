import type { Context } from 'koa';
import type { RequestJournal } from './request-journal.ts';

/** Sends the exchanges of a journal as server-sent events, until the client disconnects. */
export function sendEvents(ctx: Context, journal: RequestJournal): void {
  const { res } = ctx;
  ctx.status = 200;
  ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
  ctx.respond = false;
  ctx.flushHeaders();
  if (ctx.method === 'HEAD') return void res.end();
  res.once(
    'close',
    journal.subscribe((exchange) => res.write(`data: ${JSON.stringify(exchange)}\n\n`)),
  );
}
