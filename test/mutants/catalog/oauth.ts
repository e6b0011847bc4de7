import type { RequestListener } from 'node:http';
import type { Authentication } from '../../../src/contract/authentication.ts';
import type { Grants, OAuthApplication, StoredToken } from '../../../src/contract/grants.ts';
import type { Store } from '../../../src/store/store.ts';
import { demoOAuth } from '../../../src/targets/in-process.ts';
import type { Mutant } from '../mutated-server.ts';

interface OAuthChanges {
  authentication?: (authentication: Authentication, store: Store) => Partial<Authentication>;
  grants?: (grants: Grants) => Partial<Grants>;
  listener?: (listener: RequestListener) => RequestListener;
}

/** An object with other members, and the getters of the original. */
const withMembers = <T extends object>(original: T, members: Partial<T>): T =>
  Object.assign(Object.create(original) as T, members);

const oauthMutant = (name: string, killedBy: string, changes: OAuthChanges): Mutant => ({
  name,
  operation: 'oauth',
  killedBy,
  dialect: 'decidim-0.32',
  build: (onBug) => ({
    onBug,
    wrapListener: changes.listener,
    wrapAuthentication: (authentication, store) =>
      withMembers(authentication, {
        grants: withMembers(authentication.grants, changes.grants?.(authentication.grants) ?? {}),
        ...changes.authentication?.(authentication, store),
      }),
  }),
});

/** Changes the parameters of forms that are sent to a path. */
const mapForm =
  (path: string, change: (parameters: URLSearchParams) => void) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.method !== 'POST' || !request.url!.split('?')[0]!.endsWith(path)) return listener(request, response);
    request.once('readable', () => {
      const parameters = new URLSearchParams(String(request.read()));
      change(parameters);
      const body = Buffer.from(parameters.toString());
      request.headers['content-length'] = String(body.length);
      request.unshift(body);
      listener(request, response);
    });
  };

/** Sets a parameter of a form if the form has it. */
const correct = (path: string, name: string, value: string): OAuthChanges => ({
  listener: mapForm(path, (parameters) => parameters.get(name) && parameters.set(name, value)),
});

const mapApplication = (change: (application: OAuthApplication) => Partial<OAuthApplication>): OAuthChanges => ({
  grants: (grants) => ({
    findApplication(clientId) {
      const found = grants.findApplication(clientId);
      return found && { ...found, ...change(found) };
    },
  }),
});

const mapToken = (
  find: 'findToken' | 'findRefreshToken',
  change: (token: StoredToken) => Partial<StoredToken>,
): OAuthChanges => ({
  grants: (grants) => ({
    [find](text: string) {
      const found = grants[find](text);
      return found && { ...found, ...change(found) };
    },
  }),
});

