import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { isCommandError } from '../../test/support/folders.ts';
import { correctServerReport, wrongRoleReport, wrongServerReport } from '../../test/support/sample-reports.ts';
import { applyBaseline, readBaseline } from '../judge/baseline.ts';
import type { ReportFile } from '../model/report-file.ts';
import { type Report, outcomes } from '../model/report.ts';
import { jsonReport } from './json.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a report and reads it as a baseline. */
function baselineOf(report: Report): ReportFile {
  const file = join(folder, 'report.json');
  writeFileSync(file, jsonReport(report));
  return readBaseline(file, 'specification');
}

describe('jsonReport', () => {
  test('fits its schema', async () => {
    for (const report of [await correctServerReport(), await wrongServerReport()]) {
      const { cases, counts, verdict } = baselineOf(report);
      assert.equal(verdict, report.verdict);
      assert.deepEqual(Object.keys(counts), [...outcomes]);
      assert.deepEqual(
        cases.map(({ id, outcome }) => [id, outcome]),
        report.results.map((result) => [result.case.id, result.outcome]),
      );
    }
  });

  test('contains where a response differs', async () => {
    const { cases } = baselineOf(await wrongRoleReport());
    const { differences, ...failed } = cases.find(({ id }) => id === 'create-result/role-other')!;
    assert.deepEqual([failed.outcome, failed.level], ['failed', 'MUST']);
    assert.deepEqual(differences[0], {
      step: 'step 1',
      actor: 'other',
      path: 'errors',
      expected: 'one error, MUTATION_NOT_AUTHORIZED_ERROR',
      actual: [],
    });
  });

  test('a baseline must be a report of the same dialect', async () => {
    const file = join(folder, 'baseline.json');
    const report = JSON.parse(jsonReport(await correctServerReport())) as object;
    for (const [more, reason] of [
      [{ format: 'other' }, /baseline\.json: \/format must be equal to constant/],
      [{ formatVersion: 2 }, /\/formatVersion must be equal to constant/],
      [{ cases: [{ id: 5 }] }, /\/cases\/0 must have required property/],
      [{ target: { url: 'u', dialect: 'decidim-0.32' } }, /its run used the dialect decidim-0\.32, not specification/],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...report, ...more }));
      assert.throws(() => readBaseline(file, 'specification'), isCommandError(2, reason));
    }
  });
});

describe('applyBaseline', () => {
  test('knows a failure in the same place, whatever the values are', async () => {
    const [before, now] = [await wrongRoleReport(), await wrongRoleReport()];
    const { fixed } = applyBaseline(now.results, baselineOf(before));
    assert.deepEqual(fixed, []);
    const failed = now.results.filter(({ outcome }) => outcome === 'failed');
    assert.ok(failed.length > 0 && failed.every(({ isKnown }) => isKnown));
  });

  test('does not know a failure in another place, nor one that passed', async () => {
    const before = await wrongRoleReport();
    const now = await wrongRoleReport();
    const [elsewhere, passed] = now.results.filter(({ outcome }) => outcome === 'failed');
    elsewhere!.exchanges[0]!.differences.push({ path: 'data.more', expected: 1, actual: 2 });
    for (const result of before.results)
      if (result.case.id === passed!.case.id) Object.assign(result, { outcome: 'passed', exchanges: [] });
    applyBaseline(now.results, baselineOf(before));
    assert.deepEqual([elsewhere!.isKnown, passed!.isKnown], [undefined, undefined]);
  });

  test('lists what failed or was waived and passes now, and nothing that did not run', async () => {
    const before = await wrongRoleReport([{ case: 'answer/role-other', reason: 'known', expires: '2026-12-31' }]);
    const now = await correctServerReport();
    for (const { outcome, case: each } of before.results.filter((result) => /failed|waived/.test(result.outcome)))
      assert.ok(['answer/role-other', 'create-result/role-other'].includes(each.id), outcome);
    assert.deepEqual(applyBaseline(now.results, baselineOf(before)).fixed, [
      'answer/role-other',
      'create-result/role-other',
    ]);
    for (const result of now.results) result.outcome = 'could not run';
    assert.deepEqual(applyBaseline(now.results, baselineOf(before)).fixed, []);
  });
});
