import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Report } from '../model/report.ts';
import { permissionMatrix } from './permission-matrix.ts';
import {
  wrongRoleReport,
  runSampleReport,
  sampleCases,
  correctServerReport,
  wrongServerReport,
  startDummyTarget,
} from '../../test/support/sample-reports.ts';
import { operationTable } from './operation-table.ts';

const none = (word: string) => Array.from({ length: 5 }, () => word);
const words = (report: Report) =>
  permissionMatrix(report).map(({ cells }) => cells.map(({ permission }) => permission));
const U = 'UNAUTHORIZED_OBJECT_ERROR';
const M = 'MUTATION_NOT_AUTHORIZED_ERROR';

describe('the matrix', () => {
  test('of the stand-in is what the specification says', async () => {
    const matrix = permissionMatrix(await correctServerReport()).map(({ operation, cells }) => [
      operation,
      ...cells.map(({ permission, detail }) => (permission === 'denied' ? detail : permission)),
    ]);
    assert.deepEqual(matrix, [
      ['ProposalMutation.answer', 'allowed', M, M, U, U],
      ['MeetingsMutation.createMeeting', 'allowed', 'allowed', 'allowed', U, U],
      ['MeetingMutation.update', 'allowed', 'allowed', 'allowed', U, U],
      ['AccountabilityMutation.createResult', 'allowed', M, M, U, U],
    ]);
  });

  test('differs where a role is allowed too much', async () => {
    const report = await wrongRoleReport();
    assert.deepEqual(
      words(report).map((row) => row[2]),
      ['differs', 'allowed', 'allowed', 'differs'],
    );
    assert.equal(permissionMatrix(report)[0]!.cells[2]!.detail, `allowed instead of ${M}`);
  });

  test('differs where a role is denied, and says a status where there is no code', async () => {
    const target = await startDummyTarget(() => ({ status: 403, body: '{}' }));
    const report = await runSampleReport(target);
    const [answer] = permissionMatrix(report);
    assert.deepEqual(
      answer!.cells.map(({ permission, detail }) => `${permission}: ${detail}`),
      [
        'differs: HTTP 403 instead of allowed',
        `differs: HTTP 403 instead of ${M}`,
        `differs: HTTP 403 instead of ${M}`,
        `differs: HTTP 403 instead of ${U}`,
        `differs: HTTP 403 instead of ${U}`,
      ],
    );
  });

  test('says what was not run, and what does not apply', async () => {
    const cases = sampleCases.filter(({ id }) => id === 'answer/role-member' || id.startsWith('create-result/'));
    const report = await wrongServerReport(cases);
    for (const result of report.results) {
      if (result.case.id.startsWith('create-result/'))
        Object.assign(result, { outcome: 'not applicable', exchanges: [] });
    }
    const [answer, ...others] = words(report);
    assert.deepEqual(answer, ['not run', 'differs', 'not run', 'not run', 'not run']);
    assert.deepEqual(others, [none('not run'), none('not run'), none('not applicable')]);
  });
});

test('the table counts a waived failure as waived, and its last row is the sum', async () => {
  const report = await wrongRoleReport([{ case: 'answer/role-other', reason: 'known', expires: '2026-12-31' }]);
  const rows = operationTable(report);
  const all = rows.at(-1)!;
  assert.deepEqual([rows[0]!.name, rows[0]!.waived, rows[0]!.failed], ['ProposalMutation.answer', 1, 0]);
  assert.equal(all.passed + all.failed + all['not applicable'] + all.waived, report.results.length);
  for (const key of ['passed', 'failed', 'waived', 'not applicable'] as const) {
    assert.equal(all[key], rows.slice(0, -1).reduce((sum, row) => sum + row[key], 0)); // prettier-ignore
  }
});
