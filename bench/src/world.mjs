import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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

/**
 * Writes a world folder: the demo world of a checkout, with further meetings and proposals up to these numbers of records.
 * @param {string} checkout
 * @param {string} folder
 * @param {{ meetings: number, proposals: number }} counts
 */
export function writeWorld(checkout, folder, counts) {
  cpSync(join(checkout, 'fixtures/demo'), folder, { recursive: true });
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
