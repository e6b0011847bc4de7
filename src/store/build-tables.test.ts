import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type LocatedRecord, buildTables } from './build-tables.ts';
import { worldKinds } from './kinds.ts';
import { namedWorlds, worldFolder } from './named-worlds.ts';

/** The records of a world folder as they are in its files. */
function readRecords(folder: string): LocatedRecord[] {
  const kinds = worldKinds.filter((kind) => existsSync(join(folder, `${kind}.json`)));
  return kinds.flatMap((kind) => {
    const records = JSON.parse(readFileSync(join(folder, `${kind}.json`), 'utf8')) as { id: number }[];
    return records.map((record) => ({ place: { kind, id: record.id }, record }));
  });
}

// The package does not validate the worlds that come with it; validation adds defaults too.
for (const name of namedWorlds)
  test(`the records of the world ${name} are the same with and without validation`, () => {
    const [validated, unvalidated] = [false, true].map((isKnownToBeValid) =>
      buildTables(readRecords(worldFolder(name)), true, undefined, isKnownToBeValid).tables.records(),
    );
    assert.deepEqual(unvalidated, validated);
  });
