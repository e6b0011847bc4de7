import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { CommandError } from '../../src/errors.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { isNameOfDialect } from '../../src/contract/suite-dialect.ts';
import { type Case, loadCases, requirements } from './load.ts';
import { requirementCoverage, coverageGaps } from './coverage.ts';

const cases = loadCases();

test('every requirement has a case or a reason, and every case a requirement', () => {
  assert.deepEqual(coverageGaps(requirementCoverage(requirements, cases)), []);
  assert.equal(new Set(requirements.map(({ id }) => id)).size, requirements.length);
  assert.ok(cases.length >= 150, `${cases.length} cases`);
});

test('a requirement without a case is a gap', () => {
  const without = cases.filter(({ requirements: ids }) => !ids.includes('answer.money'));
  assert.deepEqual(coverageGaps(requirementCoverage(requirements, without)), [
    'answer.money is tested by no case, and no reason is given',
  ]);
});

test('every dialect and family that is named exists', () => {
  const dialects = Object.values(suiteDialects);
  const named = [...cases, ...requirements].flatMap((each) => each.dialects ?? []);
  const expectations = cases.flatMap(({ steps }) => steps.flatMap((step) => Object.keys(step.expectByDialect ?? {})));
  assert.deepEqual(
    [...new Set([...named, ...expectations])].filter(
      (name) => !dialects.some((dialect) => isNameOfDialect(name, dialect)),
    ),
    [],
  );
});

test('facts are told apart', () => {
  const facts = cases.map(({ id, description }) => `${id.split('/')[0]}: ${description}`);
  assert.deepEqual(
    facts.filter((fact, index) => facts.indexOf(fact) !== index),
    [],
  );
});

const good: Case = {
  id: 'read/good',
  description: 'A session of nobody is null',
  requirements: ['read.session'],
  level: 'MUST',
  steps: [{ actor: 'anonymous', query: '{ session { user { id } } }', expect: { data: { session: null } } }],
};

for (const [what, text, message] of [
  ['is not JSON', '{', /good\.json, line 1: not JSON/],
  ['has no description', JSON.stringify({ ...good, description: undefined }), /good\.json: .*description/],
  ['has a member that is unknown', JSON.stringify({ ...good, skip: true }), /good\.json: .*additional properties/],
  ['has the id of another', JSON.stringify({ ...good, id: 'read/other' }), /good\.json: the id must be read\/good/],
  ['names a requirement that is unknown', JSON.stringify({ ...good, requirements: ['nope'] }), /no requirement nope/],
  [
    'expects data and a refusal at once',
    JSON.stringify({ ...good, steps: [{ ...good.steps[0], expect: { data: {}, requestError: [] } }] }),
    /good\.json: \/steps\/0/,
  ],
  [
    'has no document',
    JSON.stringify({ ...good, steps: [{ actor: 'member', expect: { data: {} } }] }),
    /no operation\.graphql/,
  ],
] as const) {
  test(`a case that ${what} is refused by name`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cases-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'read'));
    writeFileSync(join(folder, 'read', 'good.json'), JSON.stringify(good));
    assert.equal(loadCases(folder).length, 1);
    writeFileSync(join(folder, 'read', 'good.json'), text);
    assert.throws(
      () => loadCases(folder),
      (error) => error instanceof CommandError && error.exitCode === 2 && message.test(error.message),
    );
  });
}
