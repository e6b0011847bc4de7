import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { copyDemoWorld, editWorld } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { worldCommand } from './world.ts';

test('world check lists the problems of each dialect once, and folders that are named after none', async (t) => {
  const world = copyDemoWorld(t);
  for (const folder of ['decidim-0.32', 'decidim-0.23']) {
    mkdirSync(join(world, folder));
    writeFileSync(join(world, folder, 'users.json'), '[{ "id": 4, "nmae": "Ana" }]');
  }
  editWorld(world, 'meetings', ([first]) => (first.componentId = 99));
  const check = async (...flags: string[]) => {
    const { code, printed } = await captureCommand(worldCommand, ['check', '--world', world, ...flags]);
    assert.equal(code, 2);
    return printed.map((line) => line.replace(world, ''));
  };
  const all = await check();
  assert.equal(all.filter((line) => line.includes('99')).length, 1, all.join('\n'));
  assert.ok(
    all.some((line) => line.startsWith('/decidim-0.32/users.json: record 1 (id 4): nmae: is unknown')),
    all.join('\n'),
  );
  assert.ok(all.includes('/decidim-0.23: there is no dialect of this name'), all.join('\n'));
  const ofOne = await check('--dialect', 'decidim-0.31');
  assert.ok(!ofOne.some((line) => line.includes('decidim-0.32')), ofOne.join('\n'));
});
