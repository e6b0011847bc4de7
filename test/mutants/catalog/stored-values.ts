import type { Kind, Records } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { updateAfterwards, operationCoordinate, mapAttributes } from '../transforms.ts';
import { type ServerChanges, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { withoutRecordChecks, changeBeforePersisting } from '../faulty-stores.ts';

const kept = <K extends Kind>(
  name: string,
  breaks: string,
  kind: K,
  change: (record: Records[K], before: Records[K] | undefined) => Partial<Records[K]>,
) => mutant(name, breaks, { store: changeBeforePersisting(kind, change) });

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

const on = (operation: string, wrap: ResolverWrapper): ServerChanges => ({
  store: withoutRecordChecks,
  innerResolvers: { [operationCoordinate(operation)]: wrap },
});

/** What is stored of what was said. */
export const storedValueMutants: Mutant[] = [
  mutant(
    'the author of a new meeting is another',
    'create-meeting/author',
    on(
      'create-meeting',
      updateAfterwards('meetings', () => ({ authorId: 1 })),
    ),
  ),
  mutant(
    'an update clears what is left out',
    'update-meeting/left-out',
    on(
      'update-meeting',
      mapAttributes((attributes) => ({ ...nothing, ...attributes })),
    ),
  ),
  mutant('null is ignored by an update', 'update-meeting/null', on('update-meeting', mapAttributes(given))),
  kept(
    'an empty list of taxonomies is ignored',
    'update-meeting/taxonomies-emptied',
    'meetings',
    ({ taxonomyIds }, before) => ({ taxonomyIds: taxonomyIds.length > 0 ? taxonomyIds : (before?.taxonomyIds ?? []) }),
  ),
  mutant(
    'registrationsEnabled follows from the type of registration',
    'create-meeting/registrations-enabled',
    on(
      'create-meeting',
      mapAttributes((attributes) => ({ ...attributes, registrationsEnabled: undefined })),
    ),
  ),
  kept('the state is not stored', 'answer/accepted', 'proposals', (_, before) => ({ state: before?.state ?? null })),
  kept('the cost is stored as a whole number', 'answer/cost-decimal', 'proposals', ({ cost }) => ({
    cost: cost === null ? null : Math.round(cost),
  })),
  mutant(
    'an answer clears the cost that is left out',
    'answer/content-left-out',
    on(
      'answer',
      mapAttributes((attributes) => ({ cost: null, ...attributes })),
    ),
  ),
  mutant(
    'an answer clears the text that is left out',
    'answer/content-left-out',
    on(
      'answer',
      mapAttributes((attributes) => ({ answerContent: null, ...attributes })),
    ),
  ),
  mutant(
    'an answer clears the state that is left out',
    'answer/state-left-out',
    on(
      'answer',
      mapAttributes((attributes) => ({ state: null, ...attributes })),
    ),
  ),
  mutant('null is ignored by an answer', 'answer/cost-null', on('answer', mapAttributes(given))),
  kept('a negative cost is stored as none', 'answer/cost-negative', 'proposals', ({ cost }) => ({
    cost: cost !== null && cost < 0 ? null : cost,
  })),
  mutant(
    'a weight that is left out is 0',
    'create-result/weight-left-out',
    on(
      'create-result',
      mapAttributes((attributes) => ({ weight: 0, ...attributes })),
    ),
  ),
  mutant(
    'progress is kept with every decimal',
    'create-result/progress-rounded',
    on(
      'create-result',
      updateAfterwards('results', (_, args) => ({ progress: progressOf(args) })),
    ),
  ),
  mutant(
    'progress is kept as a whole number',
    'create-result/progress-fraction',
    on(
      'create-result',
      updateAfterwards('results', ({ progress }) => ({ progress: progress === null ? null : Math.round(progress) })),
    ),
  ),
  mutant(
    'a draft proposal is linked to a result',
    'create-result/proposals',
    on(
      'create-result',
      updateAfterwards('results', (_, { input }) => ({
        proposalIds: ((input.attributes['proposalIds'] ?? []) as number[]).filter((id) => id < 5),
      })),
    ),
  ),
];
