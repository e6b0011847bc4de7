import type { Records } from '../../../src/store/records.ts';
import { showCosts } from '../faulty-stores.ts';
import { type Mutant, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { mapValue, replaceInContract, uncheckedMutant, wrapField } from '../transforms.ts';

const unweightedProgress: ResolverWrapper = (resolve) => (source, args, context, info) => {
  const children: readonly Records['results'][] = context.store.where('results', 'parentId', source.id);
  const values = children.map(({ progress }) => progress).filter((progress) => progress !== null);
  if (values.length === 0) return resolve(source, args, context, info);
  return values.reduce((sum, progress) => sum + progress, 0) / values.length;
};

/** Returns taxonomies that do not exist, with an empty name. */
const showUnknownTaxonomies: ResolverWrapper = (_, raw) => (source, args, context, info) => {
  const known = raw(source, args, context, info) as { id: number }[];
  return [
    ...known,
    ...(source['taxonomyIds'] as number[])
      .filter((id) => !known.some((taxonomy) => taxonomy.id === id))
      .map((id) => ({ id, name: {}, parentId: null, weight: 0 })),
  ];
};
const storeEveryTaxonomy =
  (kind: 'meetings' | 'results'): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as { id: number };
    const taxonomyIds = ((args.input.attributes['taxonomies'] ?? []) as (string | number)[]).map(Number);
    return context.store.update((transaction) => transaction.update(kind, record.id, { taxonomyIds }));
  };
const unknownTaxonomiesStored = (
  operation: string,
  coordinate: string,
  type: string,
  kind: 'meetings' | 'results',
): Mutant =>
  uncheckedMutant(`unknown taxonomies are stored: ${operation}`, `${operation}/taxonomies`, {
    innerResolvers: { [coordinate]: storeEveryTaxonomy(kind) },
    outerResolvers: { [`${type}.taxonomies`]: showUnknownTaxonomies },
  });

/** Servers that return stored values in the wrong form. */
export const responseFieldMutants: Mutant[] = [
  mutant('costs are visible although the component hides them', 'answer/costs-hidden', { store: showCosts }),
  mutant('a cost is a number', 'answer/cost-decimal', {
    contract: replaceInContract('  cost: String\n', '  cost: Float\n'),
    outerResolvers: { 'Proposal.cost': () => (source) => source['cost'] },
  }),
  mutant(
    'a cost has no thousands separator',
    'answer/cost-decimal',
    wrapField(
      'Proposal.cost',
      mapValue((cost: string | null) => cost?.replaceAll(',', '') ?? null),
    ),
  ),
  mutant('an absent description is null', 'create-result/description-none', {
    innerResolvers: { 'Result.description': () => (source) => source['description'] },
  }),
  mutant('linked proposals keep the order of the input', 'create-result/proposals-by-id', {
    innerResolvers: {
      'Result.proposals':
        () =>
        (source, _, { store }) =>
          store.findMany('proposals', source['proposalIds'] as number[]),
    },
  }),
  mutant(
    'the progress of a parent is an unweighted mean',
    'create-result/parent-progress',
    wrapField('Result.progress', unweightedProgress),
  ),
  mutant(
    'the progress of a parent is its own',
    'create-result/parent-progress',
    wrapField('Result.progress', () => (source) => source['progress']),
  ),
  unknownTaxonomiesStored('create-meeting', 'MeetingsMutation.createMeeting', 'Meeting', 'meetings'),
  unknownTaxonomiesStored('update-meeting', 'MeetingMutation.update', 'Meeting', 'meetings'),
  unknownTaxonomiesStored('create-result', 'AccountabilityMutation.createResult', 'Result', 'results'),
];
