import type { Actor } from '../../conformance/model/case.ts';
import { type MutationOperation, type Scenario, mutationOperations } from './mutation-operations.ts';
import { unknownId } from './entry-points.ts';
import { inputChanges, inputLocales, unusualIds } from './pools/inputs.ts';
import type { ValuePools } from './pools/pool.ts';
import { type Deck, createDeck, createRandom } from './random.ts';
import { type AttributeChange, createAttempts, applyChanges } from './attempts.ts';

/** A mutation as it is generated: what is sent, before it is put into a document. */
export interface GeneratedMutation {
  operation: MutationOperation;
  scenario: Scenario;
  actor: Actor;
  /** `leftOut` where it is not given. */
  componentId: unknown;
  /** `created` is the last meeting that this run created, and the actor then is who created it. */
  recordId?: unknown;
  input: unknown;
  /** The values of the pools that it tries. */
  attributeChanges: AttributeChange[];
  /** Whether the input stands in the document, and not in a variable. */
  inlineInput: boolean;
  /** Whether it also asks for fields that fail for some records. */
  selectsFailingFields: boolean;
}

const actors: Actor[] = ['admin', 'member', 'other', 'anonymous', 'stranger'];
const ids: unknown[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, unknownId];

/** What is odd about who calls, and where. */
const oddities = ['actor', 'component', 'record', 'form of the component', 'form of the record'] as const;

/** So many mutations; the same for the same seed, and the first of more. */
export function generateMutations(seed: number, count: number, among = mutationOperations): GeneratedMutation[] {
  const random = createRandom(seed);
  const decks = decksOf(among, random);
  const plan = createDeck(
    among.flatMap((operation) =>
      Object.entries(operation.weights).flatMap(([trial, share]) =>
        Array.from({ length: share }, () => ({ operation, trial: trial as Scenario })),
      ),
    ),
    random,
  );
  const made: GeneratedMutation[] = [];
  while (made.length < count) {
    const { operation, trial } = plan();
    const before = trial === 'judged' ? beforehand(operation, among, decks) : [];
    made.push(...before, mutationOf({ operation, trial }, decks));
  }
  return made.slice(0, count);
}

type Decks = ReturnType<typeof decksOf>;

function decksOf(among: readonly MutationOperation[], random: () => number) {
  const deal = <T>(members: readonly T[]): Deck<T> => createDeck(members, random);
  const pools = new Set(
    among.flatMap((operation): ValuePools[] => (operation.valuePools ? [operation.valuePools] : [])),
  );
  const trials = ['judged', 'uncoercible', 'failing'] as const;
  const triesIn = (each: ValuePools) =>
    new Map<Scenario, () => AttributeChange[]>(trials.map((trial) => [trial, createAttempts(each, trial, random)]));
  return {
    homes: new Map(among.map((operation) => [operation, deal(operation.allowedCalls)])),
    bases: new Map(among.map((operation) => [operation, deal(operation.validAttributes)])),
    tries: new Map([...pools].map((each) => [each, triesIn(each)])),
    oddity: deal(oddities),
    actor: deal(actors),
    id: deal(ids),
    oddId: deal(unusualIds),
    locale: deal(inputLocales),
    change: deal(inputChanges),
    inline: deal([true, false, false, false, false]),
    risky: deal([true, false, false, false]),
  };
}

/** What an operation needs to be created for it. */
function beforehand(
  { prerequisite }: MutationOperation,
  among: readonly MutationOperation[],
  decks: Decks,
): GeneratedMutation[] {
  const operation = among.find(({ field }) => field === prerequisite?.field);
  if (!prerequisite || !operation) return [];
  const { actor, component: componentId } = decks.homes.get(operation)!();
  const input = { locale: 'en', attributes: prerequisite.attributes };
  return [
    {
      operation,
      scenario: 'judged',
      actor,
      componentId,
      input,
      attributeChanges: [],
      inlineInput: false,
      selectsFailingFields: false,
    },
  ];
}

function mutationOf(
  { operation, trial: scenario }: { operation: MutationOperation; trial: Scenario },
  decks: Decks,
): GeneratedMutation {
  const { valuePools, recordField, hasLocale } = operation;
  const home = decks.homes.get(operation)!();
  const attributeChanges = (valuePools && decks.tries.get(valuePools)!.get(scenario)?.()) ?? [];
  const attributes = applyChanges(decks.bases.get(operation)!(), attributeChanges);
  const around = { ...(hasLocale ? { locale: decks.locale() } : {}), ...(valuePools ? { attributes } : {}) };
  const mutation: GeneratedMutation = {
    operation,
    scenario,
    actor: home.actor,
    componentId: home.component,
    recordId: home.record,
    input: applyChanges(around, scenario === 'input' ? [decks.change()] : []),
    attributeChanges,
    inlineInput: decks.inline(),
    selectsFailingFields: decks.risky(),
  };
  if (scenario !== 'access') return mutation;
  // One thing is odd at a time, or the first would hide the others.
  const oddity = decks.oddity();
  if (oddity === 'actor') return { ...mutation, actor: decks.actor() };
  const id = oddity.startsWith('form') ? decks.oddId() : decks.id();
  return oddity.endsWith('record') && recordField ? { ...mutation, recordId: id } : { ...mutation, componentId: id };
}
