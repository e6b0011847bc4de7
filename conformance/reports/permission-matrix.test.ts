import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Report, outcomes } from '../model/report.ts';
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

const allActors = (permission: string) => Array.from({ length: 5 }, () => permission);
const permissionsOf = (report: Report) =>
  permissionMatrix(report).map(({ cells }) => cells.map(({ permission }) => permission));
const unauthorized = 'UNAUTHORIZED_OBJECT_ERROR';
const notAuthorized = 'MUTATION_NOT_AUTHORIZED_ERROR';

describe('permissionMatrix', () => {
  test('shows the permissions of the specification for the stand-in', async () => {
    const matrix = permissionMatrix(await correctServerReport()).map(({ operation, cells }) => [
      operation,
      ...cells.map(({ permission, detail }) => (permission === 'denied' ? detail : permission)),
    ]);
    assert.deepEqual(matrix, [
      ['ProposalMutation.answer', 'allowed', notAuthorized, notAuthorized, unauthorized, unauthorized],
      ['MeetingsMutation.createMeeting', 'allowed', 'allowed', 'allowed', unauthorized, unauthorized],
      ['MeetingMutation.update', 'allowed', 'allowed', 'allowed', unauthorized, unauthorized],
      ['AccountabilityMutation.createResult', 'allowed', notAuthorized, notAuthorized, unauthorized, unauthorized],
    ]);
  });

  test('differs where a denied actor is allowed', async () => {
    const report = await wrongRoleReport();
    assert.deepEqual(
      permissionsOf(report).map((row) => row[2]),
      ['differs', 'allowed', 'allowed', 'differs'],
    );
    assert.equal(permissionMatrix(report)[0]!.cells[2]!.detail, `allowed instead of ${notAuthorized}`);
  });

  test('differs where an allowed actor is denied, with the status if there is no code', async () => {
    const target = await startDummyTarget(() => ({ status: 403, body: '{}' }));
    const report = await runSampleReport(target);
    const [answer] = permissionMatrix(report);
    assert.deepEqual(
      answer!.cells.map(({ permission, detail }) => `${permission}: ${detail}`),
      [
        'differs: HTTP 403 instead of allowed',
        `differs: HTTP 403 instead of ${notAuthorized}`,
        `differs: HTTP 403 instead of ${notAuthorized}`,
        `differs: HTTP 403 instead of ${unauthorized}`,
        `differs: HTTP 403 instead of ${unauthorized}`,
      ],
    );
  });

  test('shows what did not run and what does not apply', async () => {
    const cases = sampleCases.filter(({ id }) => id === 'answer/role-member' || id.startsWith('create-result/'));
    const report = await wrongServerReport(cases);
    for (const result of report.results) {
      if (result.case.id.startsWith('create-result/'))
        Object.assign(result, { outcome: 'not applicable', exchanges: [] });
    }
    const [answer, ...others] = permissionsOf(report);
    assert.deepEqual(answer, ['not run', 'differs', 'not run', 'not run', 'not run']);
    assert.deepEqual(others, [allActors('not run'), allActors('not run'), allActors('not applicable')]);
  });
});

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

test('operationTable counts a waived failure as waived and ends with the sum', async () => {
  const report = await wrongRoleReport([{ case: 'answer/role-other', reason: 'known', expires: '2026-12-31' }]);
  const rows = operationTable(report);
  const all = rows.at(-1)!;
  assert.equal(rows[0]!.name, 'ProposalMutation.answer');
  assert.deepEqual([rows[0]!.counts.waived, rows[0]!.counts.failed], [1, 0]);
  assert.equal(sum(Object.values(all.counts)), report.results.length);
  for (const outcome of outcomes)
    assert.equal(all.counts[outcome], sum(rows.slice(0, -1).map(({ counts }) => counts[outcome])));
});
