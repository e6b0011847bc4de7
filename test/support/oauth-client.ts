import type { TestContext } from 'node:test';
import { worldFolder } from '../../src/records/named-worlds.ts';
import { type AnyData, type TestSettings, startServer } from './test-server.ts';

export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
/** The challenge of the verifier, by the method `S256` (RFC 7636, appendix B). */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

export const website = {
  client_id: 'town-website',
  client_secret: 'town-website-secret-0123456789',
  redirect_uri: 'http://localhost:4000/callback',
  scope: 'user api:read api:write',
};
export const app = {
  client_id: 'town-app',
  redirect_uri: 'http://localhost:4000/app/callback',
  scope: 'profile user api:read api:write',
};
export const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
export const participant = { email: 'participant@example.org', password: 'lantern-and-river-0123456789' };

type Form = Record<string, string>;

/** What came back: `json` is that of the body, if it is JSON. */
export interface OAuthResponse {
  status: number;
  location: string;
  text: string;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** A browser without pages, and an application: they send what forms and libraries send. */
export class OAuthClient {
  readonly origin: string;
  #cookie = '';
  #authenticityToken = '';

  constructor(url: string) {
    this.origin = new URL(url).origin;
  }

  async send(path: string, init: RequestInit = {}): Promise<OAuthResponse> {
    const headers = { accept: 'text/html', ...(this.#cookie && { cookie: this.#cookie }), ...(init.headers as Form) };
    const response = await fetch(this.origin + path, { ...init, headers, redirect: 'manual' });
    const text = await response.text();
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.#cookie = cookie.split(';')[0]!;
    this.#authenticityToken = /name="authenticity_token" value="([^"]+)"/.exec(text)?.[1] ?? this.#authenticityToken;
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    const { status, headers: received } = response;
    return {
      status,
      text,
      headers: received,
      location: received.get('location') ?? '',
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  post(path: string, form: Form, headers: Form = {}): Promise<OAuthResponse> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(form), headers });
  }

  /** Sends a form of the page that was seen last. */
  submit(path: string, form: Form): Promise<OAuthResponse> {
    return this.post(path, { authenticity_token: this.#authenticityToken, ...form });
  }

  /** Opens the sign-in page, and sends its form. */
  async signIn({ email, password } = participant): Promise<OAuthResponse> {
    await this.send('/en/users/sign_in');
    return this.submit('/en/users/sign_in', { 'user[email]': email, 'user[password]': password });
  }

  /** Opens the consent page. */
  authorize(request: Form, headers: Form = {}): Promise<OAuthResponse> {
    const { client_secret: _, ...parameters } = request;
    return this.send(`/oauth/authorize?${new URLSearchParams({ response_type: 'code', ...parameters })}`, { headers });
  }

  /** Opens the consent page, and allows what it asks for; resolves with the code. */
  async consent(request: Form): Promise<string> {
    const page = await this.authorize(request);
    const { client_secret: _, ...parameters } = request;
    const { location, status } =
      page.status === 302 ? page : await this.submit('/oauth/authorize', { response_type: 'code', ...parameters });
    const code = /[?&]code=([\w-]+)/.exec(location)?.[1];
    if (!code) throw new Error(`no code: ${status} ${location}`);
    return code;
  }

  /** Exchanges a code for a token. */
  exchange(code: string, application: Form, more: Form = {}): Promise<OAuthResponse> {
    const { scope: _, ...client } = application;
    return this.post('/oauth/token', { grant_type: 'authorization_code', code, ...client, ...more });
  }

  /** Signs the participant in, and resolves with the response of the token endpoint. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async token(client: Form, isPublic = client === app): Promise<any> {
    await this.signIn();
    const code = await this.consent({ ...client, ...(isPublic && pkce) });
    return (await this.exchange(code, client, isPublic ? { code_verifier: verifier } : {})).json;
  }

  /** Sends a GraphQL request without cookies. */
  async graphql(
    query: string,
    headers: Form = {},
    search = '',
  ): Promise<{ errors?: { message: string; extensions: { code: string } }[]; data: AnyData }> {
    const response = await fetch(`${this.origin}/api${search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { data: unknown };
  }
}

/** The headers of the application `town-website`, or of another one, with its token. */
export const bearer = (token: string, audience = 'town-website'): Form => ({
  authorization: `Bearer ${token}`,
  'x-jwt-aud': audience,
});

/** Starts a server with the world `demo-oauth`, and a client of it. */
export async function startOAuth(t: TestContext, settings: TestSettings = {}) {
  const server = await startServer({
    world: worldFolder('demo-oauth'),
    dialect: 'decidim-0.32',
    ...settings,
  });
  t.after(() => server.close());
  return { server, client: new OAuthClient(server.url), newClient: () => new OAuthClient(server.url) };
}
