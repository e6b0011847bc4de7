import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Context } from '../../contract/server-dialect.ts';
import type { ErrorResponse } from '../../contract/server-dialect.ts';
import type { ResponseEffect, StatusEffect } from './fault-effect.ts';

/** The response of the platform with a status; undefined if the platform has none of its own. */
export type PlatformResponse = (status: number, ctx: Context) => ErrorResponse | undefined;

/** Replaces the response of a request by an effect. `headers` are the names of those that the response keeps. */
export function sendEffect(
  ctx: Context,
  effect: ResponseEffect,
  headers: readonly string[],
  platformResponse: PlatformResponse,
): void {
  if ('status' in effect) return sendStatus(ctx, effect, headers, platformResponse);
  if ('truncate' in effect) return sendTruncated(ctx, effect.truncate);
  ctx.respond = false;
  if ('reset' in effect) resetConnection(ctx);
}

function sendStatus(
  ctx: Context,
  { status, headers = {}, body, retryAfter }: StatusEffect,
  kept: readonly string[],
  platformResponse: PlatformResponse,
) {
  for (const name of ctx.res.getHeaderNames()) if (!kept.includes(name)) ctx.remove(name);
  const platform = body === undefined ? platformResponse(status, ctx) : undefined;
  const own = platform ? platform.body : (body ?? '');
  ctx.body = typeof own === 'string' ? own : JSON.stringify(own);
  ctx.status = status;
  if (typeof own !== 'string') ctx.set('Content-Type', 'application/json; charset=utf-8');
  if (platform) ctx.set(platform.headers);
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
  // What is recorded is what is sent.
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
