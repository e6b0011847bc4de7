import { textOf } from '../../src/client/json-value.ts';
import { kinds, parseRecordReference } from '../../src/store/kinds.ts';
import type { Kind, RecordReference } from '../../src/store/records.ts';
import { addProposalStates } from './generated-states.ts';
import { addVotes } from './generated-votes.ts';
import { type ImportedRecord, type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

/** Adds the records that the API shows only in part: states, followers, votes, and what was hidden or deleted. */
export function makeUpRecords(world: WorldBuilder, report: (problem: string) => void): void {
  addProposalStates(world);
  addFollows(world);
  addModerations(world);
  addDeleted(world);
  addVotes(world, report);
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

/** The URL of what was reported shows a comment, but of other records only the list. */
function addModerations(world: WorldBuilder): void {
  const hidden = [...world.hidden];
  for (const moderation of world.all('moderations')) {
    const url = world.reportedUrls.get(moderation.id) ?? '';
    const comment = /#comment_(\d+)/.exec(url)?.[1];
    const kind = /\/([a-z]+)\/?$/.exec(url)?.[1];
    const reportable = comment
      ? referenceTo('comments', Number(comment))
      : hidden.splice(hidden.findIndex((each) => each.startsWith(`${kind}/`)) >>> 0, 1)[0];
    if (!reportable) continue;
    moderation['reportable'] = reportable;
    const { kind: kindOf, id } = parseRecordReference(reportable);
    const text = { [world.locale]: textOf(moderation['reportedContent']) };
    if (kindOf === 'comments') {
      const path = /\/([a-z]+)\/(\d+)#/.exec(url) as [string, Kind, string] | null;
      if (path && path[1] in kinds && path[1] !== kindOf)
        world.put('comments', {
          id,
          body: text,
          commentable: referenceTo(path[1], Number(path[2])),
          authorId: deletedUser,
        });
    } else world.put(kindOf, { id, title: text, body: text, description: text });
  }
  // What is hidden without a moderation that the API shows.
  for (const reportable of hidden)
    world.add('moderations', { reportable, reportedContent: '', hiddenAt: new Date(0).toISOString() });
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
