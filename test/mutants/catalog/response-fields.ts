import type { Records } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { replaceInContract } from '../transforms.ts';
import { type ServerChanges, type Resolver, type ResolverWrapper, mutant } from '../mutated-server.ts';
import { withoutRecordChecks, showCosts } from '../faulty-stores.ts';

/** Another resolver for one field. */
export const wrapField = (coordinate: string, wrap: ResolverWrapper): ServerChanges => ({
  outerResolvers: { [coordinate]: wrap },
});

/** Another value in the place of a field's. */
export const mapValue =
  (change: (value: never, ...args: Parameters<Resolver>) => unknown): ResolverWrapper =>
  (resolve) =>
  (...args) =>
    change(resolve(...args) as never, ...args);

type Result = Records['results'];
const plainMean: ResolverWrapper = (resolve) => (source, args, context, info) => {
  const children = context.store.where('results', 'parentId', source.id) as readonly Result[];
  const parts = children.map(({ progress }) => progress).filter((progress) => progress !== null);
  if (parts.length === 0) return resolve(source, args, context, info);
  return parts.reduce((sum, progress) => sum + progress, 0) / parts.length;
};
const own: ResolverWrapper = () => (source) => source['progress'];

/** A taxonomy that nobody knows is kept, with a name that is empty. */
const everyTaxonomy: ResolverWrapper = (_, raw) => (source, args, context, info) => {
  const known = raw(source, args, context, info) as { id: number }[];
  return [
    ...known,
    ...(source['taxonomyIds'] as number[])
      .filter((id) => !known.some((each) => each.id === id))
      .map((id) => ({ id, name: {}, parentId: null, weight: 0 })),
  ];
};
const allIds =
  (kind: 'meetings' | 'results'): ResolverWrapper =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as { id: number };
    const ids = ((args.input.attributes['taxonomies'] ?? []) as (string | number)[]).map(Number);
    return context.store.update((draft) => draft.update(kind, record.id, { taxonomyIds: ids })).value;
  };
const unknownKept = (operation: string, coordinate: string, type: string, kind: 'meetings' | 'results') =>
  mutant(`unknown taxonomies are kept: ${operation}`, `${operation}/taxonomies`, {
    store: withoutRecordChecks,
    innerResolvers: { [coordinate]: allIds(kind) },
    outerResolvers: { [`${type}.taxonomies`]: everyTaxonomy },
  });

/** What is shown of what was written. */
export const responseFieldMutants: Mutant[] = [
  mutant('costs are shown although the component hides them', 'answer/costs-hidden', { store: showCosts }),
  mutant('a cost is a number', 'answer/cost-decimal', {
    contract: replaceInContract('  cost: String\n', '  cost: Float\n'),
    outerResolvers: { 'Proposal.cost': () => (source) => source['cost'] },
  }),
  mutant(
    'a cost has no thousands',
    'answer/cost-decimal',
    wrapField(
      'Proposal.cost',
      mapValue((cost: string | null) => cost?.replaceAll(',', '') ?? null),
    ),
  ),
  mutant(
    'the progress of a parent is a plain mean',
    'create-result/parent-progress',
    wrapField('Result.progress', plainMean),
  ),
  mutant('the progress of a parent is its own', 'create-result/parent-progress', wrapField('Result.progress', own)),
  unknownKept('create-meeting', 'MeetingsMutation.createMeeting', 'Meeting', 'meetings'),
  unknownKept('update-meeting', 'MeetingMutation.update', 'Meeting', 'meetings'),
  unknownKept('create-result', 'AccountabilityMutation.createResult', 'Result', 'results'),
];
