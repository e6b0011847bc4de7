import { randomBytes } from 'node:crypto';
import type { CookieAuthentication } from '../auth/authentication.ts';
import type { Context } from '../../dialects/server-dialect.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { User } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import { mayUsePages } from '../auth/authentication.ts';
import { isSameText } from '../auth/is-same-text.ts';
import { type CookieState, maxFailuresPerMinute } from '../http/sign-in.ts';
import { bearerOf, type Handle, type OAuthRequest } from './requests.ts';
import { accountPage, sendPage, signInPage } from './pages.ts';
import { forbidCaching, sendEmpty } from './responses.ts';

/** The session of the browser; a new one if it has none. The response sets its cookie. */
export function sessionOf(cookie: CookieState): string {
  cookie.isLoaded = true;
  return (cookie.sessionId ??= randomBytes(16).toString('base64url'));
}

/** Who uses the pages: whoever signed in on them or, on the platform, whose token came with the request. */
export async function viewerOfPages({ ctx, cookie, settings }: OAuthRequest): Promise<User | null> {
  const { store, authentication } = ctx.state.world;
  if (settings.autoUser !== undefined) return findPerson(store.all('users'), settings.autoUser) ?? null;
  if (cookie.user && mayUsePages(cookie.user)) return cookie.user;
  if (bearerOf(ctx) === undefined) return null;
  const audience = ctx.headers['x-jwt-aud'];
  const user = await authentication.findViewer(
    ctx.get('authorization'),
    audience === undefined ? null : String(audience),
  );
  if (user && mayUsePages(user)) cookie.isLoaded = true;
  return user && mayUsePages(user) ? user : null;
}

/** The person with a nickname, a name or an e-mail address. */
const findPerson = (users: readonly User[], text: string): User | undefined =>
  users.find((user) => mayUsePages(user) && [user.nickname, user.name, user.email].includes(text));

/** Throws a CommandError if nobody who can sign in has the nickname, name or e-mail address of `--oauth-auto`. */
export function assertPerson(store: Store, text: string): void {
  const users = store.all('users');
  if (findPerson(users, text)) return;
  const people = users.filter(mayUsePages).map(({ nickname }) => nickname);
  const known = people.length > 0 ? `; there are ${people.slice(0, 10).join(', ')}` : '';
  throw new CommandError(`oauth-auto: the world has no person ${JSON.stringify(text)}${known}`, exitCodes.usage);
}

/** Whether a form has the token that the page gave to this session. */
export function hasAuthenticityToken({ ctx, cookie, parameters }: OAuthRequest): boolean {
  const { authenticity_token: token } = parameters;
  if (!token || cookie.sessionId === undefined) return false;
  return isSameText(token, ctx.state.world.authentication.signSession(cookie.sessionId));
}

export function redirectTo(ctx: Context, address: string, status = 302): void {
  ctx.status = status;
  ctx.body = '';
  ctx.set({ 'Content-Type': 'text/html; charset=utf-8', Location: address, 'X-Frame-Options': 'SAMEORIGIN' });
}

/** Refuses a form that did not come from a page of the platform. */
export function sendUnprocessable({ ctx, cookie }: OAuthRequest): void {
  cookie.isLoaded = false;
  sendEmpty(ctx, 422);
}

/** `GET /users/sign_in`: the pages have their language in front. */
export function redirectToLanguage({ ctx, locale }: OAuthRequest): void {
  redirectTo(ctx, `/${locale}/users/sign_in`, 301);
  ctx.set('Content-Type', 'text/html; charset=UTF-8');
  ctx.remove('X-Frame-Options');
}

/** `GET /<locale>/users/sign_in`. */
export const showSignIn: Handle = (request) => {
  const { ctx, cookie, locale } = request;
  if (cookie.user && mayUsePages(cookie.user)) {
    sessionOf(cookie);
    return redirectTo(ctx, `/${locale}`);
  }
  sendSignIn(request, 200, '');
};

function sendSignIn(request: OAuthRequest, status: number, email: string, alert?: string): void {
  const { ctx, cookie, locale, parameters, settings, pictureOf } = request;
  const { store, authentication } = ctx.state.world;
  const search = parameters['q'] ?? '';
  const isMeant = ({ name, nickname }: User) =>
    `${name} ${nickname}`.toLowerCase().includes(search.trim().toLowerCase());
  const authenticityToken = authentication.signSession(sessionOf(cookie));
  const picker = settings.hasPicker
    ? { people: store.all('users').filter((each) => mayUsePages(each) && isMeant(each)), search, pictureOf }
    : undefined;
  sendPage(request, status, signInPage({ locale, authenticityToken, email, alert, picker }));
}

/** `POST /<locale>/users/sign_in`: signs a person in by e-mail address and password, or by the picker. */
export const signInPerson: Handle = async (request) => {
  const { ctx, cookie, locale, parameters } = request;
  if (!hasAuthenticityToken(request)) {
    sessionOf(cookie);
    return redirectTo(ctx, `/${locale}`);
  }
  const email = parameters['user[email]'] ?? '';
  const user = pickedPerson(request) ?? (await findByPassword(request, email));
  if (!user) return sendSignIn(request, 403, email, 'Invalid email or password.');
  const { returnTo = `/${locale}` } = cookie;
  Object.assign<CookieState, CookieAuthentication>(cookie, { user, sessionId: undefined, returnTo: undefined });
  sessionOf(cookie);
  redirectTo(ctx, returnTo);
  return undefined;
};

function pickedPerson({ ctx, parameters, settings }: OAuthRequest): User | undefined {
  const { plenum_user: id } = parameters;
  if (!settings.hasPicker || id === undefined) return undefined;
  const user = ctx.state.world.store.find('users', Number(id));
  return user && mayUsePages(user) ? user : undefined;
}

async function findByPassword({ ctx, parameters, signInLimit }: OAuthRequest, email: string): Promise<User | null> {
  const seconds = signInLimit.secondsToWait(email.toLowerCase());
  if (seconds > 0) {
    ctx.set('Retry-After', String(seconds));
    ctx.throw(429, `Sign-in with this e-mail address failed ${maxFailuresPerMinute} times within a minute.`);
  }
  const user = await ctx.state.world.authentication.signInPerson(email, parameters['user[password]'] ?? '');
  if (!user) signInLimit.countFailure(email.toLowerCase());
  return user;
}

/** `GET /<locale>` and `GET /<locale>/account`: says who is signed in. */
export const showAccount: Handle = async (request) => {
  const { ctx, cookie, locale, pictureOf } = request;
  const user = await viewerOfPages(request);
  const session = sessionOf(cookie);
  if (!user) return redirectTo(ctx, `/${locale}/users/sign_in`);
  forbidCaching(ctx);
  const authenticityToken = ctx.state.world.authentication.signSession(session);
  sendPage(request, 200, accountPage(user, pictureOf(user), authenticityToken));
};

/** `DELETE /users/sign_out`: signs a person out of the pages. */
export const signOutPerson: Handle = (request) => {
  const { ctx, cookie, locale } = request;
  if (!hasAuthenticityToken(request)) return sendUnprocessable(request);
  Object.assign<CookieState, CookieAuthentication>(cookie, { user: null, sessionId: undefined, returnTo: undefined });
  sessionOf(cookie);
  return redirectTo(ctx, `/${locale}/users/sign_in`);
};
