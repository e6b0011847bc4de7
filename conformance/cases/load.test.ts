import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { isNameOfDialect } from '../../src/contract/suite-dialect.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import type { Case } from '../model/case.ts';
import { loadCases } from './load.ts';
import { requirements } from './requirements.ts';

const cases = loadCases();

test('cases and requirements name existing dialects and families', () => {
  const dialects = Object.values(suiteDialects);
  const names = [...cases, ...requirements].flatMap((each) => each.dialects ?? []);
  const ofExpectations = cases.flatMap(({ steps }) => steps.flatMap((step) => Object.keys(step.expectByDialect ?? {})));
  assert.deepEqual(
    [...new Set([...names, ...ofExpectations])].filter(
      (name) => !dialects.some((dialect) => isNameOfDialect(name, dialect)),
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

for (const [problem, text, message] of [
  ['that is not JSON', '{', /good\.json, line 1: not JSON/],
  [
    'without a description',
    JSON.stringify({ ...validCase, description: undefined }),
    /good\.json: the case .*description/,
  ],
  ['with an unknown member', JSON.stringify({ ...validCase, skip: true }), /good\.json: .*additional properties/],
  [
    'with an id that differs from the file name',
    JSON.stringify({ ...validCase, id: 'read/other' }),
    /good\.json: the id must be read\/good/,
  ],
  [
    'with an unknown requirement',
    JSON.stringify({ ...validCase, requirements: ['nope'] }),
    /good\.json: there is no requirement nope/,
  ],
  ['without a level', JSON.stringify({ ...validCase, level: undefined }), /good\.json: the case .*property 'level'/],
  [
    'that expects data and a request error',
    JSON.stringify({ ...validCase, steps: [{ ...validCase.steps[0], expect: { data: {}, requestError: [] } }] }),
    /good\.json: \/steps\/0/,
  ],
  [
    'without a document',
    JSON.stringify({ ...validCase, steps: [{ actor: 'member', expect: { data: {} } }] }),
    /good\.json: .*no operation\.graphql/,
  ],
] as const) {
  test(`rejects a case ${problem}`, (t) => {
    const folder = createTemporaryFolder(t);
    const file = join(folder, 'read', 'good.json');
    mkdirSync(join(folder, 'read'));
    writeFileSync(file, JSON.stringify(validCase));
    assert.equal(loadCases(folder).length, 1);
    writeFileSync(file, text);
    assert.throws(() => loadCases(folder), isCommandError(2, message));
  });
}

test('a draft needs no level, and fails like a MUST whatever its level is', (t) => {
  const folder = createTemporaryFolder(t);
  mkdirSync(join(folder, 'read'));
  for (const level of [undefined, 'OBSERVE']) {
    writeFileSync(join(folder, 'read', 'good.json'), JSON.stringify({ ...validCase, level, draft: true }));
    assert.deepEqual(loadCases(folder), [{ ...validCase, level: 'MUST', draft: true }]);
  }
});
