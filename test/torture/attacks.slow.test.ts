import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../src/random.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { attacks } from './attacks.ts';

// `npm run torture` attacks for longer.
for (const [name, attack] of Object.entries(attacks))
  test(`nothing that must not happen: ${name}`, async (t) => {
    const seed = Math.floor(Math.random() * 1e6);
    t.diagnostic(`npm run torture -- --short --seed ${seed} ${name}`);
    const result = await attack({ folder: createTemporaryFolder(t), random: createRandom(seed), isShort: true });
    if ('skipped' in result) return t.skip(result.skipped);
    t.diagnostic(result.summary);
    assert.deepEqual(result.problems, []);
  });
