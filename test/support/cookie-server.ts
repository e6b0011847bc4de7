import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createExecutor } from '../../src/server/executors.ts';
import { createAuthentication } from '../../src/server/auth/authentication.ts';
import { decidimServerDialect as serverDialect } from './dialects.ts';
import { createMemoryStore } from './stores.ts';
import { generateSigningKey } from '../../src/store/store.ts';
import { type RawRequest, jsonHeaders, sendRawRequest } from './raw-http.ts';
import { demoWorld, startTestServer } from './test-server.ts';

const executor = createExecutor(serverDialect);

/** What identifies the user of a request. */
export interface Credentials {
  /** The value of the session cookie, or a whole `Cookie` header. */
  cookie?: string;
  /** A bearer token. */
  token?: string;
}

/** Creates a sign-in request for a user of the demo world. */
export const signInRequest = (user: string, secret = `${user}-secret-0123456789`): RawRequest => ({
  path: '/api/sign_in',
  body: JSON.stringify({ api_user: { key: `${user}-key`, secret } }),
});

/** Starts a server of the Decidim dialect whose clock starts at 2026-11-21T19:00:00Z, in milliseconds, and can be set. */
export async function startCookieServer(t: TestContext, signingKey = generateSigningKey()) {
  const time = { now: Date.parse('2026-11-21T19:00:00Z') };
  const store = createMemoryStore(demoWorld);
  store.load(store.tables, signingKey);
  const sessions = createAuthentication({ store, lifetimeSeconds: 7200, clock: () => time.now });
  const { url } = await startTestServer(t, { dialect: serverDialect, executor, store, authentication: sessions });
  const send = async ({ cookie, token, headers = jsonHeaders, ...request }: RawRequest & Credentials = {}) => {
    const credentials = {
      ...(cookie !== undefined && { cookie: cookie.includes('=') ? cookie : `_session_id=${cookie}` }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const response = await sendRawRequest(url, { ...request, headers: { ...headers, ...credentials } });
    const setCookie = response.headers['set-cookie'];
    assert.ok(setCookie === undefined || setCookie.length === 1);
    return { ...response, setCookie: setCookie?.[0], cookie: setCookie?.[0]?.split(/[=;]/)[1] };
  };
  const viewer = async (credentials: Credentials): Promise<string | null> => {
    const { text } = await send({ ...credentials, body: '{"query":"{ session { user { nickname } } }"}' });
    const { data } = JSON.parse(text) as { data: { session: { user: { nickname: string } } | null } };
    return data.session?.user.nickname ?? null;
  };
  const signIn = async (user: 'member' | 'other', request: RawRequest & Credentials = {}) => {
    const response = await send({ ...signInRequest(user), ...request });
    assert.equal(response.status, 200);
    return { cookie: response.cookie!, token: (JSON.parse(response.text) as { jwt_token: string }).jwt_token };
  };
  return {
    time,
    /** Sends a request; `cookie` of the response is the value in `setCookie`, its `Set-Cookie` header. */
    send,
    /** Returns the nickname of the user whom the credentials sign in, or null. */
    viewer,
    /** Signs in and returns the credentials. The request can be changed. */
    signIn,
  };
}
