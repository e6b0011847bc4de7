import assert from 'node:assert/strict';
import test from 'node:test';
import { coverageGaps, requirementCoverage } from './coverage.ts';
import { loadCases } from '../../src/cases/load.ts';
import { requirements } from '../../src/cases/requirements.ts';

const cases = loadCases();

test('every requirement has a case, or a reason for having none', () => {
  assert.deepEqual(coverageGaps(requirementCoverage(requirements, cases)), []);
  assert.equal(new Set(requirements.map(({ id }) => id)).size, requirements.length);
  assert.ok(cases.length >= 150, `${cases.length} cases`);
});

test('a requirement without a case is a gap', () => {
  const withoutMoney = cases.filter(({ requirements: ids }) => !ids.includes('answer.money'));
  assert.deepEqual(coverageGaps(requirementCoverage(requirements, withoutMoney)), [
    'answer.money has no case, and no reason for having none',
  ]);
});

test('a requirement with a case and a reason for having none is a gap', () => {
  const contradictory = requirements
    .filter(({ id }) => id === 'answer.money')
    .map((requirement) => ({ ...requirement, untested: 'A reason' }));
  assert.deepEqual(coverageGaps(requirementCoverage(contradictory, cases)), [
    'answer.money has a case, and a reason for having none',
  ]);
});
