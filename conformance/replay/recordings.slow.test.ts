import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { captureCommand } from '../../test/support/process.ts';
import { replayCommand } from '../../src/cli/commands/replay.ts';

const recordings = 'fixtures/recordings';

for (const folder of readdirSync(recordings))
  test(`the stand-in answers as the deployment of ${folder} did, except where a waiver says why not`, async () => {
    const { code, output } = await captureCommand(replayCommand, [join(recordings, folder)]);
    assert.equal(code, 0, output);
  });
