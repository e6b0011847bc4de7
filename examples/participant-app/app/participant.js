// The participant, if the page is a public client: sign-in with OAuth and PKCE, and requests to the API with the token.
import * as oauth from 'oauth4webapi';

const settings = await (await fetch('/settings.json')).json();
const platform = new URL(settings.platform, location.href).origin;
const client = { client_id: settings.clientId };
const redirectUri = new URL('/callback', location.href).href;
// The platform publishes no metadata. People sign in on the platform itself; tokens come through the origin of the page.
const server = {
  issuer: platform,
  authorization_endpoint: new URL('/oauth/authorize', platform).href,
  token_endpoint: new URL('/oauth/token', location.href).href,
  revocation_endpoint: new URL('/oauth/revoke', location.href).href,
};
const options = { [oauth.allowInsecureRequests]: location.protocol === 'http:' };

let tokens = JSON.parse(sessionStorage.getItem('tokens'));

function keep(issued) {
  const expiresAt = Date.now() + issued.expires_in * 1000;
  tokens = { access: issued.access_token, refresh: issued.refresh_token, expiresAt };
  sessionStorage.setItem('tokens', JSON.stringify(tokens));
}

function forget() {
  tokens = null;
  sessionStorage.removeItem('tokens');
}

/** Leaves the page for the sign-in of the platform. */
export async function signIn() {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  sessionStorage.setItem('request', JSON.stringify({ verifier, state }));
  const parameters = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'user api:read api:write',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  location.assign(`${server.authorization_endpoint}?${parameters}`);
}

/** Exchanges the code for tokens, if the platform has just sent the participant back. */
export async function finishSignIn() {
  if (location.pathname !== '/callback') return;
  const address = new URL(location.href);
  history.replaceState(null, '', '/');
  const request = JSON.parse(sessionStorage.getItem('request'));
  if (!request) throw new Error('This page did not ask for the sign-in.');
  sessionStorage.removeItem('request');
  const answer = oauth.validateAuthResponse(server, client, address, request.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    answer,
    redirectUri,
    request.verifier,
    options,
  );
  keep(await oauth.processAuthorizationCodeResponse(server, client, response));
}

/** Ends the tokens. */
export async function signOut() {
  const { refresh: refreshToken } = tokens;
  forget();
  const response = await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
  await oauth.processRevocationResponse(response);
}

let refreshing;

async function refresh() {
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh, options);
  // Each refresh token is good for one exchange, so keep the new one.
  keep(await oauth.processRefreshTokenResponse(server, client, response));
}

/** The headers of the participant; none if nobody is signed in. Without X-Jwt-Aud, the platform takes the request for an anonymous one. */
async function headers() {
  if (!tokens) return {};
  if (tokens.expiresAt < Date.now() + 60_000) {
    // An expired token is no error for the platform: it would read as anonymous.
    refreshing ??= refresh()
      .catch(forget)
      .finally(() => (refreshing = undefined));
    await refreshing;
  }
  return tokens ? { authorization: `Bearer ${tokens.access}`, 'x-jwt-aud': client.client_id } : {};
}

/** Sends a document to the API, as the participant if one is signed in. */
export async function send(query, variables) {
  const response = await fetch(new URL('/api', platform), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await headers()) },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}
