import { CommandError, exitCodes } from '../errors.ts';
import type { Kind } from '../records/records.ts';
import type { Tables } from '../records/tables.ts';
import type { RawRecord } from '../records/world.ts';
import { GeneratedWorld } from './generated-world.ts';
import { generators, pairs } from './generators.ts';
import { TextWriter, loadFaker } from './texts.ts';

export type GeneratedKind = keyof typeof generators | keyof typeof pairs;
/** How many records of each kind to generate. */
export type GeneratedCounts = { [K in GeneratedKind]?: number };

/** The kinds of record that can be generated, in the order in which they are. */
export const generatedKinds = [...Object.keys(generators), ...Object.keys(pairs)] as GeneratedKind[];

const componentKinds = ['proposals', 'meetings', 'debates', 'blogs', 'accountability'] as const;

/**
 * Generates records over a world, in the locales of its organization: the same for the same world, counts and seed. If no number of
 * users is given, there is one for twenty other records. Throws a CommandError if there are more votes and the like than users can give.
 */
export async function generateRecords(
  base: Tables,
  { users, ...others }: GeneratedCounts,
  seed: number,
): Promise<{ [K in Kind]?: RawRecord[] }> {
  const { locales, defaultLocale } = base.organization;
  const faker = await loadFaker(defaultLocale, seed);
  const ordered = [defaultLocale, ...locales.filter((locale) => locale !== defaultLocale)];
  const world = new GeneratedWorld(base, faker, new TextWriter(faker, ordered));
  const total = Object.values(others).reduce((sum, count) => sum + count, 0);
  // Every record is written by somebody.
  const leastUsers = world.ids('users').length === 0 ? 1 : 0;
  const counts = { ...others, users: Math.max(leastUsers, users ?? Math.ceil(total / 20)) };
  for (const kind of Object.keys(generators) as (keyof typeof generators)[]) {
    const generate = generators[kind];
    for (let index = 0; index < (counts[kind] ?? 0); index += 1) {
      const id = world.add(kind, generate(world));
      if (kind === 'processes' || kind === 'assemblies') addComponents(world, kind, id);
    }
  }
  for (const kind of Object.keys(pairs) as (keyof typeof pairs)[])
    if (counts[kind]) addPairs(world, kind, counts[kind]);
  return world.lists;
}

/** A space has one component of each kind. */
function addComponents(world: GeneratedWorld, kind: 'processes' | 'assemblies', id: number): void {
  const owner = kind === 'processes' ? { processId: id } : { assemblyId: id };
  for (const [weight, each] of componentKinds.entries())
    world.add('components', {
      kind: each,
      ...owner,
      name: world.texts.component(each),
      weight,
      settings: { commentsEnabled: true, creationEnabled: true },
      ...world.writtenAt(),
    });
}

/** Adds records that join a user and another record, each pair once. */
function addPairs(world: GeneratedWorld, kind: keyof typeof pairs, count: number): void {
  const { field, target, ...rest } = pairs[kind];
  const [users, targets] = [world.ids('users'), world.ids(target)];
  const possible = users.length * targets.length;
  const pairOf = (place: number): RawRecord => {
    const id = targets[Math.floor(place / users.length)]!;
    return { userId: users[place % users.length], [field]: 'isReference' in rest ? `${target}/${id}` : id };
  };
  const keyOf = (record: RawRecord) => `${String(record['userId'])} ${String(record[field])}`;
  const used = new Set((world.base.all(kind) as unknown as RawRecord[]).map(keyOf));
  // The first steps of a shuffle of all pairs: the places that have been swapped so far.
  const swapped = new Map<number, number>();
  for (let step = 0, added = 0; added < count; step += 1) {
    if (step === possible)
      throw new CommandError(
        `${count} ${kind} are too many: ${users.length} users and ${targets.length} ${target} allow ${added} at most`,
        exitCodes.usage,
      );
    const place = world.faker.number.int({ min: step, max: possible - 1 });
    const pair = pairOf(swapped.get(place) ?? place);
    swapped.set(place, swapped.get(step) ?? step);
    if (used.has(keyOf(pair))) continue;
    world.add(kind, { ...pair, ...world.writtenAt(60) });
    added += 1;
  }
}
