import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryStore } from '../../../../test/support/stores.ts';
import { townWorld } from '../../../../test/support/town-server.ts';
import { type Changeset, type KindWithColumns, changesetOf } from './columns.ts';

const store = createMemoryStore(townWorld);

const kinds: KindWithColumns[] = ['proposals', 'debates', 'results', 'milestones', 'budgets', 'projects'];

/** A column that the seeds of the platform set, and no mutation. */
const seeded = 'comments_layout';

for (const kind of kinds)
  test(`the creation of ${kind} has the columns that the platform stored, as far as they did not change since`, () => {
    let compared = 0;
    for (const record of store.all(kind)) {
      const [creation, ...updates] = store.where('versions', 'item', `${kind}/${record.id}`);
      if (!creation || updates.length > 0) continue;
      const { updated_at: time, [seeded]: _, ...stored } = creation.changeset as Changeset;
      const { updated_at: now, ...derived } = changesetOf(kind, undefined, record, store)!;
      assert.deepEqual(derived, stored, `${kind} ${record.id}`);
      assert.ok(time && now);
      compared += 1;
    }
    assert.ok(compared > 2, `${compared} were compared`);
  });

test('a change has the columns that differ, in the order of the database; a time that is written again differs always', () => {
  const before = store.get('proposals', 2);
  const after = { ...before, cost: 12.5, answer: { es: 'Sí', en: 'Yes' } };
  const changeset = changesetOf('proposals', before, after, store, ['answered_at'])!;
  assert.deepEqual(Object.keys(changeset), ['cost', 'answer', 'updated_at', 'answered_at']);
  assert.deepEqual(changeset['cost'], [null, '12.5']);
  assert.deepEqual(Object.keys(changeset['answer']![1] as object), ['en', 'es']);
  assert.equal(changesetOf('proposals', before, { ...before }, store), undefined);
});
