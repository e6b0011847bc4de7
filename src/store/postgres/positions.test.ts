import assert from 'node:assert/strict';
import test from 'node:test';
import { Positions } from './positions.ts';

test('a write that is announced while the server reads is not forgotten', () => {
  const positions = new Positions(1, () => {});
  positions.announce(2);
  const end = positions.beginReading();
  positions.advance(2);
  positions.announce(3);
  end();
  assert.ok(positions.isBehind);
});

test('a request that comes while the server reads makes it read again', async () => {
  const positions = new Positions(1, () => {});
  const end = positions.beginReading();
  const waiting = positions.waitFor(2);
  end();
  assert.ok(positions.isBehind);
  positions.advance(2);
  await waiting;
});

test('a server that has read to the end is not behind, whatever was announced before', () => {
  const positions = new Positions(1, () => {});
  positions.announce(9);
  positions.beginReading()();
  assert.ok(!positions.isBehind);
});
