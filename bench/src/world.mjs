import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const title = 'Meeting of the neighbourhood';

/** @param {number} id */
const meeting = (id) => ({
  id,
  componentId: 2,
  authorId: 2,
  title: { en: title, ca: `${title} (ca)` },
  description: { en: 'Described.', ca: 'Described. (ca)' },
  startTime: '2027-04-12T18:00:00Z',
  endTime: '2027-04-12T20:00:00Z',
  typeOfMeeting: 'IN_PERSON',
  registrationType: 'REGISTRATION_DISABLED',
  address: 'Main Square 2',
  location: { en: 'Town hall', ca: 'Town hall (ca)' },
  taxonomyIds: [2, 3],
});

/** Every second proposal has an answer. @param {number} id */
const proposal = (id) => ({
  id,
  componentId: 1,
  authorIds: [4],
  title: { en: 'A bench in the shade', ca: 'A bench in the shade (ca)' },
  body: { en: 'There is none on the square.', ca: 'There is none on the square. (ca)' },
  ...(id % 2 === 0 && {
    state: 'accepted',
    answer: { en: 'It is built in spring.', ca: 'It is built in spring. (ca)' },
    answeredAt: '2026-05-04T10:00:00Z',
    cost: 1200,
  }),
});

const voters = [1, 2, 3];

/** The kinds that only a checkout with the town has. @param {number} count */
const commentsWithVotes = (count) => ({
  comments: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    commentable: 'proposals/1',
    authorId: 1 + (index % 4),
    body: { en: 'A bench would be better, and some shade in summer.' },
    alignment: (index % 3) - 1,
  })),
  commentVotes: Array.from({ length: count * voters.length }, (_, index) => ({
    id: index + 1,
    commentId: 1 + Math.floor(index / voters.length),
    userId: voters[index % voters.length],
    weight: index % 2 === 0 ? 1 : -1,
  })),
});

/**
 * Writes a world folder: the demo world of a checkout, with further meetings, proposals and comments up to these numbers of records.
 * @param {string} checkout
 * @param {string} folder
 * @param {{ meetings: number, proposals: number, comments?: number }} counts
 */
export function writeWorld(checkout, folder, counts) {
  // Older checkouts have their worlds elsewhere.
  const worlds = ['fixtures/worlds', 'fixtures'].map((name) => join(checkout, name));
  const hasTown = worlds.some((name) => existsSync(join(name, 'town')));
  const world = [...worlds.map((name) => join(name, 'demo')), join(checkout, 'fixtures/world')].find(existsSync);
  if (!world) throw new Error(`${checkout} has no demo world in fixtures/worlds`);
  cpSync(world, folder, { recursive: true });
  if (hasTown)
    for (const [kind, records] of Object.entries(commentsWithVotes(counts.comments ?? 0)))
      writeFileSync(join(folder, `${kind}.json`), JSON.stringify(records));
  for (const [kind, create] of /** @type {const} */ ([
    ['meetings', meeting],
    ['proposals', proposal],
  ])) {
    const file = join(folder, `${kind}.json`);
    /** @type {{ id: number }[]} */
    const records = JSON.parse(readFileSync(file, 'utf8'));
    const highestId = Math.max(...records.map(({ id }) => id));
    const added = Array.from({ length: counts[kind] - records.length }, (_, index) => create(highestId + 1 + index));
    writeFileSync(file, JSON.stringify([...records, ...added]));
  }
}
