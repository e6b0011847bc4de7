import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { isNameOfDialect } from '../dialects/suite-dialect.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import type { Case } from './case.ts';
import { fixturesFolder } from './case-files.ts';
import { loadCases } from './load.ts';
import { requirements } from './requirements.ts';

const cases = loadCases();

test('cases and requirements name existing dialects and families', () => {
  const dialects = Object.values(suiteDialects);
  const names = [...cases, ...requirements].flatMap((each) => each.dialects ?? []);
  const ofExpectations = cases.flatMap(({ steps }) => steps.flatMap((step) => Object.keys(step.expectByDialect ?? {})));
  assert.deepEqual(
    [...new Set([...names, ...ofExpectations])].filter(
      (name) => !dialects.some((dialect) => isNameOfDialect(name.replace(/^until-/, ''), dialect)),
    ),
    [],
  );
});

test('the descriptions of the cases in a folder are unique', () => {
  const descriptions = cases.map(({ id, description }) => `${id.split('/')[0]}: ${description}`);
  assert.deepEqual(
    descriptions.filter((each, index) => descriptions.indexOf(each) !== index),
    [],
  );
});

const validCase: Case = {
  id: 'read/good',
  description: 'The session of an anonymous user is null',
  requirements: ['read.session'],
  level: 'MUST',
  steps: [{ actor: 'anonymous', query: '{ session { user { id } } }', expect: { data: { session: null } } }],
};

const single = (changes: object) => ({ 'read/good.json': JSON.stringify({ ...validCase, ...changes }) });
const [validStep] = validCase.steps;
const file = (text: string) => ({ 'read/topic.yaml': text });
const yamlCase = `description: A fact about a server
    requirements: [read.session]
    level: MUST`;

