import type { RequestListener } from 'node:http';
import type { Authentication } from '../../../src/server/auth/authentication.ts';
import type { Grants, StoredToken } from '../../../src/server/auth/grants.ts';
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
  target: { dialect: 'decidim-0.32' },
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

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** Servers that take the sign-in of people, codes, tokens and scopes lightly. */
export const oauthMutants: Mutant[] = [
  oauthMutant('a code can be used again', 'oauth/code-used', {
    grants: (grants) => ({
      findCode(text) {
        const code = grants.findCode(text);
        return code && { ...code, revokedAt: null };
      },
      redeemCode: async () => true,
    }),
  }),
  oauthMutant('a verifier is not needed', 'oauth/verifier-missing', {
    listener: mapForm('/oauth/token', (parameters) => parameters.set('code_verifier', verifier)),
  }),
  oauthMutant(
    'any secret of an application is right',
    'oauth/client-secret-wrong',
    correct('/oauth/token', 'client_secret', demoOAuth.clientSecret),
  ),
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
  oauthMutant('the use of a token does not end the one before', 'oauth/rotation', {
    grants: () => ({ noteUse: async () => {} }),
  }),
  oauthMutant('a revocation changes nothing', 'oauth/revocation', { grants: () => ({ revoke: async () => {} }) }),
];
