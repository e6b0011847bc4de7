import assert from 'node:assert/strict';
import test from 'node:test';
import { demoWorld } from '../../../test/support/test-server.ts';
import { townWorld } from '../../../test/support/town-server.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { type ReleaseNumber, releaseNumbers } from '../dialect-name.ts';
import { readSchema } from './schema.ts';
import { listUnshownRecords } from './unshown-records.ts';

const listIn = (number: ReleaseNumber, world: string) =>
  listUnshownRecords(createMemoryStore(world), readSchema({ number }));

test('every release shows all records of the demo world, by names of its own too', () => {
  for (const number of releaseNumbers.slice(2)) assert.deepEqual(listIn(number, demoWorld), [], number);
});

test('the newest release shows all records of the town', () => {
  assert.deepEqual(listIn('develop', townWorld), []);
});

for (const [number, unshown] of [
  ['0.31', ['moderations (3 records)', 'staticPages (3 records)', 'about of users (4 records)']],
  ['0.30', ['attachmentCollections (3 records)', 'cost of proposals (3 records)', 'likes of debates (4 records)']],
] as const)
  test(`${number} does not show ${unshown.join(', ')} of the town`, () => {
    const listed = listIn(number, townWorld);
    assert.deepEqual(
      unshown.filter((each) => !listed.includes(each)),
      [],
    );
    assert.ok(!listed.some((each) => /milestones|responseOptions|likes of posts/.test(each)), listed.join('\n'));
  });
