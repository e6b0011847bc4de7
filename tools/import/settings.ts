import { parseRecordReference } from '../../src/records/kinds.ts';
import { type ImportedRecord, type WorldBuilder, referenceTo } from './world-builder.ts';

type Settings = Record<string, unknown>;

/** Derives the settings of components, which the API does not show, from what their records show. */
export function deriveSettings(world: WorldBuilder): void {
  const hints = groupBy([...world.hints], ([reference]) => componentOf(world, reference));
  const records = groupBy(
    (['proposals', 'meetings', 'debates', 'posts'] as const).flatMap((kind) => world.all(kind)),
    (record) => Number(record['componentId']),
  );
  const liked = new Set(world.all('likes').map(({ resource }) => resource));
  for (const component of world.all('components')) {
    const ofComponent = (hints.get(component.id) ?? []).map(([, hint]) => hint);
    Object.assign(component, {
      settings: {
        ...settingsOf(component, records.get(component.id) ?? [], liked),
        ...commentSettings(ofComponent, component['settings'] as Settings),
        ...(ofComponent.some(({ votesHidden }) => votesHidden) && { votesHidden: true }),
        ...(ofComponent.some(({ votesShown }) => votesShown) && { votesShown: true }),
      },
    });
  }
}

/** What participants did, they may do. */
function settingsOf(
  { kind }: ImportedRecord,
  records: readonly ImportedRecord[],
  liked: ReadonlySet<unknown>,
): Settings {
  const isByPeople = records.some(
    ({ authorId, authorIds }) => authorId || (authorIds as unknown[] | undefined)?.length,
  );
  if (kind === 'meetings' || kind === 'blogs') return { creationEnabledForParticipants: isByPeople };
  if (kind === 'debates') return { creationEnabled: isByPeople };
  if (kind !== 'proposals') return {};
  return {
    creationEnabled: isByPeople,
    answersWithCosts: records.some(({ cost }) => (cost ?? null) !== null),
    votesEnabled: records.some(({ additionalVotes }) => additionalVotes !== undefined),
    likesEnabled: records.some(({ id }) => liked.has(referenceTo('proposals', id))),
  };
}

/** Comments are off if no record allows them, and blocked if no record accepts new ones. */
function commentSettings(hints: readonly Settings[], known: Settings): Settings {
  const told = hints.filter(({ userAllowedToComment }) => typeof userAllowedToComment === 'boolean');
  const isTold = told.length > 0 && known['commentsEnabled'] === undefined;
  const isEnabled = told.some(({ userAllowedToComment }) => userAllowedToComment);
  const isBlocked = isEnabled && told.every(({ acceptsNewComments }) => acceptsNewComments === false);
  return { ...known, ...(isTold && { commentsEnabled: isEnabled }), ...(isBlocked && { commentsBlocked: true }) };
}

function componentOf(world: WorldBuilder, reference: string): number | undefined {
  const { kind, id } = parseRecordReference(reference);
  const record = world.find(kind, id);
  const owner = record?.['budgetId'] === undefined ? record : world.find('budgets', Number(record['budgetId']));
  return owner?.['componentId'] as number | undefined;
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
