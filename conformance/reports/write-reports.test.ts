import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sampleCases, wrongServerReport } from '../../test/support/sample-reports.ts';
import { writeReports } from './write-reports.ts';

describe('writeReports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  after(() => rmSync(folder, { recursive: true }));

  test('writes every format to a new or empty folder', async () => {
    const report = await wrongServerReport(sampleCases.slice(0, 1));
    for (const out of [join(folder, 'new', 'one'), mkdtempSync(join(folder, 'empty-'))]) {
      const paths = writeReports(out, report);
      assert.deepEqual(
        paths.map((path) => basename(path)),
        ['report.html', 'summary.md', 'junit.xml', 'ctrf.json'],
      );
      for (const path of paths) assert.notEqual(readFileSync(path, 'utf8'), '');
    }
  });

  test('rejects a folder that is not empty and leaves it unchanged', async () => {
    const report = await wrongServerReport(sampleCases.slice(0, 1));
    writeFileSync(join(folder, 'mine'), 'kept');
    assert.throws(() => writeReports(folder, report), /is not empty/);
    assert.equal(readFileSync(join(folder, 'mine'), 'utf8'), 'kept');
  });
});
