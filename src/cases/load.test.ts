import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { isNameOfDialect } from '../dialects/suite-dialect.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import type { GraphQLStep } from './case.ts';
import { fixturesFolder } from './load.ts';
import { loadCases } from './load.ts';
import { requirements } from './requirements.ts';

const cases = loadCases();

test('cases and requirements name existing dialects and families', () => {
  const dialects = Object.values(suiteDialects);
  const names = [...cases, ...requirements].flatMap((each) => each.dialects ?? []);
  assert.deepEqual(
    [...new Set(names)].filter((name) => !dialects.some((dialect) => isNameOfDialect(name, dialect))),
    [],
  );
});

test('the descriptions of the cases in a folder are unique', () => {
  const descriptions = cases
    .filter(({ id }) => !/\/\d+$/.test(id) || id.endsWith('/1'))
    .map(({ id, description }) => `${id.split('/')[0]}: ${description}`);
  assert.deepEqual(
    descriptions.filter((each, index) => descriptions.indexOf(each) !== index),
    [],
  );
});

function writeFolder(t: test.TestContext, files: Record<string, string>): string {
  const folder = createTemporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const operation = `
actor: admin
document: |
  mutation ($id: ID!, $input: Input!) {
    proposal(id: $id) { answer(input: $input) { \${fields} } }
  }
variables: { id: $one, input: { attributes: { x: 1, y: { z: 2 } } } }
attributes: input.attributes
fields: { text: 'text(locale: "\${locale}")' }
readBack: { document: 'query ($id: ID!) { proposal(id: $id) { \${fields} } }' }
`;
const query = "query: '{ a }'\n  expect: { data: {} }";
const sentence = 'A fact about a server.';

for (const [problem, text, ...messages] of [
  ['a file with a syntax error', '- a: [\n', /topic\.yaml:2: syntax error: /],
  ['a member twice', `- a: ${sentence}\n  a: 1\n`, /topic\.yaml:2: syntax error: Map keys must be unique/],
  ['an alias without an anchor', '- *none\n', /topic\.yaml:1: syntax error: .*none/],
  ['an empty file', '', /topic\.yaml:1: it must be object/],
  ['a description of an operation', 'actor: admin\n', /topic\.yaml:1: expected a list of cases/],
  ['a case without an id', `- ${query}\n`, /topic\.yaml:1: 0: expected an id in kebab-case/],
  ['an id in capital letters', `- Fact: ${sentence}\n  ${query}\n`, /:1: Fact: expected an id in kebab-case/],
  [
    'an unknown member',
    `- a: ${sentence}\n  retruns: {}\n  ${query}\n`,
    /:2: a\.retruns: unknown member\. Did you mean returns\? The members are /,
  ],
  ['a second id', `- a: ${sentence}\n  b: ${sentence}\n  ${query}\n`, /:2: a\.b: unknown member; a case has one id/],
  [
    'an unknown level',
    `- a: ${sentence}\n  level: MAY\n  ${query}\n`,
    /:2: a\.level: expected one of MUST, SHOULD, OBSERVE/,
  ],
  [
    'an unknown dialect',
    `- a: ${sentence}\n  dialects: [decidm]\n  ${query}\n`,
    /:2: a\.dialects\.0: there is no dialect [^ ]+\..* The dialects are specification, /,
  ],
  [
    'an unknown requirement',
    `- a: ${sentence}\n  checks:\n    - answer.state\n    - answer.stat\n  ${query}\n`,
    /:4: a\.checks\.1: there is no requirement answer\.stat; near it: answer\.state/,
  ],
  [
    'an unknown kind, a second operator and an invalid regular expression',
    `- a: ${sentence}\n  query: '{ a }'\n  expect:\n    data:\n      a: { $is: idd }\n      b: { $is: id, $not: '1' }\n      c: { $text: '(' }\n`,
    /:5: a\.expect\.data\.a\.\$is: expected one of object, id, text/,
    /:6: a\.expect\.data\.b\.\$not: expected no member beside \$not/,
    /:7: a\.expect\.data\.c\.\$text: expected a regular expression, not "\("/,
  ],
  [
    'data and a request error',
    `- a: ${sentence}\n  query: '{ a }'\n  expect: { data: {}, requestError: [] }\n`,
    /:3: a\.expect\.data: unknown member; expected one of requestError/,
  ],
  ['a query that expects nothing', `- a: ${sentence}\n  query: '{ a }'\n`, /:1: a: expected a member expect/],
  [
    'a request beside steps',
    `- a: ${sentence}\n  send: {}\n  steps: [{ omit: [x] }]\n`,
    /:2: a\.send: expected it in one of the steps/,
  ],
  [
    'an unknown request',
    `- a: ${sentence}\n  request: nope\n`,
    /:1: a: request: there is no request nope\..* The requests are readBack, answer/,
  ],
  [
    'an attribute that is not there',
    `- a: ${sentence}\n  omit: [w]\n`,
    /:1: a: omit: the operation has no variable or attribute w/,
  ],
  [
    'lists of different lengths',
    `- a: ${sentence}\n  each: { x: [1], y: [1, 2] }\n  ${query}\n`,
    /:2: a\.each: expected lists of the same length/,
  ],
  [
    'a name that is captured too',
    `- a: ${sentence}\n  each: { x: [1] }\n  capture: { x: a }\n  ${query}\n`,
    /:2: a\.each\.x: a step captures this name/,
  ],
  [
    'an id twice',
    `- a: ${sentence}\n  ${query}\n- a: ${sentence}\n  ${query}\n`,
    /:4: expected another id than answer\/a, which .*topic\.yaml:1 has/,
  ],
  [
    'everything that is wrong, at once',
    `- a: ${sentence}\n  level: MAY\n  ${query}\n- b: ${sentence}\n  checks: [nope]\n  ${query}\n- c: short\n`,
    /:2: a\.level/,
    /:6: b\.checks\.0: there is no requirement nope; plenum conform --coverage lists them/,
    /:9: c: it must NOT have fewer than 10 characters/,
  ],
] as [string, string, ...RegExp[]][])
  test(`refuses ${problem}`, (t) => {
    const files = { 'answer/topic.yaml': text, 'answer/operation.yaml': operation };
    assert.throws(() => loadCases(writeFolder(t, files)), isCommandError(2, ...messages));
  });

test('refuses an undo that nothing proves, or that is no document', (t) => {
  const undo = "undo:\n  - { writes: A.b, what: c, undo: 'mutation { d }' }\n";
  const load = (text: string) =>
    loadCases(writeFolder(t, { 'a/topic.yaml': `- a: ${sentence}\n  ${query}\n`, 'a/operation.yaml': text }));
  assert.throws(() => load(undo), isCommandError(2, /operation\.yaml:2: undo\.0: expected a member before/));
  const withoutEnd = undo.replace('what', "before: '{ a', what");
  assert.throws(() => load(withoutEnd), isCommandError(2, /operation\.yaml:2: undo\.0\.before: Syntax Error/));
});

test('refuses an invalid operation.yaml, and a folder without cases', (t) => {
  for (const [text, message] of [
    ['- a: 1\n', /operation\.yaml:1: a: it must be string/],
    ['documents: {}\n', /operation\.yaml:1: documents: unknown member\..* The members are level,/],
    ['actor: admin\n', /has no cases: expected files such as answer\/state\.yaml in it/],
  ] as const)
    assert.throws(() => loadCases(writeFolder(t, { 'answer/operation.yaml': text })), isCommandError(2, message));
});

const oneCase = (id: string) => `- ${id}: ${sentence}\n  ${query}\n`;

test('reads only the operations that can have a case whose id starts with a text', (t) => {
  const files = {
    'answer/topic.yaml': oneCase('ab') + oneCase('c'),
    'answers/topic.yaml': oneCase('a'),
    'b/topic.yaml': '- no',
  };
  const folder = writeFolder(t, files);
  const ids = (only: string) => loadCases(folder, only).map(({ id }) => id);
  assert.deepEqual(ids('answer/'), ['answer/ab', 'answer/c']);
  assert.deepEqual(ids('answer/a'), ['answer/ab']);
  assert.deepEqual(ids('ans'), ['answer/ab', 'answer/c', 'answers/a']);
  assert.deepEqual(ids('c'), []);
  for (const only of ['', 'b/x']) assert.throws(() => ids(only), isCommandError(2, /b.topic\.yaml:1/));
});

const load = (t: test.TestContext, text: string) =>
  loadCases(writeFolder(t, { 'answer/operation.yaml': operation, 'answer/topic.yaml': text }));
const document = (fields: string) =>
  `mutation ($id: ID!, $input: Input!) {\n  proposal(id: $id) { answer(input: $input) { ${fields} } }\n}\n`;
const variables = { id: '$one', input: { attributes: { x: 1, y: { z: 2 } } } };

test('a case has the level and the dialects of its requirements, or its own', (t) => {
  const loaded = load(
    t,
    `- own: ${sentence}\n  ${query}\n- checks: ${sentence}\n`.replace('checks:', 'of-others:') +
      `  checks: [document.messages]\n  ${query}\n- set: ${sentence}\n  checks: [answer.state]\n  level: OBSERVE\n` +
      `  dialects: [decidim-0.32]\n  since: decidim-0.31\n  ${query}\n`,
  );
  assert.deepEqual(
    loaded.map(({ id, level, dialects, since }) => [id, level, dialects, since]),
    [
      ['answer/of-others', 'SHOULD', ['decidim'], undefined],
      ['answer/own', 'MUST', undefined, undefined],
      ['answer/set', 'OBSERVE', ['decidim-0.32'], 'decidim-0.31'],
    ],
  );
});

test('an operation selects what a case returns, and reads it back', (t) => {
  const [testCase] = load(
    t,
    `- a: ${sentence}\n  send: { y: { w: $two } }\n  omit: [x]\n  returns: { state: ok, text: Yes, list: { $set: [{ id: $one }] } }\n  stored: true\n`,
  );
  const fields = 'state text(locale: "${locale}") list { id }';
  const record = { state: 'ok', text: 'Yes', list: { $set: [{ id: '$one' }] } };
  assert.deepEqual(testCase!.steps, [
    {
      actor: 'admin',
      query: document(fields),
      variables: { id: '$one', input: { attributes: { y: { z: 2, w: '$two' } } } },
      expect: { data: { proposal: { answer: record } } },
    },
    {
      actor: 'anonymous',
      query: `query ($id: ID!) { proposal(id: $id) { ${fields} } }`,
      variables: { id: '$one' },
      expect: { data: { proposal: record } },
    },
  ]);
});

test('a refusal is a list of attributes, a code, or a code and a path', (t) => {
  const path = ['proposal', 'answer'];
  const data = { proposal: { answer: null } };
  for (const [refused, expect] of [
    ['[x]', { errorCode: 'ATTRIBUTE_VALIDATION_ERROR', path, data, invalidAttributes: ['x'] }],
    ['CODE', { errorCode: 'CODE', path, data }],
    ['{ code: CODE, at: proposal }', { errorCode: 'CODE', path: ['proposal'], data: null }],
    ['{ code: null, at: null }', { errorCode: null, path: null, data: null }],
  ] as const)
    assert.deepEqual(load(t, `- a: ${sentence}\n  actor: other\n  refused: ${refused}\n`)[0]!.steps, [
      { actor: 'other', query: document('id'), variables, expect },
    ]);
});

test('a case is repeated for each value', (t) => {
  const loaded = load(
    t,
    `- a: The state \${x} is refused.\n  each: { x: [null, '$run'] }\n  send: { state: $x }\n  refused: [state]\n`,
  );
  assert.deepEqual(
    loaded.map(({ id, description, steps }) => [id, description, (steps[0] as GraphQLStep).variables!['input']]),
    [
      ['answer/a/1', 'The state null is refused.', { attributes: { x: 1, y: { z: 2 }, state: null } }],
      ['answer/a/2', 'The state $run is refused.', { attributes: { x: 1, y: { z: 2 }, state: '$run' } }],
    ],
  );
});

test('an operation can need a record, and a step can send the operation of another folder', (t) => {
  const loaded = loadCases(
    writeFolder(t, {
      'make/operation.yaml': `actor: member\ndocument: 'mutation { make { \${fields} } }'\nreturns: { id: { $is: id } }\ncapture: { made: id }\n`,
      'use/operation.yaml': `given: make\nactor: admin\ndocument: 'mutation { use(id: \${made}) { \${fields} } }'\n`,
      'use/topic.yaml': `- a: ${sentence}\n  actor: other\n- b: ${sentence}\n  steps:\n    - { request: make, capture: { mine: id } }\n`,
    }),
  );
  const id = { id: { $is: 'id' } };
  const make = { actor: 'member', query: 'mutation { make { id } }', variables: {}, expect: { data: { make: id } } };
  assert.deepEqual(
    loaded.map(({ steps }) => steps),
    [
      [
        { ...make, capture: { made: 'make.id' } },
        { actor: 'other', query: 'mutation { use(id: ${made}) { id } }', variables: {}, expect: { data: { use: id } } },
      ],
      [{ ...make, capture: { mine: 'make.id' } }],
    ],
  );
});

test('an HTTP request has the method and the media type of its body', (t) => {
  const expect = { status: [200] };
  for (const [http, sent] of [
    ['{ path: /x }', { path: '/x', method: 'GET' }],
    ['{ body: a }', { body: 'a', method: 'POST' }],
    [
      "{ query: '{ a }', variables: { id: $one, name: '${one}' } }",
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"query":"{ a }","variables":{"id":${one},"name":"${one}"}}',
      },
    ],
    ['{ method: PUT, json: [1] }', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '[1]' }],
  ] as const)
    assert.deepEqual(load(t, `- a: ${sentence}\n  http: ${http}\n  expect: { status: [200] }\n`)[0]!.steps, [
      { actor: 'admin', http: sent, expect },
    ]);
});

test('every file of the project names its schema, which an editor completes from', () => {
  const names = readdirSync(fixturesFolder, { recursive: true }).map(String);
  const files = names.filter((name) => name.endsWith('.yaml'));
  assert.ok(files.length > 50);
  for (const name of files) {
    const [, path] = /^# yaml-language-server: \$schema=(.+)\n/.exec(readFileSync(join(fixturesFolder, name), 'utf8'))!;
    assert.ok(existsSync(join(fixturesFolder, name, '..', path!)), name);
  }
});
