import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import type { Cause } from './causes.ts';
import type { SideBySideExchange } from './side-by-side-exchange.ts';
import { type SearchOptions, findDisagreements, requestAt } from './search.ts';

const requests = fc.array(fc.nat(1000), { maxLength: 5 });

/** Searches lists of numbers; `causesOfList` names what is wrong with a list. */
async function search(causesOfList: (list: number[]) => string[], changes: Partial<SearchOptions<number[]>> = {}) {
  const checked: number[][] = [];
  let sent = 0;
  const found = await findDisagreements({
    requests,
    seed: 1,
    count: 200,
    check: async (list) => {
      sent += 1;
      return [{ request: list } as unknown as SideBySideExchange];
    },
    causesOf: (exchange) =>
      causesOfList(exchange.request as unknown as number[]).map((name): Cause => {
        const difference = { path: name, expected: 1, found: 2 };
        return { names: [name], key: name, difference, exchange };
      }),
    isKnown: () => false,
    onChecked: ([exchange]) => checked.push(exchange!.request as unknown as number[]),
    onDisagreement: () => {},
    signal: new AbortController().signal,
    ...changes,
  });
  const smallest = found.map(
    ({ cause, exchanges, path }) => [cause.names[0], exchanges[0]!.request as unknown, path] as const,
  );
  return { smallest, checked, sent, found };
}
const exceeds = (limit: number, name: string) => (list: number[]) => (list.some((each) => each > limit) ? [name] : []);

test('shrinks a request to the smallest one that shows the cause', async () => {
  const { smallest, checked } = await search(exceeds(700, 'large'));
  assert.deepEqual(
    smallest.map(([name, list]) => [name, list]),
    [['large', [701]]],
  );
  assert.equal(checked.length, 200);
});

test('the seed and the path repeat a request', async () => {
  const { smallest } = await search(exceeds(700, 'large'));
  assert.deepEqual(requestAt(requests, 1, smallest[0]![2]), [701]);
  assert.deepEqual((await search(exceeds(700, 'large'))).smallest, smallest);
});

test('finds every cause of one request, each once', async () => {
  const { smallest, checked, found } = await search((list) => [
    ...exceeds(100, 'some')(list),
    ...exceeds(900, 'more')(list),
  ]);
  assert.deepEqual(smallest.map(([name, list]) => [name, list]).toSorted(), [
    ['more', [901]],
    ['some', [101]],
  ]);
  assert.equal(checked.length, 200);
  assert.ok(found.every(({ foundAt }) => foundAt >= 1 && foundAt <= 200));
});

const causesOfList = (list: number[]) => (list.length > 2 ? ['long'] : exceeds(10, 'some')(list));

test('shrinking does not end at another cause', async () => {
  const { smallest } = await search(causesOfList);
  assert.deepEqual(smallest.map(([name]) => name).toSorted(), ['long', 'some']);
  for (const [name, , path] of smallest)
    assert.deepEqual(causesOfList(requestAt(requests, 1, path.split(':')[0]!)), [name]);
});

test('a known cause is not shrunk', async () => {
  const { smallest, sent } = await search(exceeds(10, 'some'), { isKnown: (name) => name === 'some' });
  assert.deepEqual([smallest, sent], [[], 200]);
});

test('stops shrinking after 300 requests', async () => {
  let last = Infinity;
  // Only a number that is smaller by one shows the cause, so that shrinking takes as many steps as possible.
  const isSmallerByOne = ([number]: number[]) => last === Infinity || number === last - 1;
  const { sent } = await search((list) => (isSmallerByOne(list) ? ((last = list[0]!), ['some']) : []), {
    requests: fc.tuple(fc.integer({ min: 0, max: 1_000_000 })),
    count: 1,
  });
  assert.equal(sent, 302);
});

test('sends nothing if the signal is aborted', async () => {
  const { sent } = await search(exceeds(1, 'some'), { signal: AbortSignal.abort() });
  assert.equal(sent, 0);
});

test('ends with the error of a server that no longer responds', async () => {
  let count = 0;
  const check = async (list: number[]): Promise<SideBySideExchange[]> => {
    if ((count += 1) > 5) throw new Error('cannot be reached');
    return [{ request: list } as unknown as SideBySideExchange];
  };
  await assert.rejects(
    search(() => [], { check }),
    { message: 'cannot be reached' },
  );
  assert.equal(count, 6);
});
