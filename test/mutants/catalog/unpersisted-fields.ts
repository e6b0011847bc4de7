import type { Kind, Records } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from '../mutated-server.ts';
import { changeBeforePersisting } from '../faulty-stores.ts';

/** A field, what a new record has in the place of what was said, and the name of the case that says it is kept. */
type Row<K extends Kind> = { [F in keyof Records[K]]: [F, Records[K][F], string] }[keyof Records[K]];

const meeting: Row<'meetings'>[] = [
  ['title', { en: 'Another' }, 'title'],
  ['description', { en: 'Another' }, 'description'],
  ['startTime', '2031-01-01T00:00:00+00:00', 'times'],
  ['endTime', '2031-01-01T00:00:00+00:00', 'times'],
  ['typeOfMeeting', 'IN_PERSON', 'hybrid'],
  ['registrationType', 'REGISTRATION_DISABLED', 'registration-here'],
  ['address', null, 'address'],
  ['latitude', null, 'position'],
  ['longitude', null, 'position'],
  ['location', null, 'location'],
  ['locationHints', null, 'location-hints'],
  ['onlineMeetingUrl', null, 'online'],
  ['iframeAccessLevel', null, 'iframe'],
  ['iframeEmbedType', 'OPEN_IN_NEW_TAB', 'iframe'],
  ['registrationUrl', null, 'registration-elsewhere'],
  ['registrationTerms', null, 'registration-here'],
  ['registrationsEnabled', false, 'registrations-enabled'],
  ['availableSlots', 0, 'registration-here'],
  ['taxonomyIds', [], 'taxonomies'],
];
const result: Row<'results'>[] = [
  ['title', { en: 'Another' }, 'title'],
  ['description', null, 'description'],
  ['startDate', null, 'dates'],
  ['endDate', null, 'dates'],
  ['externalId', null, 'external-id'],
  ['parentId', null, 'parent'],
  ['statusId', null, 'status'],
  ['progress', null, 'progress-all'],
  ['weight', 1, 'weight'],
  ['taxonomyIds', [], 'taxonomies'],
  ['proposalIds', [], 'proposals'],
  ['projectIds', [], 'projects'],
];
const answer: Row<'proposals'>[] = [
  ['state', null, 'rejected'],
  ['cost', null, 'cost-whole'],
  ['answer', null, 'content-one-locale'],
];

const rows = <K extends Kind>(operation: string, kind: K, fields: Row<K>[]): Mutant[] =>
  fields.map(([field, other, fact]) =>
    mutant(`what is said of ${String(field)} is not kept: ${operation}`, `${operation}/${fact}`, {
      store: changeBeforePersisting(
        kind,
        (_, before) => ({ [field]: before ? before[field] : other }) as Partial<Records[K]>,
      ),
    }),
  );

/** Each attribute, answered as it was said and not kept. */
export const unpersistedFieldMutants: Mutant[] = [
  ...rows('answer', 'proposals', answer),
  ...rows('create-meeting', 'meetings', meeting),
  ...rows('update-meeting', 'meetings', meeting),
  ...rows('create-result', 'results', result),
];
