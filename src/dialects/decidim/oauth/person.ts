import { CommandError, exitCodes } from '../../../errors.ts';
import type { User } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { mayUsePages } from '../../../server/auth/authentication.ts';
import { isSameText } from '../../../records/passwords.ts';
import { type CookieState, maxFailuresPerMinute } from '../../../server/http/sign-in.ts';
import { accountPage, sendPage, signInPage } from './pages.ts';
import {
  type Handle,
  type OAuthRequest,
  bearerOf,
  forbidCaching,
  redirectTo,
  sendEmpty,
  sessionOf,
} from './requests.ts';

/** Who uses the pages: whoever signed in on them or, on the platform, whose token came with the request. */
export async function viewerOfPages({ ctx, cookie, store, authentication, settings }: OAuthRequest) {
  if (settings.autoUser !== undefined) return findPerson(store.all('users'), settings.autoUser) ?? null;
  if (cookie.user && mayUsePages(cookie.user)) return cookie.user;
  if (bearerOf(ctx) === undefined) return null;
  const user = await authentication.findViewer(ctx.get('authorization'), ctx.get('x-jwt-aud') || null);
  if (!user || !mayUsePages(user)) return null;
  cookie.isLoaded = true;
  return user;
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
export function hasAuthenticityToken({ authentication, cookie: { sessionId }, parameters }: OAuthRequest): boolean {
  const { authenticity_token: token } = parameters;
  return !!token && sessionId !== undefined && isSameText(token, authentication.signSession(sessionId));
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
  sendPage(request, 200, signInPage(request, ''));
};

/** `POST /<locale>/users/sign_in`: signs a person in by e-mail address and password, or by the picker. */
export const signInPerson: Handle = async (request) => {
  const { ctx, cookie, locale, parameters } = request;
  if (!hasAuthenticityToken(request)) {
    sessionOf(cookie);
    return redirectTo(ctx, `/${locale}`);
  }
  const email = parameters['user[email]'] ?? '';
  const user = pickedPerson(request) ?? (await findByPassword(request, email));
  if (!user) return sendPage(request, 403, signInPage(request, email, 'Invalid email or password.'));
  const { returnTo = `/${locale}` } = cookie;
  beginSession(cookie, user);
  return redirectTo(ctx, returnTo);
};

/** Begins a new session of the browser. */
function beginSession(cookie: CookieState, user: User | null): void {
  Object.assign(cookie, { user, sessionId: undefined, returnTo: undefined });
  sessionOf(cookie);
}

function pickedPerson({ store, parameters, settings }: OAuthRequest): User | undefined {
  const user = settings.hasPicker ? store.find('users', parameters['plenum_user'] ?? null) : undefined;
  return user && mayUsePages(user) ? user : undefined;
}

async function findByPassword(request: OAuthRequest, email: string): Promise<User | null> {
  const { ctx, authentication, parameters, signInLimit } = request;
  const seconds = signInLimit.secondsToWait(email.toLowerCase());
  if (seconds > 0) {
    ctx.set('Retry-After', String(seconds));
    ctx.throw(429, `Sign-in with this e-mail address failed ${maxFailuresPerMinute} times within a minute.`);
  }
  const user = await authentication.signInPerson(email, parameters['user[password]'] ?? '');
  if (!user) signInLimit.countFailure(email.toLowerCase());
  return user;
}

/** `GET /<locale>` and `GET /<locale>/account`: says who is signed in. */
export const showAccount: Handle = async (request) => {
  const { ctx, cookie, locale } = request;
  const user = await viewerOfPages(request);
  sessionOf(cookie);
  if (!user) return redirectTo(ctx, `/${locale}/users/sign_in`);
  forbidCaching(ctx);
  sendPage(request, 200, accountPage(request, user));
};

/** `DELETE /users/sign_out`: signs a person out of the pages. */
export const signOutPerson: Handle = (request) => {
  const { ctx, cookie, locale } = request;
  if (!hasAuthenticityToken(request)) return sendUnprocessable(request);
  beginSession(cookie, null);
  return redirectTo(ctx, `/${locale}/users/sign_in`);
};
