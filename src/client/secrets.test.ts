import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import * as fc from 'fast-check';
import { projectFolder } from '../installation.ts';
import { RecordedCredentials } from './recording.ts';
import { isSecretName, replaceInJson, replaceInText, secretMark } from './secrets.ts';

const words = (text: string): string[] => text.split(' ');

const names = [
  ...words('access_token bearer_token refresh_token jwt_token client_secret code_verifier password user[password]'),
  ...words('passwordConfirmation clientSecret apiKey api-key pwd code api_user[key]'),
];
const ordinaryNames = [
  ...words('token_type tokenCount secretary passenger code_challenge x-jwt-aud title query state'),
  ...words('access-control-allow-credentials authorizationHandler cookiePolicy'),
];

/** The nested JSON of a parameter, as Rails reads it. */
const jsonOf = (name: string, value: string) => {
  const [, outer, inner] = /^(.+)\[(.+)\]$/.exec(name) ?? [];
  return outer === undefined ? { [name]: value } : { [outer]: { [inner!]: value } };
};

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.q0Zr7cPb2xU';
const secrets = fc.oneof(
  fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme' }).map((text) => `#1 ${text} a secret & more`),
  fc.constant(token),
);

const empty = {
  method: 'POST',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  responseHeaders: {},
  responseBody: '',
};

test('no secret of any parameter or member, in any place of an exchange, is in what is recorded of it', () => {
  const isForm = { 'content-type': 'application/x-www-form-urlencoded' };
  const places: Record<string, (name: string, value: string) => object> = {
    'the query string': (name, value) => ({ path: `/api?${new URLSearchParams({ locale: 'en', [name]: value })}` }),
    'a form': (name, value) => ({
      requestHeaders: isForm,
      requestBody: String(new URLSearchParams({ query: '{ a }', [name]: value })),
    }),
    'JSON of a request': (name, value) => ({ requestBody: JSON.stringify({ query: '{ a }', ...jsonOf(name, value) }) }),
    'a batch': (name, value) => ({ requestBody: JSON.stringify([{ query: '{ a }' }, jsonOf(name, value)]) }),
    'JSON of a response': (name, value) => ({ responseBody: JSON.stringify({ data: null, ...jsonOf(name, value) }) }),
    'a redirect': (name, value) => ({
      responseHeaders: { location: `https://a.example/?x=1&${new URLSearchParams({ [name]: value })}#end` },
    }),
  };
  const asserted = fc.property(
    fc.constantFrom(...Object.keys(places)),
    fc.constantFrom(...names),
    fc.constantFrom('/api', '/api/elsewhere', '/api/sign_in', '/oauth/token'),
    secrets,
    (place, name, path, secret) => {
      const credentials = new RecordedCredentials();
      const observed = {
        ...empty,
        path,
        ...places[place]!(name, secret),
      };
      credentials.learn(observed);
      const recorded = JSON.stringify(credentials.recordedExchange(observed, 1));
      assert.ok(recorded.includes(secretMark), recorded);
      for (const notation of [secret, encodeURIComponent(secret), String(new URLSearchParams({ '': secret })).slice(1)])
        assert.ok(!recorded.includes(notation), recorded);
      // What is known by then is found everywhere else too.
      const later = { ...empty, path: '/api', requestBody: `a ${secret}` };
      assert.ok(!JSON.stringify(credentials.recordedExchange(later, 2)).includes(secret));
    },
  );
  fc.assert(asserted, { numRuns: 300 });
});

test('the variables and the literals of an operation are secrets by their names', () => {
  const body = {
    query: 'mutation { a(password: "open sesame", title: "open") }',
    variables: { newPassword: 'x', pin: 1 },
  };
  assert.deepEqual(
    replaceInJson(body, () => '-'),
    {
      query: 'mutation { a(password: "-", title: "open") }',
      variables: { newPassword: '-', pin: 1 },
    },
  );
});

test('names that only look like those of secrets are ordinary', () => {
  assert.deepEqual(ordinaryNames.filter(isSecretName), []);
  assert.deepEqual(
    names.filter((name) => !/code$|key\]$/.test(name) && !isSecretName(name)),
    [],
  );
});

for (const [text, shown] of [
  ['postgres://me:pass@word@db/x is wrong', 'postgres://me:-@db/x is wrong'],
  ['https://town.example:3000/@council', 'https://town.example:3000/@council'],
  ['see https://a.example/?a=1&access_token=x%20y#b', 'see https://a.example/?a=1&access_token=-#b'],
  [`Bearer ${token}.`, 'Bearer -.'],
  ['{"apiKey": "x\\"y", "b": 1', '{"apiKey": "-", "b": 1'],
  ['The token: of the town, passwords = 3', 'The token: of the town, passwords = 3'],
] as const)
  test(`shows ${text} as ${shown}`, () =>
    assert.equal(
      replaceInText(text, () => '-'),
      shown,
    ));

test('the data that deployments have sent stays as it is', () => {
  const folder = join(projectFolder, 'fixtures', 'recordings');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  let compared = 0;
  for (const file of files) {
    const recorded: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const { response } of (Array.isArray(recorded) ? recorded : []) as {
      response?: { json?: { data?: unknown } };
    }[]) {
      const { data } = response?.json ?? {};
      if (data === undefined) continue;
      compared += 1;
      assert.deepEqual(
        replaceInJson({ data }, () => '-'),
        { data },
        file,
      );
    }
  }
  assert.ok(compared > 1000, `${compared} responses`);
});

function cost(text: string): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    replaceInText(text, () => '-');
    return process.cpuUsage(before).user;
  });
  return Math.min(...times) + 1000;
}

test('long texts take linear time', () => {
  for (const part of ['eyJ', 'a.eyJ', '://a:', '?a', 'a:"', 'a:"\\"', 'a : ', '"""a:'])
    assert.ok(cost(part.repeat(160_000)) / cost(part.repeat(10_000)) < 80, part);
});
