import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { startServer } from '../../../../test/support/test-server.ts';
import { createAuthentication } from '../../../server/auth/authentication.ts';
import { worldFolder } from '../../../records/named-worlds.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { projectFolder } from '../../../installation.ts';

/** A request of the real platform and its response. `fixtures/oauth/README.md` has the placeholders. */
interface RecordedExchange {
  name: string;
  order: number;
  session?: string;
  as?: string;
  /** Seconds that were waited before. */
  wait?: number;
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    form?: [string, string][];
    json?: unknown;
    text?: string;
  };
  response: RecordedResponse;
}

interface RecordedResponse {
  status: number;
  headers: Record<string, string | string[]>;
  json?: unknown;
  text?: string;
  page?: RecordedPage;
  jwt?: unknown;
}

interface RecordedPage {
  title: string;
  heading: string;
  forms: unknown[];
  message?: string;
  code?: string;
}

/** A recorded exchange, and what the same request got here, in the same form. */
interface ReplayedExchange {
  recorded: RecordedExchange;
  response: RecordedResponse;
}

const folder = join(projectFolder, 'fixtures', 'oauth', 'decidim-0.32.2');

/** The exchanges of a run, in their order: those of the folder itself, or of `town`, `slow` or `short-lived`. */
function readRecordings(run = '.'): RecordedExchange[] {
  const names = readdirSync(join(folder, run)).filter((name) => name.endsWith('.json'));
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, run, name), 'utf8'));
  return names.flatMap((name) => read(name) as RecordedExchange[]).toSorted((one, other) => one.order - other.order);
}

const secrets: Record<string, string> = {
  'password participant': 'lantern-and-river-0123456789',
  'password clerk': 'harbour-and-bridge-0123456789',
  'token garbage': 'not.a.token',
};
const secretOf = (id: string): string => `${id.replace(/-key$/, '')}-secret-0123456789`;

/** Sends recorded exchanges to a server, and keeps what its answers give. */
class RecordedFlow {
  readonly #origin: string;
  readonly #wait: (seconds: number) => Promise<void> | void;
  readonly #values = new Map<string, string>();
  readonly #cookies = new Map<string, string>();
  readonly #authenticityTokens = new Map<string, string>();

  constructor(origin: string, wait: (seconds: number) => Promise<void> | void) {
    this.#origin = origin;
    this.#wait = wait;
  }

  async send(recorded: RecordedExchange): Promise<ReplayedExchange> {
    const { request, session = '', as = '', wait } = recorded;
    if (wait !== undefined) await this.#wait(wait);
    const fill = (text: string): string => this.#fill(text, session);
    const cookie = this.#cookies.get(session);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value)] as const);
    const response = await fetch(this.#origin + fill(request.path), {
      method: request.method,
      redirect: 'manual',
      headers: { accept: '*/*', ...Object.fromEntries(headers), ...(session !== '' && cookie && { cookie }) },
      body: bodyOf(request, fill) ?? null,
    });
    const text = await response.text();
    const [setCookie] = response.headers.getSetCookie();
    if (setCookie && session !== '') this.#cookies.set(session, setCookie.split(';')[0]!);
    this.#learn(text, response.headers.get('location') ?? '', as, session);
    return { recorded, response: this.#describe(response, text) };
  }

