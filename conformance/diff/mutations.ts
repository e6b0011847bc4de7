import type { Actor } from '../cases.ts';
import { type Operation, type Trial, operations } from './operations.ts';
import { unknownId } from './openings.ts';
import { inputChanges, locales, oddIds } from './pools/inputs.ts';
import type { Pools } from './pools/pool.ts';
import { type Deck, deckOf, randomFrom } from './random.ts';
import { type Change, triesOf, withChanges } from './tries.ts';

/** A mutation as it is generated: what is sent, before it is put into a document. */
export interface Mutation {
  operation: Operation;
  trial: Trial;
  actor: Actor;
  /** `leftOut` where it is not given. */
  componentId: unknown;
  /** `created` is the last meeting that this run created, and the actor then is who created it. */
  recordId?: unknown;
  input: unknown;
  /** The values of the pools that it tries. */
  tried: Change[];
  /** Whether the input stands in the document, and not in a variable. */
  inline: boolean;
  /** Whether it also asks for fields that fail for some records. */
  risky: boolean;
}

const actors: Actor[] = ['admin', 'member', 'other', 'anonymous', 'stranger'];
const ids: unknown[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, unknownId];

/** What is odd about who calls, and where. */
const oddities = ['actor', 'component', 'record', 'form of the component', 'form of the record'] as const;

/** So many mutations; the same for the same seed, and the first of more. */
export function mutationsOf(seed: number, count: number, among = operations): Mutation[] {
  const random = randomFrom(seed);
  const decks = decksOf(among, random);
  const plan = deckOf(
    among.flatMap((operation) =>
      Object.entries(operation.share).flatMap(([trial, share]) =>
        Array.from({ length: share }, () => ({ operation, trial: trial as Trial })),
      ),
    ),
    random,
  );
  const made: Mutation[] = [];
  while (made.length < count) {
    const { operation, trial } = plan();
    const before = trial === 'judged' ? beforehand(operation, among, decks) : [];
    made.push(...before, mutationOf({ operation, trial }, decks));
  }
  return made.slice(0, count);
}

type Decks = ReturnType<typeof decksOf>;

function decksOf(among: readonly Operation[], random: () => number) {
  const deal = <T>(members: readonly T[]): Deck<T> => deckOf(members, random);
  const pools = new Set(among.flatMap((operation): Pools[] => (operation.pools ? [operation.pools] : [])));
  const trials = ['judged', 'uncoercible', 'failing'] as const;
  const triesIn = (each: Pools) =>
    new Map<Trial, () => Change[]>(trials.map((trial) => [trial, triesOf(each, trial, random)]));
  return {
    homes: new Map(among.map((operation) => [operation, deal(operation.homes)])),
    bases: new Map(among.map((operation) => [operation, deal(operation.bases)])),
    tries: new Map([...pools].map((each) => [each, triesIn(each)])),
    oddity: deal(oddities),
    actor: deal(actors),
    id: deal(ids),
    oddId: deal(oddIds),
    locale: deal(locales),
    change: deal(inputChanges),
    inline: deal([true, false, false, false, false]),
    risky: deal([true, false, false, false]),
  };
}

/** What an operation needs to be created for it. */
function beforehand({ before }: Operation, among: readonly Operation[], decks: Decks): Mutation[] {
  const operation = among.find(({ field }) => field === before?.field);
  if (!before || !operation) return [];
  const { actor, component: componentId } = decks.homes.get(operation)!();
  const input = { locale: 'en', attributes: before.attributes };
  return [{ operation, trial: 'judged', actor, componentId, input, tried: [], inline: false, risky: false }];
}

function mutationOf({ operation, trial }: { operation: Operation; trial: Trial }, decks: Decks): Mutation {
  const { pools, record, hasLocale } = operation;
  const home = decks.homes.get(operation)!();
  const tried = (pools && decks.tries.get(pools)!.get(trial)?.()) ?? [];
  const attributes = withChanges(decks.bases.get(operation)!(), tried);
  const around = { ...(hasLocale ? { locale: decks.locale() } : {}), ...(pools ? { attributes } : {}) };
  const mutation: Mutation = {
    operation,
    trial,
    actor: home.actor,
    componentId: home.component,
    recordId: home.record,
    input: withChanges(around, trial === 'input' ? [decks.change()] : []),
    tried,
    inline: decks.inline(),
    risky: decks.risky(),
  };
  if (trial !== 'access') return mutation;
  // One thing is odd at a time, or the first would hide the others.
  const oddity = decks.oddity();
  if (oddity === 'actor') return { ...mutation, actor: decks.actor() };
  const id = oddity.startsWith('form') ? decks.oddId() : decks.id();
  return oddity.endsWith('record') && record ? { ...mutation, recordId: id } : { ...mutation, componentId: id };
}
