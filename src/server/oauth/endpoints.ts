import type { Context, EndpointServer } from '../../dialects/server-dialect.ts';
import type { User } from '../../records/records.ts';
import type { CookieState } from '../http/sign-in.ts';
import { askForConsent, grantConsent, refuseConsent, showCode } from './authorize.ts';
import type { Handle, Parameters } from './requests.ts';
import { introspect, revokeToken, sendProfile, sendTokenInfo } from './inspection.ts';
import { redirectToLanguage, showAccount, showSignIn, signInPerson, signOutPerson } from './person.ts';
import { sendEmpty } from './responses.ts';
import { sendToken } from './token.ts';

/** What differs between the dialects. */
export interface OAuthParts {
  /** Reads the parameters of the URL and of the body; undefined if the body is malformed. */
  readParameters(ctx: Context): Promise<Record<string, unknown> | undefined>;
  pictureOf(user: User, ctx: Context): string | undefined;
  sendNotFound(ctx: Context): void;
  /** Responds to what the platform fails to process. */
  sendServerError(ctx: Context): void;
}

/** By path, in which `:locale` stands for a language, and method. */
const routes: Record<string, Record<string, Handle>> = {
  '/oauth/authorize': { GET: askForConsent, POST: grantConsent, DELETE: refuseConsent },
  '/oauth/authorize/native': { GET: showCode },
  '/oauth/token': { POST: sendToken },
  '/oauth/token/info': { GET: sendTokenInfo },
  '/oauth/introspect': { POST: introspect },
  '/oauth/revoke': { POST: revokeToken },
  '/oauth/me': { GET: sendProfile },
  '/oauth/me.json': { GET: sendProfile },
  '/users/sign_in': { GET: redirectToLanguage },
  '/users/sign_out': { DELETE: signOutPerson },
  '/:locale': { GET: showAccount },
  '/:locale/account': { GET: showAccount },
  '/:locale/users/sign_in': { GET: showSignIn, POST: signInPerson },
};

/** Whether a path is one of the sign-in of people, which pages of other origins cannot read. */
export const isOAuthPath = (path: string): boolean => oauthPath.test(path);
const oauthPath = /^\/(?:oauth|users)(?:\/|$)|^\/[a-z]{2}(?:-\w+)?(?:\/(?:account|users\/sign_in))?$/;

/** Responds to a request to a page or an endpoint of OAuth. False if the path is of neither. */
export type OAuthEndpoints = (ctx: Context, cookie: CookieState) => Promise<boolean>;

/** Creates the pages of people and the endpoints of OAuth. */
export function createOAuthEndpoints(
  { oauth: settings, signInLimit }: EndpointServer,
  parts: OAuthParts,
): OAuthEndpoints {
  return async (ctx, cookie) => {
    const { organization } = ctx.state.world.store;
    const [, first] = ctx.path.split('/');
    const inPath = organization.locales.find((each) => each === first);
    const path = inPath ? ctx.path.replace(inPath, ':locale') : ctx.path;
    const route = routes[path];
    // The platform's home page is not in the stand-in: it says only who has just signed in.
    if (!route || (path === '/:locale' && !cookie.user)) return false;
    const members = await parts.readParameters(ctx);
    if (!members) {
      sendEmpty(ctx, 400);
      return true;
    }
    const parameters = textsOf(members);
    // A form can only be sent with GET and POST.
    const method = ctx.method === 'POST' ? (parameters['_method']?.toUpperCase() ?? 'POST') : ctx.method;
    const handle = route[method === 'HEAD' ? 'GET' : method];
    if (!handle) return false;
    const wanted = organization.locales.find((each) => each === parameters['locale']);
    const locale = inPath ?? wanted ?? organization.defaultLocale;
    const pictureOf = (user: User) => parts.pictureOf(user, ctx);
    await handle({ ...parts, ctx, cookie, parameters, settings, signInLimit, locale, pictureOf });
    return true;
  };
}

/** The parameters that are texts; those of `user` are named like the fields of the form. */
function textsOf(parameters: Record<string, unknown>): Parameters {
  const { user } = parameters;
  const ofUser = typeof user === 'object' && user !== null ? Object.entries(user) : [];
  return Object.fromEntries(
    [...Object.entries(parameters), ...ofUser.map(([name, value]) => [`user[${name}]`, value] as const)].filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  );
}
