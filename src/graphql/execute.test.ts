import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { createExecute } from './execute.ts';

test('a query that has an error in its compiled form is executed again as if it had not been executed', async () => {
  const schema = buildSchema('type Query { mark: Int, fail: Int }');
  const { mark, fail } = schema.getQueryType()!.getFields();
  const contexts: object[] = [];
  mark!.resolve = (_, __, context: { marks: number }) => {
    contexts.push(context);
    return (context.marks += 1);
  };
  fail!.resolve = () => {
    throw new Error('refused');
  };
  const execute = createExecute(schema);
  const document = parse('{ mark fail }');
  // Each use of the compiled form has two executions. graphql-jit is loaded when a query is used often.
  for (let use = 1; contexts.length === use - 1; use += 1) {
    const contextValue = { marks: 0 };
    const { data } = await execute({ document, contextValue });
    assert.deepEqual({ ...data }, { mark: 1, fail: null }, `use ${use}`);
    await setImmediate();
  }
});

test('what a compiled query notes in its context can be read afterwards', async () => {
  const schema = buildSchema('type Query { note: Int }');
  schema.getQueryType()!.getFields()['note']!.resolve = (_, __, context: { reason?: string }) => {
    context.reason = 'noted';
    return 1;
  };
  const execute = createExecute(schema);
  const document = parse('{ note }');
  for (let use = 1; use < 12; use += 1) {
    const contextValue: { reason?: string } = {};
    await execute({ document, contextValue });
    assert.equal(contextValue.reason, 'noted', `use ${use}`);
    await setImmediate();
  }
});
