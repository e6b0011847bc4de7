import { outOfBand } from '../../../records/platform-values.ts';
import type { User } from '../../../records/records.ts';
import { type OAuthApplication, splitScopes } from '../../../server/auth/grants.ts';
import { codePage, consentPage, formPostPage, hiddenFields, refusalPage, sendPage } from './pages.ts';
import { hasAuthenticityToken, sendUnprocessable, viewerOfPages } from './person.ts';
import {
  type Handle,
  type OAuthError,
  type OAuthRequest,
  addParameters,
  findScopes,
  forbidCaching,
  isRegistered,
  missingParameter,
  oauthError,
  redirectTo,
  sendJson,
  sessionOf,
  statusOf,
} from './requests.ts';

/** An authorization request without a mistake. */
interface AuthorizationRequest {
  application: OAuthApplication;
  redirectUri: string;
  responseMode: string;
  scopes: string;
  state: string;
  challenge: string | null;
  challengeMethod: string | null;
}

const responseModes = new Set(['query', 'fragment', 'form_post']);

/** The first mistake of an authorization request, in the platform's order. */
type Mistake = OAuthError & {
  /** Whether the application can be told, because its address is known to be its own. */
  isForApplication: boolean;
};

const refuse = (error: OAuthError, isForApplication = true): Mistake => ({ ...error, isForApplication });

/** Says what an application lacks, where to add it, and what it has. */
const reasonOf = (application: OAuthApplication, field: 'redirectUris' | 'scopes', asked: string): string =>
  `${application.clientId} lacks ${asked} in its ${field}: ` +
  `add it in oauthApplications.json of the world or in the console; it has ${application[field].join(' ')}`;

function readRequest({ ctx, grants, parameters }: OAuthRequest): AuthorizationRequest | Mistake {
  const given = (name: string): string => parameters[name] ?? '';
  if (!given('client_id')) return refuse(missingParameter('client_id'), false);
  const application = grants.findApplication(given('client_id'));
  if (!application) return refuse(oauthError('invalid_client'), false);
  const redirectUri = given('redirect_uri');
  if (!application.redirectUris.some((each) => isRegistered(redirectUri, each))) {
    ctx.state.reason = reasonOf(application, 'redirectUris', redirectUri);
    return refuse(oauthError('invalid_redirect_uri'), false);
  }
  if (!given('response_type')) return refuse(missingParameter('response_type'));
  if (given('response_type') !== 'code') return refuse(oauthError('unsupported_response_type'));
  const responseMode = given('response_mode') || 'query';
  if (!responseModes.has(responseMode)) return refuse(oauthError('unsupported_response_mode'));
  const scopes = findScopes(application, given('scope'));
  if (!scopes) {
    ctx.state.reason = reasonOf(application, 'scopes', given('scope'));
    return refuse(oauthError('invalid_scope'));
  }
  const challenge = given('code_challenge') || null;
  const method = given('code_challenge_method') || null;
  // PKCE (RFC 7636): the platform needs it from nobody and takes a plain challenge, against which RFC 9700 advises.
  if (challenge !== null && method !== 'S256' && method !== 'plain')
    return refuse(oauthError('invalid_code_challenge_method'));
  return {
    application,
    redirectUri,
    responseMode,
    scopes: scopes.join(' '),
    state: given('state'),
    challenge,
    challengeMethod: challenge && method,
  };
}

// Browsers keep cookies of 4,096 characters.
const maxRememberedLength = 2500;

