import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sampleCases, wrongServerReport } from '../../test/support/sample-reports.ts';
import { isCommandError } from '../../test/support/folders.ts';
import { assertWritable, writeReports } from './write-reports.ts';

describe('writeReports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  after(() => rmSync(folder, { recursive: true }));

  test('writes every format to a new or empty folder', async () => {
    const report = await wrongServerReport(sampleCases.slice(0, 1));
    for (const out of [join(folder, 'new', 'one'), mkdtempSync(join(folder, 'empty-'))]) {
      const paths = writeReports(out, report);
      assert.deepEqual(
        paths.map((path) => basename(path)),
        ['report.html', 'report.json', 'summary.md', 'junit.xml'],
      );
      for (const path of paths) assert.notEqual(readFileSync(path, 'utf8'), '');
    }
  });

  test('writes a run to a folder of its own if the folder is not empty, and overwrites nothing', async () => {
    const report = await wrongServerReport(sampleCases.slice(0, 1));
    const out = join(folder, 'runs');
    const first = writeReports(out, report);
    const before = first.map((path) => readFileSync(path, 'utf8'));
    const second = writeReports(out, { ...report, startedAt: '2026-11-22T01:02:03.456Z', runId: 'plenum-0a1b2c3d' });
    assert.deepEqual(
      [...new Set(second.map((path) => dirname(path)))],
      [join(out, '2026-11-22T01-02-03-plenum-0a1b2c3d')],
    );
    assert.deepEqual(
      first.map((path) => readFileSync(path, 'utf8')),
      before,
    );
  });

  test('checks a path without creating it', () => {
    writeFileSync(join(folder, 'mine'), 'kept');
    for (const [path, kind, reason] of [
      [join(folder, 'mine'), 'folder', /mine cannot be written: .*mine is not a folder$/],
      [join(folder, 'mine', 'a', 'b'), 'folder', /b cannot be written: .*mine is not a folder$/],
      [folder, 'file', /cannot be written: .* is not a file$/],
    ] as const)
      assert.throws(() => assertWritable(path, kind), isCommandError(2, reason));
    for (const kind of ['file', 'folder'] as const) assertWritable(join(folder, 'absent', 'a', 'b'), kind);
    assert.equal(existsSync(join(folder, 'absent')), false);
  });
});
