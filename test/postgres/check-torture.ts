import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../../src/random.ts';
import { whyNoPostgres } from '../support/postgres.ts';
import { attackServers } from '../torture/postgres.ts';
import type { AttackName } from '../torture/postgres/schedule.ts';

describe('the attack on two servers', { skip: whyNoPostgres, timeout: 600_000 }, () => {
  test('finds no lost, doubled or different record in 3 rounds', async (t) => {
    const { counts, problems } = await attackServers({ random: createRandom(1), isShort: true }, t);
    assert.deepEqual(problems, []);
    assert.equal(counts['rounds'], 3);
    assert.ok(counts['acknowledged writes']! >= 500, JSON.stringify(counts));
  });

  const defects: [string, AttackName[], RegExp][] = [
    ['acknowledges before the commit', ['crashes of PostgreSQL', 'connections cut'], /: lost: Write \d+/],
    ['skips the writes of other servers', ['connections cut'], /: doubled: Write \d+/],
    ['skips the writes of other servers', ['connections cut'], /: disagreements: server \d has \d+ other records/],
    ['does not look up a lost commit', ['commits cut before the response'], /\(refused\) is stored in entry \d+/],
  ];
  for (const [defect, names, expected] of defects)
    test(`notices a server that ${defect}, by ${expected.source}`, async (t) => {
      const options = { random: createRandom(2), isShort: true, rounds: 6, names };
      const { problems } = await attackServers({ ...options, defect }, t);
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        problems.join('\n') || 'no problem',
      );
    });
});
