import { textOf } from '../../client/json-value.ts';
import { defaultStates } from '../../records/platform-values.ts';
import { kindNames } from '../../records/kinds.ts';
import { type ImportedRecord, type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

type Settings = Record<string, unknown>;

/** Adds what the API shows only in part, when everything else is there: states, followers, what was deleted, and settings. */
export function addDerivedRecords(world: WorldBuilder): void {
  addProposalStates(world);
  addFollows(world);
  addDeleted(world);
  deriveSettings(world);
}

/** `Under way` as the platform names a state in programs: `under_way`. */
const tokenOf = (title: unknown): string =>
  (textOf(Object.values(title ?? {})[0]) || 'state').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

/** The states that no proposal has, and what the API does not show of the others. An answer whose state only shows here is not published. */
function addProposalStates(world: WorldBuilder): void {
  const shown = world.all('proposalStates');
  for (const componentId of new Set(shown.map((state) => state['componentId']))) {
    const own = shown.filter((state) => state['componentId'] === componentId);
    for (const state of own) state['token'] ??= tokenOf(state['title']);
    for (const token of defaultStates.filter((each) => !own.some((state) => state['token'] === each)))
      world.add('proposalStates', {
        token,
        componentId,
        title: { [world.locale]: token },
        bgColor: '#F6F8FA',
        textColor: '#4B5058',
      });
  }
  for (const [id, stateId] of world.stateOfProposal) {
    const proposal = world.find('proposals', id)!;
    const state = world.find('proposalStates', stateId)!['token'];
    if (proposal['state'] === null) Object.assign(proposal, { state, isAnswerUnpublished: true });
  }
}

/** Lists of followers have those of the space, too; how many follow the record itself is a number. */
function addFollows(world: WorldBuilder): void {
  for (const [followable, { ids, space, count = ids.length }] of world.followers) {
    const ofSpace = new Set(world.followers.get(space)?.ids);
    const own = ids.toSorted((a, b) => Number(ofSpace.has(a)) - Number(ofSpace.has(b)));
    for (const userId of own.slice(0, count).toSorted((a, b) => a - b)) world.add('follows', { userId, followable });
  }
}

/** A user who stands for the deleted ones, and deleted comments. */
function addDeleted(world: WorldBuilder): void {
  const deletedAt = new Date(0).toISOString();
  for (const commentable of world.deletedComments)
    world.add('comments', { commentable, authorId: deletedUser, body: {}, createdAt: deletedAt, deletedAt });
  let id: number | undefined;
  const replaced = (value: unknown): unknown =>
    value === deletedUser ? (id ??= world.add('users', { name: '', nickname: '', deletedAt }).id) : value;
  for (const record of kindNames.flatMap((kind) => world.all(kind)))
    for (const [name, value] of Object.entries(record))
      record[name] = Array.isArray(value) ? value.map(replaced) : replaced(value);
}

/** Derives the settings of components, which the API does not show, from what their records show. */
function deriveSettings(world: WorldBuilder): void {
  const written = (['proposals', 'meetings', 'debates', 'posts'] as const).flatMap((kind) => world.all(kind));
  const liked = new Set(world.all('likes').map(({ resource }) => resource));
  for (const component of world.all('components')) {
    const records = written.filter(({ componentId }) => componentId === component.id);
    const shown = (name: string) => world.shownIn(component.id, name);
    const known = component['settings'] as Settings;
    const isClosed = shown('acceptsNewComments').has(false) && !shown('acceptsNewComments').has(true);
    component['settings'] = {
      ...settingsOf(component, records, liked),
      ...known,
      ...(known['commentsEnabled'] === true && isClosed && { commentsBlocked: true }),
      ...(shown('voteCount').has(null) && { votesHidden: true }),
      ...([...shown('confirmedVotes')].some((votes) => typeof votes === 'number') && { votesShown: true }),
    };
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
