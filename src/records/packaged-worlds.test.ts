import assert from 'node:assert/strict';
import test from 'node:test';
import { dialectFoldersOf, namedWorlds, worldFolder } from './named-worlds.ts';
import { loadWorldForServer, prepareRecords } from './packaged-worlds.ts';
import { loadWorldTables } from './world.ts';

const now = Date.parse('2026-11-05T10:00:00Z');

const worlds = namedWorlds.flatMap((name) =>
  [undefined, ...dialectFoldersOf(worldFolder(name))].map((dialect) => ({ name, dialect })),
);

for (const { name, dialect } of worlds)
  test(`the prepared records of ${name} for ${dialect ?? 'every dialect'} are those of its validated files, at any time`, () => {
    const expected = loadWorldTables(worldFolder(name), now, { dialect }).records();
    const actual = loadWorldForServer(worldFolder(name), now, { dialect }).records();
    // Each hash of a password has a salt.
    for (const user of [...expected.users!, ...actual.users!] as { password?: unknown }[])
      if (typeof user.password === 'string') user.password = user.password.slice(0, 6);
    assert.deepEqual(actual, expected);
    assert.equal(prepareRecords(name, dialect).organization![0]!['createdAt'], undefined);
  });
