import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../random.ts';
import { loadWorldTables } from '../../records/world.ts';
import { Store } from '../../store/store.ts';
import { demoWorld } from '../../../test/support/test-server.ts';
import { SecretIndex } from './secret-index.ts';
import { ShownValues } from './shown-values.ts';

function indexOf(secrets: readonly string[]): SecretIndex {
  const index = new SecretIndex();
  for (const secret of secrets) index.add(secret);
  return index;
}

/** What the index must find: a long secret anywhere, a short one as a whole word. */
function isExpected(secrets: readonly string[], text: string): boolean {
  return secrets.some((secret) => {
    const escaped = secret.replaceAll('.', String.raw`\.`);
    return new RegExp(secret.length >= 8 ? escaped : `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`).test(text);
  });
}

test('finds the same secrets as an expression for each of them', () => {
  const random = createRandom(5);
  // Few characters, so that secrets begin with others, overlap, and are repeated.
  const textOf = (length: number) => Array.from({ length }, () => 'ab.'[Math.floor(random() * 3)]).join('');
  const found = { true: 0, false: 0 };
  for (let round = 0; round < 3000; round++) {
    const secrets = Array.from({ length: 1 + Math.floor(random() * 8) }, () => textOf(1 + Math.floor(random() * 12)));
    const index = indexOf(secrets);
    const text = textOf(Math.floor(random() * 16));
    const expected = isExpected(secrets, text);
    assert.equal(index.isIn(text), expected, JSON.stringify({ secrets, text }));
    found[`${expected}`]++;
  }
  assert.ok(found.true > 300 && found.false > 300, JSON.stringify(found));
});

test('finds every one of many secrets, and no part of one', () => {
  const secrets = Array.from({ length: 10_000 }, (_, number) => `user-token-${String(number).padStart(5, '0')}`);
  const index = indexOf(secrets);
  for (const secret of secrets) assert.ok(index.isIn(`x${secret}x`), secret);
  for (const secret of secrets) assert.ok(!index.isIn(secret.slice(0, -1)), secret);
});

const secretsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `user-token-${number}-of-the-world`);

/** The fastest of some searches, in milliseconds. */
function measure(index: SecretIndex, text: string): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    assert.ok(!index.isIn(text));
    return performance.now() - start;
  });
  return Math.min(...times);
}

test('the time of a search does not depend on the number of secrets', () => {
  const text = 'A proposal of user-token-x in the town. '.repeat(5000);
  const few = measure(indexOf(secretsOf(10)), text);
  const many = measure(indexOf(secretsOf(40_000)), text);
  assert.ok(many < 20 * few, `${many} ms with 40,000 secrets, ${few} ms with 10`);
});

test('secrets of users that are added, and of those that were replaced, are withheld', async () => {
  const tables = loadWorldTables(demoWorld, Date.now());
  const store = new Store(tables);
  const shown = new ShownValues(store);
  const create = (token: string) =>
    store.update((transaction) =>
      transaction.create('users', { name: 'A', nickname: token, admin: false, key: null, secret: null, token }),
    );
  const isShown = (text: string): boolean => {
    shown.readSecrets();
    return shown.text(text) === text;
  };
  assert.ok(isShown('first-new-token'));
  create('first-new-token');
  assert.ok(!isShown('first-new-token'));
  assert.ok(isShown('second-new-token'));
  await store.replace(tables);
  create('second-new-token');
  assert.ok(!isShown('second-new-token'));
  assert.ok(!isShown('first-new-token'));
});
