import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';
import { namePattern, sessionHeader } from './names.ts';
import { readSessionName } from './test-sessions.ts';

const visitorName = /^visitor-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const validName = new RegExp(namePattern);
const days = 24 * 60 * 60;

/** Whether the name of a session is one that the server gives to a visitor. */
export const isVisitorName = (name: string | undefined): boolean => name !== undefined && visitorName.test(name);

const cookie = (name: string, maxAgeSeconds: number): string =>
  `${sessionHeader}=${name}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;

/** Gives a client that names no session one of its own, by a cookie, which its request has from now on. */
export function giveSession({ req, res }: Pick<Context, 'req' | 'res'>): void {
  const headers: IncomingHttpHeaders = req.headers;
  if (readSessionName(headers) !== undefined) return;
  const name = `visitor-${randomUUID()}`;
  headers.cookie = [headers.cookie, `${sessionHeader}=${name}`].filter(Boolean).join('; ');
  res.appendHeader('Set-Cookie', cookie(name, 30 * days));
}

/**
 * Gives a page the cookie of the session that its URL names as `?session=NAME`; without a name, of none. Returns whether the URL says so,
 * and the page may enter that session.
 */
export function enterSession(
  { res, query }: Pick<Context, 'res' | 'query'>,
  mayEnter: (session: string) => boolean,
): boolean {
  const { session } = query;
  if (typeof session !== 'string' || (session !== '' && !(validName.test(session) && mayEnter(session)))) return false;
  res.appendHeader('Set-Cookie', cookie(session, session === '' ? 0 : days));
  return true;
}
