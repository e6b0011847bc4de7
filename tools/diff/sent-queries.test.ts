import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, isInputObjectType } from 'graphql';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { isCommandError } from '../../test/support/folders.ts';
import { sendTo } from './side-by-side-exchange.ts';
import { printLiteral } from './generate/literals.ts';

test('a query that a name of a server turns into a mutation is not sent', async (t) => {
  const target = await startInProcessTarget();
  t.after(() => target.close());
  const query = '{ component(id: "1") { id } } mutation B { component(id: "1") { id } }';
  const error = isCommandError(2, /--a .* gets no query that a server could read as a mutation/);
  await assert.rejects(sendTo('a', target, { actor: 'admin', query }), error);
  assert.equal((await sendTo('a', target, { actor: 'admin', query: '{ __typename }' })).status, 200);
});

test('a member whose name is no name is not in a literal', () => {
  const type = buildSchema('input I { en: String } type Query { a(i: I): Int }').getType('I');
  assert.ok(isInputObjectType(type));
  assert.equal(printLiteral({ en: 'a', 'en: "x" } } mutation { b': 'c', 'pt-BR': 'd' }, type), '{en: "a"}');
});
