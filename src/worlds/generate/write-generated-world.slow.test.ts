import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { writeGeneratedWorld } from './write-generated-world.ts';
import { serverOptions } from '../../stand-in/options.ts';

test('20,000 records take less than 10 seconds of the processor', async (t) => {
  const before = process.cpuUsage();
  const written = await writeGeneratedWorld({
    out: join(createTemporaryFolder(t), 'large'),
    base: serverOptions.world.parse('town'),
    counts: { users: 1000, proposals: 4000, meetings: 1000, comments: 10_000, proposalVotes: 4000 },
    seed: 1,
    note: '',
  });
  const { user, system } = process.cpuUsage(before);
  assert.equal(
    written.reduce((sum, { count }) => sum + count, 0),
    20_000,
  );
  assert.ok(user + system < 10e6, `${(user + system) / 1e6} s`);
});
