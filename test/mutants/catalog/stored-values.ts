import type { Kind, Records } from '../../../src/records/records.ts';
import { changeBeforePersisting, reuseId, showCosts } from '../faulty-stores.ts';
import { type Attributes, type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import {
  mapAttributes,
  mapValue,
  onErrorCode,
  operationCoordinate,
  uncheckedMutant,
  updateAfterwards,
  wrapField,
} from '../transforms.ts';

const storeMutant = <K extends Kind>(
  name: string,
  killedBy: string,
  kind: K,
  change: (record: Records[K], before: Records[K] | undefined) => Partial<Records[K]>,
): Mutant => mutant(name, killedBy, { store: changeBeforePersisting(kind, change) });

const resolverMutant = (name: string, killedBy: string, wrapper: ResolverWrapper): Mutant =>
  uncheckedMutant(name, killedBy, { innerResolvers: { [operationCoordinate(killedBy)]: wrapper } });

/** Writes the record, then refuses the mutation. */
const writeThenRefuse = onErrorCode('ATTRIBUTE_VALIDATION_ERROR', (error, raw, source, args, context, info) => {
  try {
    raw(source, { ...args, input: { locale: 'en', ...args.input } }, context, info);
  } catch {
    // Some invalid attributes cannot be written.
  }
  throw error;
});

const setDefaults = (defaults: Attributes) => mapAttributes((attributes) => ({ ...defaults, ...attributes }));
const removeNulls = mapAttributes((attributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)),
);

/** Servers that store another value than the mutation requires, none at all, or return it in the wrong form. */
export const storedValueMutants: Mutant[] = [
  uncheckedMutant('invalid attributes are stored', 'create-result/refused-writes-nothing', {
    outerResolvers: { [operationCoordinate('create-result')]: writeThenRefuse },
  }),
  storeMutant('the state is not stored', 'answer/accepted', 'proposals', (_, before) => ({
    state: before?.state ?? null,
  })),
  storeMutant('location hints are not stored', 'create-meeting/location-hints', 'meetings', () => ({
    locationHints: null,
  })),
  mutant('the second new meeting overwrites the first', 'create-meeting/new-id', { store: reuseId('meetings') }),
  resolverMutant(
    'the author of a new meeting is another user',
    'create-meeting/author',
    updateAfterwards('meetings', () => ({ authorId: 1 })),
  ),
  resolverMutant('an update ignores null', 'update-meeting/null', removeNulls),
  resolverMutant('an update clears omitted attributes', 'update-meeting/left-out', setDefaults({ location: null })),
  resolverMutant('an answer clears an omitted text', 'answer/content-left-out', setDefaults({ answerContent: null })),
  resolverMutant(
    'an update removes the texts of other locales',
    'update-meeting/other-locales',
    updateAfterwards('meetings', ({ title }, { input }) => ({ title: { [input.locale!]: title[input.locale!]! } })),
  ),
  resolverMutant(
    'progress is stored with all its decimals',
    'create-result/progress-rounded',
    updateAfterwards('results', (_, { input }) => ({ progress: input.attributes['progress'] as number | undefined })),
  ),
  mutant('costs are visible although the component hides them', 'answer/costs-hidden', { store: showCosts }),
  mutant(
    'a cost has no thousands separator',
    'answer/cost-decimal',
    wrapField(
      'Proposal.cost',
      mapValue((cost: string | null) => cost?.replaceAll(',', '') ?? null),
    ),
  ),
];
