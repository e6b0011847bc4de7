// The second way: a small backend is a confidential client. It exchanges the code, and keeps the tokens: the browser gets a cookie only.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as oauth from 'oauth4webapi';
import { files, sendFile } from '../files.js';

const { PLATFORM = 'http://localhost:4000', PORT = '5173' } = process.env;
const { CLIENT_ID = 'town-website', CLIENT_SECRET = 'town-website-secret-0123456789' } = process.env;
const { ORIGIN = `http://localhost:${PORT}` } = process.env;

const page = { ...files, '/participant.js': fileURLToPath(new URL('participant.js', import.meta.url)) };
const redirectUri = `${ORIGIN}/callback`;
const client = { client_id: CLIENT_ID };
// In the body: the platform does not decode the percent-encoding that OAuth requires in the Authorization header.
const secret = oauth.ClientSecretPost(CLIENT_SECRET);
const platform = {
  issuer: PLATFORM,
  token_endpoint: new URL('/oauth/token', PLATFORM).href,
  revocation_endpoint: new URL('/oauth/revoke', PLATFORM).href,
};
const options = { [oauth.allowInsecureRequests]: PLATFORM.startsWith('http:') };

/** What the backend knows of each browser, by its cookie. A real one keeps this in a database. */
const sessions = new Map();

function startSession(response, session) {
  const id = randomUUID();
  sessions.set(id, session);
  const secure = ORIGIN.startsWith('https:') ? '; Secure' : '';
  response.setHeader('set-cookie', `app_session=${id}; HttpOnly; SameSite=Lax; Path=/${secure}`);
}

function keep(session, issued) {
  const expiresAt = Date.now() + issued.expires_in * 1000;
  session.tokens = { access: issued.access_token, refresh: issued.refresh_token, expiresAt };
}

async function refresh(session) {
  const response = await oauth.refreshTokenGrantRequest(platform, client, secret, session.tokens.refresh, options);
  keep(session, await oauth.processRefreshTokenResponse(platform, client, response));
}

async function headersOf(session) {
  if (!session?.tokens) return {};
  if (session.tokens.expiresAt < Date.now() + 60_000) {
    session.refreshing ??= refresh(session)
      .catch(() => delete session.tokens)
      .finally(() => delete session.refreshing);
    await session.refreshing;
  }
  const { tokens } = session;
  return tokens ? { authorization: `Bearer ${tokens.access}`, 'x-jwt-aud': CLIENT_ID } : {};
}

const redirect = (response, location) => response.writeHead(302, { location }).end();

const routes = {
  async 'GET /sign-in'(request, response) {
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    startSession(response, { verifier, state });
    const parameters = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'user api:read api:write',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    redirect(response, new URL(`/oauth/authorize?${parameters}`, PLATFORM).href);
  },

  async 'GET /callback'(request, response, { id, session }) {
    if (!session?.state) return redirect(response, '/');
    sessions.delete(id);
    const answer = oauth.validateAuthResponse(platform, client, new URL(request.url, ORIGIN), session.state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      platform,
      client,
      secret,
      answer,
      redirectUri,
      session.verifier,
      options,
    );
    const signedIn = {};
    keep(signedIn, await oauth.processAuthorizationCodeResponse(platform, client, exchanged));
    startSession(response, signedIn);
    redirect(response, '/');
  },

  async 'POST /sign-out'(request, response, { id, session }) {
    sessions.delete(id);
    if (session?.tokens)
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(platform, client, secret, session.tokens.refresh, options),
      );
    response.writeHead(204).end();
  },

  async 'POST /api'(request, response, { session }) {
    // A page of another site cannot send this type without asking first.
    if (request.headers['content-type'] !== 'application/json') return void response.writeHead(415).end();
    const answer = await fetch(new URL('/api', PLATFORM), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await headersOf(session)) },
      body: await text(request),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  },
};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, ORIGIN);
  const [, id] = /(?:^|; )app_session=([^;]+)/.exec(request.headers.cookie ?? '') ?? [];
  const route = routes[`${request.method} ${pathname}`];
  try {
    if (route) await route(request, response, { id, session: sessions.get(id) });
    else await sendFile(response, page[pathname]);
  } catch (error) {
    // Such as a refusal by the participant.
    response.writeHead(400, { 'content-type': 'text/plain' }).end(error.error_description ?? error.message);
  }
});
server.listen(Number(PORT), 'localhost', () => console.log(`Open ${ORIGIN}/`));
