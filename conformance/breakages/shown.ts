import type { Records } from '../../src/store/records.ts';
import type { Breakage } from './breakage.ts';
import { replacing } from './changes.ts';
import { type Changes, type Resolve, type Wrap, breakage } from './composition.ts';
import { careless, showingCosts } from './stores.ts';

/** Another resolver for one field. */
export const field = (coordinate: string, wrap: Wrap): Changes => ({ around: { [coordinate]: wrap } });

/** Another value in the place of a field's. */
export const value =
  (change: (value: never, ...args: Parameters<Resolve>) => unknown): Wrap =>
  (resolve) =>
  (...args) =>
    change(resolve(...args) as never, ...args);

type Result = Records['results'];
const plainMean: Wrap = (resolve) => (source, args, context, info) => {
  const children = context.store.where('results', 'parentId', source.id) as readonly Result[];
  const parts = children.map(({ progress }) => progress).filter((progress) => progress !== null);
  if (parts.length === 0) return resolve(source, args, context, info);
  return parts.reduce((sum, progress) => sum + progress, 0) / parts.length;
};
const own: Wrap = () => (source) => source['progress'];

/** A taxonomy that nobody knows is kept, with a name that is empty. */
const everyTaxonomy: Wrap = (_, raw) => (source, args, context, info) => {
  const known = raw(source, args, context, info) as { id: number }[];
  return [
    ...known,
    ...(source['taxonomyIds'] as number[])
      .filter((id) => !known.some((each) => each.id === id))
      .map((id) => ({ id, name: {}, parentId: null, weight: 0 })),
  ];
};
const allIds =
  (kind: 'meetings' | 'results'): Wrap =>
  (resolve) =>
  (source, args, context, info) => {
    const record = resolve(source, args, context, info) as { id: number };
    const ids = ((args.input.attributes['taxonomies'] ?? []) as (string | number)[]).map(Number);
    return context.store.update((draft) => draft.change(kind, record.id, { taxonomyIds: ids })).value;
  };
const unknownKept = (operation: string, coordinate: string, type: string, kind: 'meetings' | 'results') =>
  breakage(`unknown taxonomies are kept: ${operation}`, `${operation}/taxonomies`, {
    store: careless,
    beneath: { [coordinate]: allIds(kind) },
    around: { [`${type}.taxonomies`]: everyTaxonomy },
  });

/** What is shown of what was written. */
export const shown: Breakage[] = [
  breakage('costs are shown although the component hides them', 'answer/costs-hidden', { store: showingCosts }),
  breakage('a cost is a number', 'answer/cost-decimal', {
    contract: replacing('  cost: String\n', '  cost: Float\n'),
    around: { 'Proposal.cost': () => (source) => source['cost'] },
  }),
  breakage(
    'a cost has no thousands',
    'answer/cost-decimal',
    field(
      'Proposal.cost',
      value((cost: string | null) => cost?.replaceAll(',', '') ?? null),
    ),
  ),
  breakage(
    'the progress of a parent is a plain mean',
    'create-result/parent-progress',
    field('Result.progress', plainMean),
  ),
  breakage('the progress of a parent is its own', 'create-result/parent-progress', field('Result.progress', own)),
  unknownKept('create-meeting', 'MeetingsMutation.createMeeting', 'Meeting', 'meetings'),
  unknownKept('update-meeting', 'MeetingMutation.update', 'Meeting', 'meetings'),
  unknownKept('create-result', 'AccountabilityMutation.createResult', 'Result', 'results'),
];
