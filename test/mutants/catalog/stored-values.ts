import type { Kind, Records } from '../../../src/store/records.ts';
import { changeBeforePersisting } from '../faulty-stores.ts';
import { type Attributes, type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { mapAttributes, operationCoordinate, uncheckedMutant, updateAfterwards } from '../transforms.ts';

const storeMutant = <K extends Kind>(
  name: string,
  killedBy: string,
  kind: K,
  change: (record: Records[K], before: Records[K] | undefined) => Partial<Records[K]>,
): Mutant => mutant(name, killedBy, { store: changeBeforePersisting(kind, change) });

const resolverMutant = (name: string, killedBy: string, wrapper: ResolverWrapper): Mutant =>
  uncheckedMutant(name, killedBy, { innerResolvers: { [operationCoordinate(killedBy)]: wrapper } });

const nullAttributes = {
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
const setDefaults = (defaults: Attributes) => mapAttributes((attributes) => ({ ...defaults, ...attributes }));
const removeNulls = mapAttributes((attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
);

/** Servers that store another value than the mutation requires. */
export const storedValueMutants: Mutant[] = [
  resolverMutant(
    'the author of a new meeting is another user',
    'create-meeting/author',
    updateAfterwards('meetings', () => ({ authorId: 1 })),
  ),
  resolverMutant('an update clears omitted attributes', 'update-meeting/left-out', setDefaults(nullAttributes)),
  resolverMutant('an update ignores null', 'update-meeting/null', removeNulls),
  storeMutant(
    'an update ignores an empty list of taxonomies',
    'update-meeting/taxonomies-emptied',
    'meetings',
    ({ taxonomyIds }, before) => ({ taxonomyIds: taxonomyIds.length > 0 ? taxonomyIds : (before?.taxonomyIds ?? []) }),
  ),
  resolverMutant(
    'registrationsEnabled follows from the registration type',
    'create-meeting/registrations-enabled',
    mapAttributes((attributes) => ({ ...attributes, registrationsEnabled: undefined })),
  ),
  storeMutant('the state is not stored', 'answer/accepted', 'proposals', (_, before) => ({
    state: before?.state ?? null,
  })),
  storeMutant('a cost is stored as a whole number', 'answer/cost-decimal', 'proposals', ({ cost }) => ({
    cost: cost === null ? null : Math.round(cost),
  })),
  resolverMutant('an answer clears an omitted cost', 'answer/content-left-out', setDefaults({ cost: null })),
  resolverMutant('an answer clears an omitted text', 'answer/content-left-out', setDefaults({ answerContent: null })),
  resolverMutant('an answer clears an omitted state', 'answer/state-left-out', setDefaults({ state: null })),
  resolverMutant('an answer ignores null', 'answer/cost-null', removeNulls),
  storeMutant('a negative cost is stored as null', 'answer/cost-negative', 'proposals', ({ cost }) => ({
    cost: cost !== null && cost < 0 ? null : cost,
  })),
  resolverMutant('the default weight is 0', 'create-result/weight-left-out', setDefaults({ weight: 0 })),
  resolverMutant(
    'progress is stored with all its decimals',
    'create-result/progress-rounded',
    updateAfterwards('results', (_, { input }) => ({ progress: input.attributes['progress'] as number | undefined })),
  ),
  resolverMutant(
    'progress is stored as a whole number',
    'create-result/progress-fraction',
    updateAfterwards('results', ({ progress }) => ({ progress: progress === null ? null : Math.round(progress) })),
  ),
  uncheckedMutant('a draft proposal is linked to a result, and shown', 'create-result/proposals', {
    innerResolvers: {
      'AccountabilityMutation.createResult': updateAfterwards('results', (_, { input }) => ({
        proposalIds: ((input.attributes['proposalIds'] ?? []) as number[]).filter((id) => id < 5),
      })),
      'Result.proposals':
        () =>
        ({ proposalIds }, _, { store }) =>
          store.findMany('proposals', proposalIds as number[]),
    },
  }),
];
