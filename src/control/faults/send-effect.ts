import { Socket } from 'node:net';
import type { Context, ErrorResponse } from '../../dialects/server-dialect.ts';
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

function resetConnection({ req: { socket } }: Context): void {
  if (socket instanceof Socket) socket.resetAndDestroy();
  // The connection of a request in this process is a pair of streams.
  else (socket as Socket).destroy();
}
