import { defaultStates } from '../../src/store/default-states.ts';
import { kinds, parseRecordReference } from '../../src/store/kinds.ts';
import type { Kind, RecordReference } from '../../src/store/records.ts';
import { type ImportedRecord, type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

/** Adds the records that the API shows only in part: states, followers, votes, and what was hidden or deleted. */
export function makeUpRecords(world: WorldBuilder): void {
  addProposalStates(world);
  addFollows(world);
  addModerations(world);
  addDeleted(world);
  addVotes(world);
}

/** `Under way` as the platform names a state in programs: `under_way`. */
const tokenOf = (title: unknown): string =>
  String(Object.values((title ?? {}) as object)[0] ?? 'state')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** The states of proposals, and the default ones that no proposal has. An answer whose state only shows here is not published. */
function addProposalStates(world: WorldBuilder): void {
  for (const [proposalId, stateId] of world.stateOfProposal) {
    const proposal = world.find('proposals', proposalId)!;
    const state = world.find('proposalStates', stateId);
    const { title, ...rest } = world.proposalStates.get(stateId)!;
    const token = (proposal['answeredAt'] ? proposal['state'] : undefined) ?? state?.['token'];
    world.put('proposalStates', { ...rest, id: stateId, title, token, componentId: proposal['componentId'] });
  }
  for (const state of world.all('proposalStates')) state['token'] ??= tokenOf(state['title']);
  for (const componentId of new Set(world.all('proposalStates').map((each) => each['componentId']))) {
    const ofComponent = world.all('proposalStates').filter((each) => each['componentId'] === componentId);
    for (const token of defaultStates)
      if (!ofComponent.some((each) => each['token'] === token))
        world.append('proposalStates', {
          token,
          componentId,
          title: { [world.locale]: token },
          bgColor: '#F6F8FA',
          textColor: '#4B5058',
        });
  }
  for (const [proposalId, stateId] of world.stateOfProposal) {
    const proposal = world.find('proposals', proposalId)!;
    const { token } = world.find('proposalStates', stateId)!;
    if (proposal['state'] === null) world.put('proposals', { id: proposalId, state: token, isAnswerUnpublished: true });
  }
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
    const text = { [world.locale]: String(moderation['reportedContent'] ?? '') };
    if (kindOf === 'comments') {
      const path = /\/([a-z]+)\/(\d+)#/.exec(url) as [string, Kind, string] | null;
      if (path)
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
    world.append('moderations', { reportable, reportedContent: '', hiddenAt: new Date(0).toISOString() });
}

const userFields = new Set(
  Object.values(kinds).flatMap(({ schema }) =>
    Object.entries(
      schema.properties as Record<
        string,
        { references?: string; items?: { references?: string }; anyOf?: { references?: string }[] }
      >,
    )
      .filter(([, each]) => [each.references, each.items?.references, each.anyOf?.[0]?.references].includes('users'))
      .map(([name]) => name),
  ),
);

/** A user who stands for the deleted ones, and deleted comments. */
function addDeleted(world: WorldBuilder): void {
  const deletedAt = new Date(0).toISOString();
  for (const commentable of world.deletedComments)
    world.append('comments', { commentable, authorId: deletedUser, body: {}, createdAt: deletedAt, deletedAt });
  let id: number | undefined;
  const replacement = () => (id ??= world.append('users', { name: '', nickname: '', deletedAt }).id);
  for (const records of world.records.values())
    for (const record of [...records.values()])
      for (const field of userFields) {
        const value = record[field];
        if (value === deletedUser) record[field] = replacement();
        else if (Array.isArray(value) && value.includes(deletedUser))
          record[field] = value.map((each: unknown) => (each === deletedUser ? replacement() : each));
      }
}

/** Votes have no names: users who are in no list cast them. */
function addVotes(world: WorldBuilder): void {
  const voters: number[] = [];
  const voter = (index: number): number =>
    (voters[index] ??= world.append('users', {
      name: `Voter ${index + 1}`,
      nickname: `voter_${index + 1}`,
      unconfirmed: true,
    }).id);
  const projectsOfOrders = new Map<string, { budgetId: unknown; userId: number; projectIds: number[] }>();
  for (const [reference, { up, down }] of world.votes) {
    const { kind, id } = parseRecordReference(reference);
    const record = world.find(kind, id);
    if (!record) continue;
    for (let index = 0; index < up + down; index++) {
      const userId = voter(index);
      if (kind === 'proposals') world.add('proposalVotes', { proposalId: id, userId });
      if (kind === 'comments') world.add('commentVotes', { commentId: id, userId, weight: index < up ? 1 : -1 });
      if (kind !== 'projects') continue;
      const key = `${record['budgetId']} ${userId}`;
      const order = projectsOfOrders.get(key) ?? { budgetId: record['budgetId'], userId, projectIds: [] };
      order.projectIds.push(id);
      projectsOfOrders.set(key, order);
    }
  }
  for (const order of projectsOfOrders.values())
    world.add('orders', { ...order, checkedOutAt: new Date(0).toISOString() });
}