  #fill(text: string, session: string): string {
    return text.replaceAll(/<([^<>]+)>/g, (whole, name: string) => {
      const [kind, id = ''] = name.split(' ');
      if (name === 'authenticity_token') return this.#authenticityTokens.get(session) ?? 'none';
      if (kind === 'secret') return secretOf(id);
      if (kind === 'basic') return Buffer.from(`${id}:${secretOf(id)}`).toString('base64');
      return this.#changed(name) ?? secrets[name] ?? this.#values.get(name) ?? whole;
    });
  }

  /** A token that was changed after it was issued. */
  #changed(name: string): string | undefined {
    const [, change, id] = /^token (tampered|unsigned|cut)\.(.+)$/.exec(name) ?? [];
    const token = id === undefined ? undefined : this.#values.get(`token ${id}`);
    if (!token) return undefined;
    if (change === 'cut') return token.slice(0, -2);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    if (change === 'unsigned') return `${encode({ alg: 'none' })}.${payload}.`;
    return `${header}.${encode({ ...decodeJwt(token), sub: '1' })}.${signature}`;
  }

  #learn(text: string, location: string, as: string, session: string): void {
    const [, authenticityToken] = /name="authenticity_token" value="([^"]+)"/.exec(text) ?? [];
    if (authenticityToken) this.#authenticityTokens.set(session, authenticityToken);
    if (as === '') return;
    const [, code] = /[?#&]code=([\w-]+)/.exec(location) ?? /name="code" value="([^"]+)"/.exec(text) ?? [];
    const [, token] = /"(?:access|jwt)_token":"([^"]+)"/.exec(text) ?? [];
    const [, refresh] = /"refresh_token":"([^"]+)"/.exec(text) ?? [];
    for (const [kind, value] of Object.entries({ code, token, refresh }))
      if (value) this.#values.set(`${kind} ${as}`, value);
  }

  #describe(response: Response, text: string): RecordedResponse {
    const headers = Object.fromEntries(
      [...response.headers]
        .filter(([name]) => name !== 'set-cookie')
        .map(([name, value]) => [name, this.#hide(value).replace(this.#origin, '')]),
    );
    const cookies = response.headers
      .getSetCookie()
      .map((each) => each.replace(/=[^;]+;/, '=<cookie>;').replace(/expires=[^;]+/, 'expires=<time>'));
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      headers: { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) },
      ...this.#describeBody(type, text),
    };
  }

  #describeBody(type: string, text: string): Partial<RecordedResponse> {
    if (text.startsWith('<!doctype')) return { page: this.#describePage(text) };
    if (!type.includes('json') || text === '') return { text };
    const [, token] = /"(?:access|jwt)_token":"([^"]+\.[^"]+)"/.exec(text) ?? [];
    return { json: JSON.parse(this.#hide(text)), ...(token && { jwt: describeToken(token) }) };
  }

  #describePage(text: string): RecordedPage {
    const main = /<main>(.*)<\/main>/s.exec(text)?.[1] ?? '';
    const found = (pattern: RegExp, source = main): string | undefined => {
      const value = pattern.exec(source)?.[1];
      return value === undefined ? undefined : this.#hide(unescape(value));
    };
    const message = found(/<pre>(.*?)<\/pre>/s);
    const code = found(/id="authorization_code">(.*?)</);
    return {
      title: found(/<title>(.*?)<\/title>/, text)!,
      heading: found(/<h1>(.*?)<\/h1>/) ?? '',
      forms: [...main.matchAll(/<form action="([^"]*)" method="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
        ([, action, method, inner]) => {
          const inputs = [...inner!.matchAll(/<input ([^>]*)>/g)].map(([, attributes]) => [
            /name="([^"]*)"/.exec(attributes!)![1]!,
            this.#hide(unescape(/value="([^"]*)"/.exec(attributes!)?.[1] ?? '')),
          ]);
          const fields = Object.fromEntries(inputs) as Record<string, string>;
          return { action: unescape(action!), method: fields['_method'] ?? method, fields };
        },
      ),
      ...(message !== undefined && { message }),
      ...(code !== undefined && { code }),
    };
  }

  /** Puts the placeholders back in the place of what differs from run to run. */
  #hide(text: string): string {
    let shown = text;
    for (const token of this.#authenticityTokens.values()) shown = shown.replaceAll(token, '<authenticity_token>');
    for (const [name, value] of this.#values) shown = shown.replaceAll(value, `<${name}>`);
    return shown
      .replaceAll(/("created_at"|"exp"|"iat"):\d+/g, '$1:"<time>"')
      .replaceAll(/"expires_in":71\d\d/g, '"expires_in":7200')
      .replaceAll(/\/disk\/[\w-]+\//g, '/disk/<signed>/')
      .replaceAll(`"${this.#origin}/`, '"http://localhost/');
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const unescape = (text: string): string =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function describeToken(token: string): unknown {
  const { iat, exp, jti, iss: _, ...claims } = decodeJwt(token);
  const uuid = /^[\da-f-]{36}$/.test(String(jti)) ? '<uuid>' : jti;
  return {
    header: decodeProtectedHeader(token),
    payload: { ...claims, iat: '<time>', exp: `<iat + ${exp! - iat!}>`, jti: uuid },
  };
}

function bodyOf({ form, json, text }: RecordedExchange['request'], fill: (text: string) => string): string | undefined {
  if (form) return new URLSearchParams(form.map(([name, value]) => [name, fill(value)] as [string, string])).toString();
  if (json !== undefined) return fill(JSON.stringify(json));
  return text;
}

/** The headers that clients rely on. */
const comparedHeaders = [
  'content-type',
  'location',
  'www-authenticate',
  'cache-control',
  'pragma',
  'vary',
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

/** The parts of a response that differ from the recorded one. */
function differencesOf({ recorded, response }: ReplayedExchange): string[] {
  const expected = recorded.response;
  const headers = comparedHeaders.filter(
    (name) =>
      !isDeepStrictEqual(expected.headers[name] ?? null, response.headers[name] ?? null) &&
      !isSameCode(expected.headers[name], response.headers[name]),
  );
  const { abilities: _, ...page } = (expected.page ?? {}) as RecordedPage & { abilities?: unknown };
  const parts = (['status', 'json', 'text', 'jwt'] as const).filter(
    (part) => !isDeepStrictEqual(expected[part] ?? null, response[part] ?? null),
  );
  return [...parts, ...headers, ...(expected.page && !isDeepStrictEqual(page, response.page) ? ['page'] : [])];
}

const isSameCode = (expected: unknown, found: unknown): boolean =>
  String(expected).includes('=<code>') && String(found).replace(/code=[\w-]{43}/, 'code=<code>') === expected;

/** Sends the exchanges of a run, and returns what differs from the platform, by the name of the exchange. */
async function replay(t: TestContext, run: string, options: { world: string; lifetimeSeconds?: number }) {
  const { world, lifetimeSeconds = 7200 } = options;
  let ahead = 0;
  const server = await startServer({
    world: worldFolder(world),
    dialect: 'decidim-0.32',
    wrapAuthentication: (_, store) => createAuthentication({ store, lifetimeSeconds, clock: () => Date.now() + ahead }),
  });
  t.after(() => server.close());
  const flow = new RecordedFlow(new URL(server.url).origin, (seconds) => {
    ahead += seconds * 1000;
    server.world.clock.setting = { mode: 'offset', by: ahead };
  });
  const recordings = readRecordings(run);
  const differences: Record<string, string[]> = {};
  for (const recorded of recordings) {
    const found = differencesOf(await flow.send(recorded));
    if (found.length > 0) differences[recorded.name] = found;
  }
  return { count: recordings.length, differences };
}

test('a participant signs in, and applications get and use tokens, as on the platform', async (t) => {
  assert.deepEqual(await replay(t, '.', { world: 'demo-oauth' }), {
    count: 254,
    // The page of the account has no form of the platform's to change the account.
    differences: { 'pages/account-with-token': ['page'] },
  });
});

test('a participant of the town votes, comments and sees a restricted space', async (t) => {
  assert.deepEqual(await replay(t, 'town', { world: 'town' }), { count: 25, differences: {} });
});

test('a code is valid for ten minutes', async (t) => {
  assert.deepEqual(await replay(t, 'slow', { world: 'demo-oauth' }), { count: 7, differences: {} });
});

test('an expired token reads as its scopes allow, and can be refreshed', async (t) => {
  const replayed = await replay(t, 'short-lived', { world: 'demo-oauth', lifetimeSeconds: 60 });
  assert.deepEqual(replayed, { count: 20, differences: {} });
});
