import assert from 'node:assert/strict';
import test from 'node:test';
import { describeKind } from '../src/control/records.ts';
import { fieldsOf, fromForm, toForm } from '../src/pages/console/records/form/field-model.ts';
import { createMemoryStore } from './support/stores.ts';
import { kindNames } from '../src/records/kinds.ts';
import { townWorld } from './support/town-server.ts';

// Forms of the console must hold every record without a change.
test('what a form holds of a record gives the same record again', () => {
  const store = createMemoryStore(townWorld);
  let count = 0;
  for (const kind of kindNames) {
    const description = describeKind(store, kind);
    for (const record of store.all(kind)) {
      const values = record as unknown as Record<string, unknown>;
      for (const field of fieldsOf(description, values)) {
        const held = toForm(field, values[field.name], description.locales);
        const again = fromForm(field, held);
        // A field that the record does not have can be left out, or be null.
        const none = field.type === 'references' ? [] : undefined;
        const expected = values[field.name] ?? (field.isNullable ? null : none);
        assert.deepEqual(again, expected, `${kind} ${record.id} ${field.name}`);
        count += 1;
      }
    }
  }
  assert.ok(count > 3000, String(count));
});

test('a text that is not a number stays a text, for the server to refuse', () => {
  const store = createMemoryStore(townWorld);
  const fields = fieldsOf(describeKind(store, 'proposals'));
  const cost = fields.find(({ name }) => name === 'cost')!;
  assert.deepEqual([fromForm(cost, 'much'), fromForm(cost, '2.5'), fromForm(cost, '')], ['much', 2.5, null]);
  const component = fields.find(({ name }) => name === 'componentId')!;
  assert.deepEqual([fromForm(component, '4 · Participant'), fromForm(component, 'no one')], [4, 'no one']);
});
