import { parseRecordReference } from '../../src/store/kinds.ts';
import { limits } from './limits.ts';
import type { WorldBuilder } from './world-builder.ts';

/** Votes have no names: users who are in no list cast them. */
export function addVotes(world: WorldBuilder, report: (problem: string) => void): void {
  const voters: number[] = [];
  const voter = (index: number): number =>
    (voters[index] ??= world.add('users', {
      name: `Voter ${index + 1}`,
      nickname: `voter_${index + 1}`,
      unconfirmed: true,
    }).id);
  const projectsOfOrders = new Map<string, { budgetId: unknown; userId: number; projectIds: number[] }>();
  let left = limits.votes;
  for (const [reference, votes] of world.votes) {
    const { kind, id } = parseRecordReference(reference);
    const record = world.find(kind, id);
    if (!record) continue;
    const up = Math.min(votes.up, limits.votesOfRecord, left);
    const down = Math.min(votes.down, limits.votesOfRecord - up, left - up);
    left -= up + down;
    if (up + down < votes.up + votes.down)
      report(`${reference}: the world has ${up + down} of its ${votes.up + votes.down} votes`);
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
