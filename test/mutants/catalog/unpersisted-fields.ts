import type { Kind, Records } from '../../../src/store/records.ts';
import { changeBeforePersisting } from '../faulty-stores.ts';
import { type Mutant, mutant } from '../mutated-server.ts';

/** A field, its value in a new record that does not store the attribute, and the name of the case that must fail. */
type Row<K extends Kind> = { [F in keyof Records[K]]: [F, Records[K][F], string] }[keyof Records[K]];

const meetingFields: Row<'meetings'>[] = [
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
const resultFields: Row<'results'>[] = [
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
const answerFields: Row<'proposals'>[] = [
  ['state', null, 'rejected'],
  ['cost', null, 'cost-whole'],
  ['answer', null, 'content-one-locale'],
];

const fieldMutants = <K extends Kind>(operation: string, kind: K, fields: Row<K>[]): Mutant[] =>
  fields.map(([field, initial, caseName]) =>
    mutant(`${String(field)} is returned but not stored: ${operation}`, `${operation}/${caseName}`, {
      store: changeBeforePersisting(
        kind,
        (_, before) => ({ [field]: before ? before[field] : initial }) as Partial<Records[K]>,
      ),
    }),
  );

/** Servers that do not store one attribute. */
export const unpersistedFieldMutants: Mutant[] = [
  ...fieldMutants('answer', 'proposals', answerFields),
  ...fieldMutants('create-meeting', 'meetings', meetingFields),
  ...fieldMutants('update-meeting', 'meetings', meetingFields),
  ...fieldMutants('create-result', 'results', resultFields),
];
