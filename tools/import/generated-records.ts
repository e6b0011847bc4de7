import { kinds, parseRecordReference } from '../../src/records/kinds.ts';
import type { RecordReference } from '../../src/records/records.ts';
import { addProposalStates } from './generated-states.ts';
import { type ImportedRecord, type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

/** Adds the records that the API shows only in part: states, followers, and what was deleted. */
export function makeUpRecords(world: WorldBuilder): void {
  addProposalStates(world);
  addFollows(world);
  addDeleted(world);
}

/** The space of a component or of a record in one. */
function spaceOf(world: WorldBuilder, record: ImportedRecord | undefined): RecordReference | undefined {
  if (record?.['budgetId'] !== undefined) return spaceOf(world, world.find('budgets', Number(record['budgetId'])));
  const component = world.find('components', Number(record?.['componentId']));
  if (!component) return undefined;
  const { processId, assemblyId } = component as { processId?: number; assemblyId?: number };
  return processId ? referenceTo('processes', processId) : referenceTo('assemblies', assemblyId!);
}

/** Lists of followers have those of the space, too; how many follow the record itself is a number. */
function addFollows(world: WorldBuilder): void {
  for (const [followable, { ids, count = ids.length }] of world.followers) {
    const { kind, id } = parseRecordReference(followable);
    const space = spaceOf(world, world.find(kind, id));
    const ofSpace = new Set(space ? world.followers.get(space)?.ids : []);
    const own = [...ids.filter((each) => !ofSpace.has(each)), ...ids.filter((each) => ofSpace.has(each))];
    for (const userId of own.slice(0, count).toSorted((a, b) => a - b)) world.add('follows', { userId, followable });
  }
}

const userFields = new Set(
  Object.values(kinds).flatMap(({ schema }) =>
    Object.entries(schema.properties as Record<string, { references?: string; items?: { references?: string } }>)
      .filter(([, { references, items }]) => (references ?? items?.references) === 'users')
      .map(([name]) => name),
  ),
);

/** A user who stands for the deleted ones, and deleted comments. */
function addDeleted(world: WorldBuilder): void {
  const deletedAt = new Date(0).toISOString();
  for (const commentable of world.deletedComments)
    world.add('comments', { commentable, authorId: deletedUser, body: {}, createdAt: deletedAt, deletedAt });
  let id: number | undefined;
  const replacement = () => (id ??= world.add('users', { name: '', nickname: '', deletedAt }).id);
  for (const records of world.records.values())
    for (const record of records.values())
      for (const field of userFields) {
        const value = record[field];
        if (value === deletedUser) record[field] = replacement();
        else if (Array.isArray(value) && value.includes(deletedUser))
          record[field] = value.map((each: unknown) => (each === deletedUser ? replacement() : each));
      }
}
