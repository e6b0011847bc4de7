import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { writeGeneratedWorld } from '../../generate/write-generated-world.ts';
import { serverOptions } from '../../stand-in/options.ts';

test('100,000 records take less than 10 seconds of the processor', async (t) => {
  const before = process.cpuUsage();
  const written = await writeGeneratedWorld({
    out: join(createTemporaryFolder(t), 'large'),
    base: serverOptions.world.parse('town'),
    counts: { users: 5000, proposals: 20_000, meetings: 5000, comments: 50_000, proposalVotes: 20_000 },
    seed: 1,
    note: '',
  });
  const { user, system } = process.cpuUsage(before);
  assert.equal(
    written.reduce((sum, { count }) => sum + count, 0),
    100_000,
  );
  assert.ok(user + system < 10e6, `${(user + system) / 1e6} s`);
});