/** Changes the claims of the access tokens that the server sends, but not their signatures. */
const mapClaims =
  (change: (claims: Record<string, unknown>) => object) =>
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const end = response.end.bind(response) as (body?: unknown) => typeof response;
    response.end = ((body?: unknown) => {
      const [, payload] = /"access_token":"[^."]+\.([^."]+)\./.exec(String(body)) ?? [];
      if (payload === undefined) return end(body);
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const changed = Buffer.from(JSON.stringify({ ...claims, ...change(claims) })).toString('base64url');
      const text = String(body).replace(payload, changed);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
    return listener(request, response);
  };

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Servers that take the sign-in of people, codes, tokens and scopes lightly. */
export const oauthMutants: Mutant[] = [
  oauthMutant('any password signs a person in', 'oauth/sign-in-password-wrong', {
    authentication: (_, store) => ({
      signInPerson: async (email) => store.all('users').find((each) => each.email === email) ?? null,
    }),
  }),
  oauthMutant('the state of an application is lost', 'oauth/code', correct('/oauth/authorize', 'state', '')),
  oauthMutant('a code can be used again', 'oauth/code-used', {
    grants: (grants) => ({
      findCode(text) {
        const code = grants.findCode(text);
        return code && { ...code, revokedAt: null };
      },
      redeemCode: async () => true,
    }),
  }),
  oauthMutant('a code never expires', 'oauth/code-expired', {
    grants: (grants) => ({
      isValid: (grant) => ('challenge' in grant ? grant.revokedAt === null : grants.isValid(grant)),
    }),
  }),
  oauthMutant('a token never expires for the application', 'oauth/token-expired', {
    grants: (grants) => ({
      isValid: (grant) => ('challenge' in grant ? grants.isValid(grant) : grant.revokedAt === null),
    }),
  }),
  oauthMutant('a token never expires on the API', 'oauth/token-expired-on-api', {
    authentication: ({ findViewer, grants }, store) => ({
      findViewer(authorization, audience) {
        const token = grants.findToken(authorization?.replace('Bearer ', '') ?? '');
        return token ? (store.find('users', token.userId) ?? null) : findViewer(authorization, audience);
      },
    }),
  }),
  oauthMutant('any verifier is right', 'oauth/verifier-wrong', correct('/oauth/token', 'code_verifier', verifier)),
  oauthMutant('a verifier is not needed', 'oauth/verifier-missing', {
    listener: mapForm('/oauth/token', (parameters) => parameters.set('code_verifier', verifier)),
  }),
  oauthMutant('challenges are forgotten', 'oauth/code-with-challenge', {
    grants: (grants) => ({ issueCode: (consent) => grants.issueCode({ ...consent, challenge: null }) }),
  }),
  oauthMutant(
    'a code goes to any address below that of the application',
    'oauth/redirect-address-wrong',
    mapApplication(({ redirectUris }) => ({
      redirectUris: [...redirectUris, ...redirectUris.map((each) => `${each}/elsewhere`)],
    })),
  ),
  oauthMutant(
    'the redirect address of a code is not compared',
    'oauth/redirect-address-of-code-wrong',
    correct('/oauth/token', 'redirect_uri', demoOAuth.redirectUri),
  ),
  oauthMutant(
    'an application gets scopes that it lacks',
    'oauth/scope-unknown',
    mapApplication(({ scopes }) => ({ scopes: [...scopes, 'admin:everything' as (typeof scopes)[number]] })),
  ),
  oauthMutant(
    'any secret of an application is right',
    'oauth/client-secret-wrong',
    correct('/oauth/token', 'client_secret', demoOAuth.clientSecret),
  ),
  oauthMutant('any secret of an application refreshes', 'oauth/refresh-client-secret-wrong', {
    listener: mapForm('/oauth/token', (parameters) => {
      if (parameters.get('grant_type') === 'refresh_token') parameters.set('client_secret', demoOAuth.clientSecret);
    }),
  }),
  oauthMutant(
    'a confidential application needs no secret',
    'oauth/client-secret-missing',
    mapApplication(() => ({ confidential: false })),
  ),
  oauthMutant('a token has no audience', 'oauth/token-claims', { listener: mapClaims(() => ({ aud: null })) }),
  oauthMutant('the person of a token is a number', 'oauth/token-claims', {
    listener: mapClaims(({ sub }) => ({ sub: Number(sub) })),
  }),
  oauthMutant('a token never ends', 'oauth/token-claims', { listener: mapClaims(() => ({ exp: undefined })) }),
  oauthMutant('the signature of a token is not compared', 'oauth/signature-wrong', {
    authentication: ({ findViewer }) => ({
      findViewer: (authorization, audience) => findViewer(authorization?.replace(/x$/, ''), audience),
    }),
  }),
  oauthMutant('the audience may be missing', 'oauth/audience-missing', {
    authentication: ({ findViewer }) => ({
      findViewer: (authorization, audience) => findViewer(authorization, audience || undefined),
    }),
  }),
  oauthMutant('any audience is right', 'oauth/audience-wrong', {
    authentication: ({ findViewer }) => ({
      findViewer: (authorization, audience) => findViewer(authorization, audience ? undefined : audience),
    }),
  }),
  oauthMutant(
    'the scope api:write is ignored',
    'oauth/scope-read',
    mapToken('findToken', ({ scopes }) => ({ scopes: `${scopes} api:write` })),
  ),
  oauthMutant(
    'the scope api:read is ignored',
    'oauth/scope-user',
    mapToken('findToken', ({ scopes }) => ({ scopes: `${scopes} api:read` })),
  ),
  oauthMutant(
    'a refresh gives more scopes',
    'oauth/refresh-more-scopes',
    mapToken('findRefreshToken', ({ scopes }) => ({ scopes: `${scopes} api:write` })),
  ),
  oauthMutant('a refresh cannot give fewer scopes', 'oauth/refresh-fewer-scopes', {
    listener: mapForm('/oauth/token', (parameters) => parameters.delete('scope')),
  }),
  oauthMutant('the use of a token does not end the one before', 'oauth/rotation', {
    grants: () => ({ noteUse: async () => {} }),
  }),
  oauthMutant('a refresh ends the token before at once', 'oauth/rotation-before-use', {
    grants: (grants) => ({
      async refreshToken(earlier, grant) {
        const issued = await grants.refreshToken(earlier, grant);
        await grants.noteUse(issued.stored);
        return issued;
      },
    }),
  }),
  oauthMutant('a revocation changes nothing', 'oauth/revocation', { grants: () => ({ revoke: async () => {} }) }),
  oauthMutant('a refresh token cannot be revoked', 'oauth/revocation-of-refresh-token', {
    listener: mapForm('/oauth/revoke', (parameters) => {
      if (!parameters.get('token')!.includes('.')) parameters.delete('token');
    }),
  }),
  oauthMutant(
    'anybody can revoke a token',
    'oauth/revocation-client-unknown',
    correct('/oauth/revoke', 'client_secret', demoOAuth.clientSecret),
  ),
  oauthMutant(
    'a token shows its person without the scope profile',
    'oauth/profile-without-scope',
    mapToken('findToken', ({ scopes }) => ({ scopes: `${scopes} profile` })),
  ),
];
