import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import * as oauth from 'oauth4webapi';
import { AuthorizationCode } from 'simple-oauth2';
import { type StandIn, createStandIn } from '../../src/index.ts';

// Libraries for OAuth as their documentation uses them. The browser of the participant is fetch with a cookie.
const scope = 'user api:read api:write';
const dialects = ['decidim-0.31', 'decidim-0.32', 'decidim-develop'] as const;

/** Opens an address as a browser that keeps cookies, signs the participant in and allows; returns where the browser is sent. */
async function consent(address: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const open = async (url: URL, form?: URLSearchParams) => {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ');
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
      body: form ?? null,
      redirect: 'manual',
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    return { page: await response.text(), next: location === null ? undefined : new URL(location, url) };
  };
  /** Sends the form of a page to sign in or to allow, with its hidden fields and these values. */
  const send = (url: URL, page: string, values: Record<string, string> = {}) => {
    const form = page
      .split('<form')
      .find((each) => each.includes('authenticity_token') && !each.includes('"_method"'))!;
    const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = hidden.map(([, name, value]) => [name!, value!.replaceAll('&amp;', '&')] as [string, string]);
    const [, action] = /action="([^"]+)"/.exec(form)!;
    return open(new URL(action!, url), new URLSearchParams([...fields, ...Object.entries(values)]));
  };

  const { next: signInUrl } = await open(new URL(address));
  const signInPage = await open(signInUrl!);
  const signedIn = await send(signInUrl!, signInPage.page, {
    'user[email]': 'participant@example.org',
    'user[password]': 'lantern-and-river-0123456789',
  });
  const consentPage = await open(signedIn.next!);
  // The platform asks nobody twice for what a confidential client has already.
  if (consentPage.next) return consentPage.next;
  const allowed = await send(signedIn.next!, consentPage.page);
  return allowed.next!;
}

/** Whether the library reports a refusal, which the platform also sends in the header `WWW-Authenticate`. */
const isRefusal = (expected: string) => (error: unknown) => {
  assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, String(error));
  assert.equal(error.cause[0]!.parameters['error'], expected);
  return true;
};

for (const dialect of dialects) {
  let standIn: StandIn;
  let origin: string;
  before(async () => {
    standIn = await createStandIn({ world: 'demo-oauth', dialect });
    ({ origin } = new URL(standIn.url));
  });
  after(() => standIn.close());

  /** Who the API takes the holder of a token for. */
  const nameOfViewer = async (token: string, audience: string) => {
    const response = await fetch(standIn.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-jwt-aud': audience },
      body: JSON.stringify({ query: '{ session { user { name } } }' }),
    });
    const { data } = (await response.json()) as { data: { session: { user: { name: string } } | null } };
    return data.session?.user.name;
  };

  const serverOf = (): oauth.AuthorizationServer => ({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    introspection_endpoint: `${origin}/oauth/introspect`,
  });
  const options = { [oauth.allowInsecureRequests]: true };

  test(`${dialect}: oauth4webapi, a public client with PKCE`, async () => {
    const [server, client] = [serverOf(), { client_id: 'town-app' }];
    const [redirectUri, verifier, state] = [
      'http://127.0.0.1:8123/callback',
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
    ];
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const callback = await consent(`${server.authorization_endpoint}?${query}`);
    assert.equal(callback.origin + callback.pathname, redirectUri);
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const exchange = (ofVerifier: string) =>
      oauth
        .authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirectUri, ofVerifier, options)
        .then((response) => oauth.processAuthorizationCodeResponse(server, client, response));
    await assert.rejects(exchange(oauth.generateRandomCodeVerifier()), isRefusal('invalid_grant'));
    const tokens = await exchange(verifier);
    assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ['bearer', 7200, scope]);
    assert.equal(await nameOfViewer(tokens.access_token, client.client_id), 'Participant');
    assert.equal(await nameOfViewer(tokens.access_token, 'town-website'), undefined);

    const refresh = (token: string) =>
      oauth
        .refreshTokenGrantRequest(server, client, oauth.None(), token, options)
        .then((response) => oauth.processRefreshTokenResponse(server, client, response));
    const refreshed = await refresh(tokens.refresh_token!);
    assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
    assert.equal(await nameOfViewer(refreshed.access_token, client.client_id), 'Participant');
    await assert.rejects(refresh(tokens.refresh_token!), isRefusal('invalid_grant'));

    const revoke = await oauth.revocationRequest(server, client, oauth.None(), refreshed.refresh_token!, options);
    await oauth.processRevocationResponse(revoke);
    await assert.rejects(refresh(refreshed.refresh_token!), isRefusal('invalid_grant'));
  });

  test(`${dialect}: oauth4webapi, a confidential client sends its secret in the body`, async () => {
    const [server, client] = [serverOf(), { client_id: 'town-website' }];
    const [secret, redirectUri] = ['town-website-secret-0123456789', 'http://localhost:3000/callback'];
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
    });
    const callback = await consent(`${server.authorization_endpoint}?${query}`);
    const parameters = oauth.validateAuthResponse(server, client, callback, oauth.expectNoState);
    const exchange = async (authentication: oauth.ClientAuth) => {
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        parameters,
        redirectUri,
        oauth.nopkce,
        options,
      );
      return oauth.processAuthorizationCodeResponse(server, client, response);
    };
    // In the header, the library encodes the hyphens of the id (RFC 6749, section 2.3.1); the platform does not decode them.
    await assert.rejects(exchange(oauth.ClientSecretBasic(secret)), isRefusal('invalid_client'));
    const tokens = await exchange(oauth.ClientSecretPost(secret));
    assert.equal(await nameOfViewer(tokens.access_token, client.client_id), 'Participant');
    const response = await oauth.introspectionRequest(
      server,
      client,
      oauth.ClientSecretPost(secret),
      tokens.access_token,
      options,
    );
    const introspected = await oauth.processIntrospectionResponse(server, client, response);
    assert.deepEqual([introspected.active, introspected.client_id], [true, client.client_id]);
  });

  test(`${dialect}: simple-oauth2, a confidential client with its secret in the header`, async () => {
    const id = 'town-website';
    const redirectUri = 'http://localhost:8080/callback';
    const client = new AuthorizationCode({
      client: { id, secret: 'town-website-secret-0123456789' },
      auth: { tokenHost: origin },
    });
    const address = client.authorizeURL({ redirect_uri: redirectUri, scope, state: 'a state' });
    const callback = await consent(address);
    assert.equal(callback.searchParams.get('state'), 'a state');
    const accessToken = await client.getToken({ code: callback.searchParams.get('code')!, redirect_uri: redirectUri });
    assert.equal(accessToken.expired(), false);
    assert.equal(await nameOfViewer(String(accessToken.token['access_token']), id), 'Participant');
    const refreshed = await accessToken.refresh();
    assert.equal(await nameOfViewer(String(refreshed.token['access_token']), id), 'Participant');
    await refreshed.revokeAll();
    await assert.rejects(refreshed.refresh(), { message: 'Response Error: 400 Bad Request' });
  });
}
