import assert from 'node:assert/strict';
import test from 'node:test';
import { Ajv } from 'ajv';
import { kindNames, kinds } from './kinds.ts';

// The validators are compiled without this check.
test('the schema of each kind is a valid JSON Schema', async (t) => {
  const ajv = new Ajv();
  for (const kind of kindNames) {
    await t.test(kind, () => {
      assert.ok(ajv.validateSchema(kinds[kind].schema), ajv.errorsText());
    });
  }
});

test('a schema with a wrong keyword value is not valid', () => {
  const schema = structuredClone(kinds.meetings.schema) as unknown as { properties: { title: object } };
  Object.assign(schema.properties.title, { minimum: 'low' });
  assert.equal(new Ajv({ logger: false }).validateSchema(schema), false);
});
