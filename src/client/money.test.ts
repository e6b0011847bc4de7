import assert from 'node:assert/strict';
import test from 'node:test';
import { parseMoney } from './money.ts';

const amounts: [text: string, amount: number | undefined][] = [
  ['€ 1,234.50', 1234.5],
  ['€ 1.234,50', 1234.5],
  ['1 234,50 €', 1234.5],
  ['1 234,50 €', 1234.5],
  ["CHF 1'234.50", 1234.5],
  ['-€5.00', -5],
  ['-€ 5,00', -5],
  ['€ 0.00', 0],
  ['€ 1,234,567.00', 1_234_567],
  ['€ 1234.50', undefined],
  ['€ 10', undefined],
  ['€ 10.5', undefined],
  ['10.50', undefined],
  ['€ 10.50 €', undefined],
  ['ten euros', undefined],
];
for (const [text, amount] of amounts)
  test(`${JSON.stringify(text)} is ${amount === undefined ? 'no amount' : `the amount ${amount}`}`, () => {
    assert.equal(parseMoney(text), amount);
  });
