import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Context } from '../../contract/server-dialect.ts';
import type { ResponseEffect, StatusEffect } from './fault-rule.ts';

/** Replaces the response of a request by an effect. `headers` are the names of those that the response keeps. */
export function sendEffect(ctx: Context, effect: ResponseEffect, headers: readonly string[]): void {
  if ('status' in effect) return sendStatus(ctx, effect, headers);
  if ('truncate' in effect) return sendTruncated(ctx, effect.truncate);
  ctx.respond = false;
  if ('reset' in effect) resetConnection(ctx);
}

function sendStatus(ctx: Context, { status, headers = {}, body, retryAfter }: StatusEffect, kept: readonly string[]) {
  for (const name of ctx.res.getHeaderNames()) if (!kept.includes(name)) ctx.remove(name);
  ctx.body = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
  ctx.status = status;
  if (typeof body !== 'string' && body !== undefined) ctx.set('Content-Type', 'application/json; charset=utf-8');
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.set(headers);
}

/** Sends the beginning of the body, and ends the connection. */
function sendTruncated(ctx: Context, length: number): void {
  const { body, res } = ctx as { body: unknown; res: Context['res'] };
  // Of a body that is still to come, nothing is sent.
  if (body instanceof Readable) body.destroy();
  const text = body instanceof Readable ? '' : JSON.stringify(body ?? '');
  const bytes = Buffer.from(typeof body === 'string' ? body : text);
  ctx.respond = false;
  // The journal shows what is sent.
  ctx.body = bytes.subarray(0, length).toString();
  res.statusCode = ctx.status;
  // Also a body that is shorter is incomplete.
  res.setHeader('Content-Length', Math.max(bytes.length, length + 1));
  res.flushHeaders();
  res.write(bytes.subarray(0, length));
  const { socket } = ctx.req;
  socket.end(() => socket.destroy());
}

function resetConnection({ req: { socket } }: Context): void {
  if (socket instanceof Socket) socket.resetAndDestroy();
  // The connection of a request in this process is a pair of streams.
  else (socket as Socket).destroy();
}
