import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import { limitsBeyondThePlatform } from '../src/dialects/decidim/executor.ts';
import { maxTags } from '../src/dialects/decidim/values/html.ts';
import { executionLimits, serverDialect } from '../src/dialects/specification.ts';
import { decidimServerDialect } from './support/dialects.ts';
import { meetingAttributes } from './support/inputs.ts';
import { sendRawRequest } from './support/raw-http.ts';
import { type GraphQLResponse, startTestServer } from './support/test-server.ts';

const dialects = { specification: serverDialect, decidim: decidimServerDialect };
type Name = keyof typeof dialects;

const repeat = (count: number, create: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => create(index)).join(' ');

const tooCostly = `The document exceeds the maximum cost of ${executionLimits.cost}.`;

const createMeeting = (fields: string) =>
  `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation { ${fields} } } }`;
const meetingInput = (attributes: object) => ({
  input: {
    locale: 'en',
    attributes: {
      ...meetingAttributes,
      title: 'Meeting',
      description: 'Described here',
      onlineMeetingUrl: 'https://a.example',
      ...attributes,
    },
  },
});
const messagesOf = ({ errors = [] }: GraphQLResponse): string[] => errors.map(({ message }) => message);

/** Requests beyond a limit: the dialect, the request, and the message. */
const rows: Record<string, [Name, string, object, string]> = {
  'introspection with aliases': [
    'specification',
    `{ __schema { types { ${repeat(1000, (index) => `a${index}: fields { name }`)} } } }`,
    {},
    tooCostly,
  ],
  'introspection of types within types': [
    'decidim',
    '{ __schema { types { possibleTypes { interfaces { possibleTypes { fields { args { type { name } } } } } } } } }',
    {},
    'Maximum introspection depth exceeded',
  ],
  definitions: [
    'specification',
    repeat(executionLimits.definitions + 1, (index) => `query Q${index} { __typename }`),
    {},
    `The document exceeds the maximum of ${executionLimits.definitions} definitions.`,
  ],
  'equal fields': [
    'specification',
    `{ ${repeat(2000, () => 'organization { name { locales } }')} }`,
    {},
    'The document repeats fields and fragments too often to be validated.',
  ],
  'HTML tags': [
    'decidim',
    createMeeting('createMeeting(input: $input) { id }'),
    meetingInput({ description: '<b>'.repeat(maxTags + 1) }),
    `A text has more than ${maxTags} HTML tags.`,
  ],
};

test('the page of limits has these limits', () => {
  const page = readFileSync('docs/reference/limits.md', 'utf8').replaceAll(/\s+/g, ' ');
  const { depth, cost, tokens, definitions } = executionLimits;
  for (const [limit, of] of [
    [tokens, 'tokens'],
    [limitsBeyondThePlatform.maxTokens, 'tokens'],
    [definitions, 'operations and fragments'],
    [depth, 'levels of fields'],
    [limitsBeyondThePlatform.maxNesting, 'levels of brackets'],
    [limitsBeyondThePlatform.maxSteps, 'steps of validation'],
    [limitsBeyondThePlatform.maxErrors, 'errors'],
    [cost, 'fields of the response'],
    [maxTags, 'HTML tags'],
  ] as const)
    assert.ok(page.includes(`${limit.toLocaleString('en')} ${of}`), `${limit} ${of}`);
});

for (const [name, [dialect, query, variables, message]] of Object.entries(rows)) {
  test(`rejects too many or too long: ${name}`, async (t) => {
    const bugs: Error[] = [];
    const { send } = await startTestServer(t, { dialect: dialects[dialect], onBug: (error) => bugs.push(error) });
    const response = await send(query, variables, 'admin');
    assert.deepEqual(messagesOf(response), [message]);
    assert.equal(response.status, 200);
    assert.deepEqual(bugs, []);
  });
}

const objectOf = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1])));
const listOf = (count: number) => `[${'1,'.repeat(count)}1]`;

for (const [name, dialect] of Object.entries(dialects)) {
  test(`${name}: executes a mutation with a text of nearly 1 MiB`, async (t) => {
    const { send } = await startTestServer(t, { dialect });
    const input = meetingInput({ description: `Described${' here'.repeat(209_000)}` });
    const { errors } = await send(createMeeting('createMeeting(input: $input) { id }'), input, 'member');
    assert.equal(errors, undefined);
  });

  test(`${name}: executes the introspection query of tools`, async (t) => {
    const { send } = await startTestServer(t, { dialect });
    const { errors } = await send(getIntrospectionQuery({ inputValueDeprecation: true }), {}, 'admin');
    assert.equal(errors, undefined);
  });

  test(`${name}: an input with many unknown members has a short list of errors`, async (t) => {
    const { send } = await startTestServer(t, { dialect });
    const input = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`unknown${index}`, 1]));
    const { errors, data } = await send(createMeeting('createMeeting(input: $input) { id }'), { input });
    assert.equal(data, undefined);
    const problems = errors!.flatMap(({ extensions }) => (extensions?.problems as object[] | undefined) ?? []);
    assert.ok(errors!.length + problems.length <= 110, `${errors!.length} errors, ${problems.length} problems`);
    assert.ok(JSON.stringify(errors).length < 2_500_000);
  });

  test(`${name}: JSON with more than 10,000 members and items is refused, and is executed with fewer`, async (t) => {
    const { url } = await startTestServer(t, { dialect });
    const send = (json: string) =>
      sendRawRequest(url, {
        headers: { 'content-type': 'application/json' },
        body: `{"query":"{organization{name{locales}}}","variables":{"v":${json}}}`,
      });
    for (const json of [objectOf(9_990), listOf(9_990), `"${'[{,'.repeat(20_000)}"`])
      assert.equal((await send(json)).status, 200);
    for (const json of [
      objectOf(10_010),
      listOf(10_010),
      `[${'[],'.repeat(10_000)}[]]`,
      `[${'{},'.repeat(10_000)}{}]`,
    ]) {
      const { status, text } = await send(json);
      assert.equal(status, 413);
      assert.match(text, /10,000 members and items/);
    }
  });

  test(`${name}: a document with many errors has a short list of errors`, async (t) => {
    const { send } = await startTestServer(t, { dialect });
    const query = `query ${'Q'.repeat(500_000)} { ${repeat(500, (index) => `component(id: $v${index}) { id }`)} }`;
    const { errors } = await send(query);
    assert.ok(errors!.length <= 101, String(errors!.length));
    assert.ok(JSON.stringify(errors).length < 5_000_000);
  });
}
