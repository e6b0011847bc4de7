import assert from 'node:assert/strict';
import test from 'node:test';
import { namedWorlds, worldFolder } from './named-worlds.ts';
import { loadWorldForServer, prepareRecords } from './packaged-worlds.ts';
import { loadWorldTables } from './world.ts';

const now = Date.parse('2026-11-05T10:00:00Z');

for (const name of namedWorlds)
  test(`the prepared records of ${name} are those of its validated files, at any time`, () => {
    const expected = loadWorldTables(worldFolder(name), now).records();
    const actual = loadWorldForServer(worldFolder(name), now).records();
    // Each hash of a password has a salt.
    for (const user of [...expected.users!, ...actual.users!] as { password?: unknown }[])
      if (typeof user.password === 'string') user.password = user.password.slice(0, 6);
    assert.deepEqual(actual, expected);
    assert.equal(prepareRecords(name).organization![0]!['createdAt'], undefined);
  });