function writeFolder(t: test.TestContext, files: Record<string, string>): string {
  const folder = createTemporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

for (const [problem, files, ...messages] of [
  ['a JSON case with a syntax error', { 'read/good.json': '{' }, /good\.json:1: syntax error: /],
  ['a YAML file with a syntax error', file('cases:\n  a: [\n'), /topic\.yaml:3: syntax error: /],
  ['a case twice in a file', file('cases:\n  a: 1\n  a: 2\n'), /topic\.yaml:3: syntax error: Map keys must be unique/],
  ['an alias without an anchor', file('cases: *none\n'), /topic\.yaml:1: syntax error: .*none/],
  ['an empty file', file(''), /topic\.yaml:1: it must be object/],
  ['a case without a description', single({ description: undefined }), /good\.json:1: expected a member description/],
  ['an unknown member', single({ skip: true }), /good\.json:1: skip: unknown member; expected one of id, description,/],
  ['an id that differs from the file name', single({ id: 'read/other' }), /good\.json:1: id: expected read\/good/],
  ['an unknown requirement', single({ requirements: ['nope'] }), /requirements\.0: there is no requirement nope/],
  ['a case without a level', single({ level: undefined }), /good\.json:1: expected a member level/],
  [
    'a case that expects data and a request error',
    single({ steps: [{ ...validStep, expect: { data: {}, requestError: [] } }] }),
    /good\.json:1: steps\.0\.expect\.data: unknown member; expected one of requestError/,
  ],
  [
    'a case without a document',
    single({ steps: [{ actor: 'member', expect: { data: {} } }] }),
    /good\.json:1: steps: a step has no query, and there is no operation\.graphql/,
  ],
  [
    'an HTTP request with a body and parameters',
    single({
      steps: [{ actor: 'member', http: { method: 'POST', body: '', parameters: {} }, expect: { status: [200] } }],
    }),
    /good\.json:1: steps\.0\.http: it must NOT be valid/,
  ],
  [
    'a document that is not there',
    file(`documents:\n  one: '{ a }'\ncases:\n  a:\n    ${yamlCase}
    steps:\n      - document: one\n        actor: member\n        expect: { data: {} }
      - document: two\n        actor: member\n        expect: { data: {} }\n`),
    /topic\.yaml:12: cases\.a\.steps\.1\.document: no document two: expected one of one, or two\.graphql/,
  ],
  [
    'documents that are based on each other',
    file(`documents:\n  one: { document: two }\n  two: { document: one }\ncases:\n  a:\n    ${yamlCase}
    steps: [{ document: one, actor: member, expect: { data: {} } }]\n`),
    /topic\.yaml:3: documents\.two\.document: no document one/,
  ],
  [
    'a document without a step',
    file(`documents:\n  one: '{ a }'\ncases:\n  a:\n    ${yamlCase}
    steps: [{ query: '{ b }', actor: member, expect: { data: {} } }]\n`),
    /topic\.yaml:2: documents\.one: expected a step that sends this document/,
  ],
  [
    'a record without its path, and a variable that is not there',
    file(`documents:\n  one: '{ a }'\ncases:\n  a:\n    ${yamlCase}
    steps: [{ document: one, actor: member, omit: [input.a], expect: { record: 1 } }]\n    afterwards: same\n`),
    /topic\.yaml:8: cases\.a\.steps\.0\.omit\.0: one has no variable input\.a/,
    /topic\.yaml:4: cases\.a: record and refused: expected the path of the record/,
    /topic\.yaml:4: cases\.a\.afterwards\.0\.document: no document afterwards|topic\.yaml:9: cases\.a\.afterwards\.0\.document: no document afterwards/,
  ],
  [
    'an id twice',
    {
      ...single({}),
      ...file(
        `cases:\n  good:\n    ${yamlCase}\n    steps: [{ query: '{ b }', actor: member, expect: { data: {} } }]\n`,
      ),
    },
    /topic\.yaml:2: expected another id than read\/good, which .*good\.json:1 has/,
  ],
  ['a folder without cases', { 'case.yaml': 'cases: {}', 'read/notes.md': '' }, /has no cases: expected files such as/],
  [
    'everything that is wrong, at once',
    {
      ...file('cases:\n  a: { level: MAY }\n  b:\n    descripton: x\n'),
      'read/good.json': '{',
      'answer/x.yaml': 'case: {}',
    },
    /x\.yaml:1: expected a member cases/,
    /x\.yaml:1: case: unknown member; expected one of \$schema, defaults, documents, cases/,
    /good\.json:1: syntax error/,
    /topic\.yaml:2: cases\.a\.level: expected one of MUST, SHOULD, OBSERVE/,
    /topic\.yaml:4: cases\.b\.descripton: unknown member/,
    /topic\.yaml:3: cases\.b: expected a member steps/,
  ],
] as [string, Record<string, string>, ...RegExp[]][])
  test(`refuses ${problem}`, (t) => {
    assert.throws(() => loadCases(writeFolder(t, files)), isCommandError(2, ...messages));
  });

for (const name of ['demo', 'town', 'recorded'])
  test(`loads the cases of a folder named ${name}`, (t) => {
    const folder = writeFolder(t, { [`${name}/good.json`]: JSON.stringify({ ...validCase, id: `${name}/good` }) });
    assert.deepEqual(
      loadCases(folder).map(({ id }) => id),
      [`${name}/good`],
    );
  });

const withSource = (testCase: object, folder: string, name: string, line = 1) => ({
  ...testCase,
  source: { file: join(folder, name), line },
});

test('a draft needs no level, and fails like a MUST whatever its level is', (t) => {
  for (const level of [undefined, 'OBSERVE']) {
    const folder = writeFolder(t, single({ level, draft: true }));
    const expected = { ...validCase, level: 'MUST', draft: true };
    assert.deepEqual(loadCases(folder), [withSource(expected, folder, 'read/good.json')]);
  }
});

test('a JSON case may be indented with tabs, and escape characters', (t) => {
  const description = 'A "fact" \\ /\u2028\u{1F600}\u0000 about a server';
  const text = JSON.stringify({ ...validCase, description }, undefined, '\t').replaceAll('/', String.raw`\/`);
  const folder = writeFolder(t, { 'read/good.json': text.replace('\u{1F600}', String.raw`\ud83d\ude00`) });
  assert.deepEqual(loadCases(folder), [withSource({ ...validCase, description }, folder, 'read/good.json')]);
});

test('a file of cases has defaults, documents and short forms', (t) => {
  const folder = writeFolder(t, {
    'answer/operation.graphql': 'mutation { operation }',
    'answer/beside.graphql': 'mutation { beside }',
    'answer/topic.yaml': `
defaults: { level: SHOULD, dialects: [decidim], actor: member, document: answer }
documents:
  answer:
    at: a.b
    actor: admin
    query: mutation { answer }
    variables: { id: { $: one }, input: { x: 1, y: { z: 2 } } }
  answered:
    document: answer
    capture: { made: a.b.id }
    expect: { record: { id: 1 } }
  beside: {}
  afterwards: { at: a.c, query: '{ read }' }
cases:
  long:
    description: A fact about a server
    requirements: [answer.state]
    level: MUST
    steps:
      - document: answered
      - document: beside
        expect: { status: [200] }
      - query: '{ own }'
        actor: other
        expect: { data: {} }
      - http: { method: GET }
        expect: { status: [200] }
      - variables: { id: { $number: two }, input: { y: { w: 3 } } }
        omit: [input.x]
        expect: { refused: CODE, invalidAttributes: [x] }
        expectByDialect: { specification: { oneOf: [{ record: 1 }, { requestError: [] }] } }
  short:
    description: Another fact about a server
    requirements: [answer.state]
    steps:
      - expect: { record: { state: accepted } }
    afterwards: same
`,
  });
  const query = 'mutation { answer }';
  const variables = { id: { $: 'one' }, input: { x: 1, y: { z: 2 } } };
  assert.deepEqual(loadCases(folder), [
    {
      id: 'answer/long',
      description: 'A fact about a server',
      requirements: ['answer.state'],
      level: 'MUST',
      dialects: ['decidim'],
      steps: [
        { actor: 'admin', query, variables, capture: { made: 'a.b.id' }, expect: { data: { a: { b: { id: 1 } } } } },
        { actor: 'member', query: 'mutation { beside }', expect: { status: [200] } },
        { actor: 'other', query: '{ own }', expect: { data: {} } },
        { actor: 'member', http: { method: 'GET' }, expect: { status: [200] } },
        {
          actor: 'admin',
          query,
          variables: { id: { $number: 'two' }, input: { y: { z: 2, w: 3 } } },
          expect: { errorCode: 'CODE', path: ['a', 'b'], data: { a: { b: null } }, invalidAttributes: ['x'] },
          expectByDialect: { specification: { oneOf: [{ data: { a: { b: 1 } } }, { requestError: [] }] } },
        },
      ],
      source: { file: join(folder, 'answer/topic.yaml'), line: 16 },
    },
    {
      id: 'answer/short',
      description: 'Another fact about a server',
      requirements: ['answer.state'],
      level: 'SHOULD',
      dialects: ['decidim'],
      steps: [{ actor: 'admin', query, variables, expect: { data: { a: { b: { state: 'accepted' } } } } }],
      afterwards: [{ query: '{ read }', expect: { data: { a: { c: { state: 'accepted' } } } } }],
      source: { file: join(folder, 'answer/topic.yaml'), line: 33 },
    },
  ]);
});

test('documents share HTTP requests, into which those of steps are merged', (t) => {
  const folder = writeFolder(t, {
    'read/topic.yaml': `
documents:
  form:
    http: { method: POST, path: /../a, parameters: { one: '1', two: '2' } }
    expect: { status: [200] }
  other: { document: form, http: { path: /../b } }
cases:
  good:
    description: A fact about a server
    requirements: [answer.state]
    level: MUST
    steps:
      - document: other
        actor: anonymous
        http: { parameters: { two: '3' } }
`,
  });
  const http = { method: 'POST', path: '/../b', parameters: { one: '1', two: '3' } };
  assert.deepEqual(loadCases(folder)[0]!.steps, [{ actor: 'anonymous', http, expect: { status: [200] } }]);
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