/** `GET /oauth/authorize`: asks whether the application may have what it asks for. */
export const askForConsent: Handle = async (request) => {
  const { ctx, cookie, locale, parameters, settings } = request;
  const user = await viewerOfPages(request);
  if (!user) {
    // A client that takes anything is no browser.
    if (/text\/html|application\/xhtml\+xml/.test(ctx.get('accept')) && ctx.url.length <= maxRememberedLength) {
      sessionOf(cookie);
      // A request target can be a whole URL, of any host.
      cookie.returnTo = `${ctx.path}${ctx.search}`;
    }
    return redirectTo(ctx, `/${locale}/users/sign_in`);
  }
  // The platform has no such form of the page.
  if (ctx.get('accept') === 'application/json') {
    cookie.isLoaded = false;
    return request.sendServerError(ctx);
  }
  sessionOf(cookie);
  const asked = readRequest(request);
  forbidCaching(ctx);
  if ('error' in asked) return sendPage(request, statusOf(asked), refusalPage(asked.error_description));
  if (settings.autoUser !== undefined || hasConsented(request, user, asked)) return allow(request, user, asked);
  const { application, redirectUri, responseMode, scopes, state } = asked;
  const fields = {
    ...Object.fromEntries(hiddenFields.map((name) => [name, parameters[name] ?? ''])),
    redirect_uri: redirectUri,
    response_mode: responseMode,
    // As it was sent, also if it names a scope twice.
    scope: parameters['scope'] || scopes,
    state,
  };
  return sendPage(request, 200, consentPage(request, application, user, fields));
};

const sorted = (scopes: string): string => splitScopes(scopes).toSorted().join(' ');

/** A confidential application that has the same scopes already need not ask again. */
function hasConsented({ grants }: OAuthRequest, user: User, { application, scopes }: AuthorizationRequest): boolean {
  return (
    application.confidential &&
    grants
      .tokensOf(user)
      .some(
        ({ applicationId, revokedAt, scopes: granted }) =>
          applicationId === application.id && revokedAt === null && sorted(granted) === sorted(scopes),
      )
  );
}

/** `POST /oauth/authorize`: somebody allows what an application asks for. */
export const grantConsent: Handle = (request) => answerForm(request, allow);

/** `DELETE /oauth/authorize`: somebody refuses it. */
export const refuseConsent: Handle = (request) =>
  answerForm(request, (_, __, asked) => tellApplication(request, asked, { ...oauthError('access_denied') }));

/** The platform takes a form only from the session of a browser that has seen the page. */
function answerForm(
  request: OAuthRequest,
  answer: (request: OAuthRequest, user: User, asked: AuthorizationRequest) => void | Promise<void>,
): void | Promise<void> {
  const { ctx, cookie } = request;
  if (!cookie.user || !hasAuthenticityToken(request)) return sendUnprocessable(request);
  const asked = readRequest(request);
  forbidCaching(ctx);
  if (!('error' in asked)) return answer(request, cookie.user, asked);
  const { isForApplication, ...refusal } = asked;
  if (!isForApplication) {
    sendJson(ctx, statusOf(refusal), refusal);
    return forbidCaching(ctx);
  }
  const { redirect_uri: redirectUri, response_type: responseType, state } = request.parameters;
  // Whoever asks for a token reads the fragment.
  return redirectTo(ctx, addParameters(redirectUri!, { ...refusal, state }, responseType === 'token'));
}

async function allow(request: OAuthRequest, user: User, asked: AuthorizationRequest): Promise<void> {
  const { ctx, grants, locale } = request;
  const code = await grants.issueCode({ user, ...asked });
  if (asked.redirectUri === outOfBand)
    return redirectTo(ctx, addParameters('/oauth/authorize/native', { code, locale }));
  tellApplication(request, asked, { code });
}

/** Sends the browser back to the application, in the response mode that it asked for. */
function tellApplication(
  request: OAuthRequest,
  { redirectUri, responseMode, state }: AuthorizationRequest,
  message: Record<string, string>,
): void {
  const parameters = { ...message, ...(state !== '' && { state }) };
  if (responseMode === 'form_post') sendPage(request, 200, formPostPage(redirectUri, parameters));
  else redirectTo(request.ctx, addParameters(redirectUri, parameters, responseMode === 'fragment'));
}

/** `GET /oauth/authorize/native`: shows the code of an application that no browser can go back to. */
export const showCode: Handle = async (request) => {
  const { ctx, cookie, locale, parameters } = request;
  if (!(await viewerOfPages(request))) return redirectTo(ctx, `/${locale}/users/sign_in`);
  sessionOf(cookie);
  forbidCaching(ctx);
  sendPage(request, 200, codePage(parameters['code'] ?? ''));
};
