import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { readOwnSequence } from '../../test/support/own-recordings.ts';
import { exitCodeOf } from '../verdict.ts';
import { replaySequences } from './replay.ts';

const recordings = 'fixtures/recordings';

for (const folder of readdirSync(recordings))
  test(`the stand-in answers as the deployment of ${folder} did, except where a waiver says why not`, async (t) => {
    const report = await replaySequences([readOwnSequence(join(recordings, folder))]);
    t.diagnostic(report.sentence);
    const failed = report.results.filter(({ outcome }) => outcome === 'failed');
    assert.deepEqual(
      failed.map(({ id, exchanges }) => [id, exchanges.flatMap(({ differences }) => differences)]),
      [],
    );
    const notJudged = report.results.filter(({ outcome, waiver }) => outcome !== 'passed' && !waiver);
    assert.deepEqual(
      notJudged.map(({ id, outcome, reason }) => [id, outcome, reason]),
      [],
    );
    // A waiver that names nothing.
    assert.equal(exitCodeOf(report), 0, report.sentence);
  });
