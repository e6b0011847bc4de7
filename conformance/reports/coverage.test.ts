import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCases } from '../../src/cases/load.ts';
import { requirements } from '../../src/cases/requirements.ts';
import { formatCoverage } from './coverage.ts';

const cases = loadCases();

test('every requirement has either a case or a reason for having none', () => {
  const checked = new Set(cases.flatMap((each) => each.requirements));
  for (const { id, untested } of requirements) assert.equal(checked.has(id), untested === undefined, id);
  assert.equal(new Set(requirements.map(({ id }) => id)).size, requirements.length);
  assert.ok(cases.length >= 150, `${cases.length} cases`);
});

test('a requirement is listed with its cases, or with the reason for having none', () => {
  const requirement = requirements.find(({ id }) => id === 'answer.money');
  const [first = '', ...lines] = formatCoverage([requirement!], cases).split('\n');
  assert.match(first, /^answer\.money \(dialect, MUST\)$/);
  assert.ok(lines.includes('    answer/cost-cents'), lines.join('\n'));
  const withReason = { ...requirement!, untested: 'No server shows it.' };
  assert.ok(formatCoverage([withReason], cases).endsWith('\n    not tested: No server shows it.'));
});
