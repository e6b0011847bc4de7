import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../src/random.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { crashPoints } from './crash-points.ts';
import { documents } from './documents.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import type { Torture } from './torture.ts';

const attacks: Record<string, Torture> = { kills, 'crash-points': crashPoints, 'full-disk': fullDisk, documents };

// `npm run torture` attacks for minutes; with SHARE=1, it tries everything. SEED repeats an attack.
const share = Number(process.env['SHARE'] ?? 0.15);
const isShort = process.env['TORTURE'] === undefined;
for (const [name, attack] of Object.entries(attacks))
  test(`nothing that must not happen: ${name}`, async (t) => {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6));
    t.diagnostic(`SEED=${seed}`);
    const result = await attack({ folder: createTemporaryFolder(t), random: createRandom(seed), isShort, share });
    if ('skipped' in result) return t.skip(result.skipped);
    t.diagnostic(result.summary);
    assert.deepEqual(result.problems, []);
  });
