import type { Context, EndpointServer } from '../../../server/endpoint.ts';
import type { CookieState } from '../../../server/http/sign-in.ts';
import { askForConsent, grantConsent, refuseConsent, showCode } from './authorize.ts';
import { redirectToLanguage, showAccount, showSignIn, signInPerson, signOutPerson } from './person.ts';
import { type Handle, type OAuthParts, sendEmpty } from './requests.ts';
import { introspect, revokeToken, sendProfile, sendToken, sendTokenInfo } from './tokens.ts';

/** By path and method. */
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
};

/** By what follows the locale in the path, and by method. */
const localizedRoutes: Record<string, Record<string, Handle>> = {
  '': { GET: showAccount },
  '/account': { GET: showAccount },
  '/users/sign_in': { GET: showSignIn, POST: signInPerson },
};

/** Whether a path is one of the sign-in of people, which pages of other origins cannot read. */
export const isOAuthPath = (path: string): boolean => oauthPath.test(path);
const oauthPath = /^\/(?:oauth|users)(?:\/|$)|^\/[a-z]{2}(?:-\w+)?(?:\/(?:account|users\/sign_in))?$/;

/** Creates the pages of people and the endpoints of OAuth. Resolves with false if the path of a request is of neither. */
export function createOAuthEndpoints({ oauth: settings, signInLimit }: EndpointServer, parts: OAuthParts) {
  return async (ctx: Context, cookie: CookieState): Promise<boolean> => {
    const { store, authentication } = ctx.state.world;
    const { locales, defaultLocale } = store.organization;
    const [, first] = ctx.path.split('/');
    const inPath = locales.find((each) => each === first);
    const rest = inPath && ctx.path.slice(inPath.length + 1);
    const route = rest === undefined ? routes[ctx.path] : localizedRoutes[rest];
    // The platform's home page is not in the stand-in: it says only who has just signed in.
    if (!route || (rest === '' && !cookie.user)) return false;
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
    const locale = inPath ?? locales.find((each) => each === parameters['locale']) ?? defaultLocale;
    const { grants } = authentication;
    await handle({ ...parts, ctx, store, authentication, grants, cookie, parameters, settings, signInLimit, locale });
    return true;
  };
}

/** The parameters that are texts; those of `user` are named like the fields of the form. */
function textsOf({ user, ...parameters }: Record<string, unknown>): Record<string, string> {
  const ofUser = Object.entries(user ?? {}).map(([name, value]) => [`user[${name}]`, value] as const);
  return Object.fromEntries(
    [...Object.entries(parameters), ...ofUser].filter((each): each is [string, string] => typeof each[1] === 'string'),
  );
}
