import type { Kind, Records } from '../../src/store/records.ts';
import type { Breakage } from './breakage.ts';
import { afterwards, coordinateOf, withAttributes } from './changes.ts';
import { type Changes, type Wrap, breakage } from './composition.ts';
import { careless, keeping } from './stores.ts';

const kept = <K extends Kind>(
  name: string,
  breaks: string,
  kind: K,
  change: (record: Records[K], before: Records[K] | undefined) => Partial<Records[K]>,
) => breakage(name, breaks, { store: keeping(kind, change) });

const progressOf = ({ input }: { input: { attributes: Record<string, unknown> } }) =>
  input.attributes['progress'] as number | undefined;

const nothing = {
  address: null,
  availableSlots: null,
  latitude: null,
  longitude: null,
  location: null,
  locationHints: null,
  onlineMeetingUrl: null,
  registrationTerms: null,
  taxonomies: null,
};
const given = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));

const on = (operation: string, wrap: Wrap): Changes => ({
  store: careless,
  beneath: { [coordinateOf(operation)]: wrap },
});

/** What is stored of what was said. */
export const writes: Breakage[] = [
  breakage(
    'the author of a new meeting is another',
    'create-meeting/author',
    on(
      'create-meeting',
      afterwards('meetings', () => ({ authorId: 1 })),
    ),
  ),
  breakage(
    'an update clears what is left out',
    'update-meeting/left-out',
    on(
      'update-meeting',
      withAttributes((attributes) => ({ ...nothing, ...attributes })),
    ),
  ),
  breakage('null is ignored by an update', 'update-meeting/null', on('update-meeting', withAttributes(given))),
  kept(
    'an empty list of taxonomies is ignored',
    'update-meeting/taxonomies-emptied',
    'meetings',
    ({ taxonomyIds }, before) => ({ taxonomyIds: taxonomyIds.length > 0 ? taxonomyIds : (before?.taxonomyIds ?? []) }),
  ),
  breakage(
    'registrationsEnabled follows from the type of registration',
    'create-meeting/registrations-enabled',
    on(
      'create-meeting',
      withAttributes((attributes) => ({ ...attributes, registrationsEnabled: undefined })),
    ),
  ),
  kept('the state is not stored', 'answer/accepted', 'proposals', (_, before) => ({ state: before?.state ?? null })),
  kept('the cost is stored as a whole number', 'answer/cost-decimal', 'proposals', ({ cost }) => ({
    cost: cost === null ? null : Math.round(cost),
  })),
  breakage(
    'an answer clears the cost that is left out',
    'answer/content-left-out',
    on(
      'answer',
      withAttributes((attributes) => ({ cost: null, ...attributes })),
    ),
  ),
  breakage(
    'an answer clears the text that is left out',
    'answer/content-left-out',
    on(
      'answer',
      withAttributes((attributes) => ({ answerContent: null, ...attributes })),
    ),
  ),
  breakage(
    'an answer clears the state that is left out',
    'answer/state-left-out',
    on(
      'answer',
      withAttributes((attributes) => ({ state: null, ...attributes })),
    ),
  ),
  breakage('null is ignored by an answer', 'answer/cost-null', on('answer', withAttributes(given))),
  kept('a negative cost is stored as none', 'answer/cost-negative', 'proposals', ({ cost }) => ({
    cost: cost !== null && cost < 0 ? null : cost,
  })),
  breakage(
    'a weight that is left out is 0',
    'create-result/weight-left-out',
    on(
      'create-result',
      withAttributes((attributes) => ({ weight: 0, ...attributes })),
    ),
  ),
  breakage(
    'progress is kept with every decimal',
    'create-result/progress-rounded',
    on(
      'create-result',
      afterwards('results', (_, args) => ({ progress: progressOf(args) })),
    ),
  ),
  breakage(
    'progress is kept as a whole number',
    'create-result/progress-fraction',
    on(
      'create-result',
      afterwards('results', ({ progress }) => ({ progress: progress === null ? null : Math.round(progress) })),
    ),
  ),
  breakage(
    'a draft proposal is linked to a result',
    'create-result/proposals',
    on(
      'create-result',
      afterwards('results', (_, { input }) => ({
        proposalIds: ((input.attributes['proposalIds'] ?? []) as number[]).filter((id) => id < 5),
      })),
    ),
  ),
];
