import type { Actor } from '../../conformance/model/case.ts';
import { type AttributeChange, applyChanges, createAttempts } from './attempts.ts';
import { type MutationOperation, type Scenario, mutationOperations } from './mutation-operations.ts';
import { inputChanges, inputLocales, unusualIds } from './pools/inputs.ts';
import type { ValuePools } from './pools/pool.ts';
import { createRandom } from '../../src/random.ts';
import { type Deck, createDeck } from './deck.ts';
import { unknownId } from './world-records.ts';

/** A generated mutation; `buildMutationRequest` turns it into a request. */
export interface GeneratedMutation {
  operation: MutationOperation;
  scenario: Scenario;
  actor: Actor;
  componentId: unknown;
  /** The record that the mutation changes; `created` is the last meeting of this run, called by its creator. */
  recordId?: unknown;
  input: unknown;
  /** The values of the pools that this mutation tries. */
  attributeChanges: AttributeChange[];
  /** Whether the input is a literal in the document instead of a variable. */
  inlineInput: boolean;
  /** Whether the selection includes fields that fail for some records. */
  selectsFailingFields: boolean;
}

const actors: Actor[] = ['admin', 'member', 'other', 'anonymous', 'stranger'];
const ids: unknown[] = [1, 2, 3, 4, 5, 6, 7, 8, 10, unknownId];
const accessChanges = ['actor', 'component id', 'record id', 'unusual component id', 'unusual record id'] as const;

/** Generates mutations; the same seed gives the same sequence, whatever the count. */
export function generateMutations(seed: number, count: number, operations = mutationOperations): GeneratedMutation[] {
  const random = createRandom(seed);
  const decks = createDecks(operations, random);
  const plan = createDeck(
    operations.flatMap((operation) =>
      Object.entries(operation.weights).flatMap(([scenario, weight]) =>
        Array.from({ length: weight }, () => ({ operation, scenario: scenario as Scenario })),
      ),
    ),
    random,
  );
  const mutations: GeneratedMutation[] = [];
  while (mutations.length < count) {
    const { operation, scenario } = plan();
    if (scenario === 'validated') mutations.push(...generatePrerequisite(operation, operations, decks));
    mutations.push(generateMutation(operation, scenario, decks));
  }
  return mutations.slice(0, count);
}

type Decks = ReturnType<typeof createDecks>;

function createDecks(operations: readonly MutationOperation[], random: () => number) {
  const deckOf = <T>(members: readonly T[]): Deck<T> => createDeck(members, random);
  const allPools = new Set(operations.flatMap(({ valuePools }): ValuePools[] => (valuePools ? [valuePools] : [])));
  const attemptsOf = (pools: ValuePools) =>
    new Map<Scenario, () => AttributeChange[]>(
      (['validated', 'uncoercible', 'crashing'] as const).map((scenario) => [
        scenario,
        createAttempts(pools, scenario, random),
      ]),
    );
  return {
    calls: new Map(operations.map((operation) => [operation, deckOf(operation.calls)])),
    validAttributes: new Map(operations.map((operation) => [operation, deckOf(operation.validAttributes)])),
    attempts: new Map([...allPools].map((pools) => [pools, attemptsOf(pools)])),
    accessChange: deckOf(accessChanges),
    actor: deckOf(actors),
    id: deckOf(ids),
    unusualId: deckOf(unusualIds),
    locale: deckOf(inputLocales),
    inputChange: deckOf(inputChanges),
    inlineInput: deckOf([true, false, false, false, false]),
    selectsFailingFields: deckOf([true, false, false, false]),
  };
}

function generatePrerequisite(
  { prerequisite }: MutationOperation,
  operations: readonly MutationOperation[],
  decks: Decks,
): GeneratedMutation[] {
  const operation = operations.find(({ field }) => field === prerequisite?.field);
  if (!prerequisite || !operation) return [];
  const { actor, component: componentId } = decks.calls.get(operation)!();
  return [
    {
      operation,
      scenario: 'validated',
      actor,
      componentId,
      input: { locale: 'en', attributes: prerequisite.attributes },
      attributeChanges: [],
      inlineInput: false,
      selectsFailingFields: false,
    },
  ];
}

function generateMutation(operation: MutationOperation, scenario: Scenario, decks: Decks): GeneratedMutation {
  const { valuePools, recordField, hasLocale } = operation;
  const { actor, component: componentId, record: recordId } = decks.calls.get(operation)!();
  const attributeChanges = (valuePools && decks.attempts.get(valuePools)!.get(scenario)?.()) ?? [];
  const attributes = applyChanges(decks.validAttributes.get(operation)!(), attributeChanges);
  const input = { ...(hasLocale ? { locale: decks.locale() } : {}), ...(valuePools ? { attributes } : {}) };
  const mutation: GeneratedMutation = {
    operation,
    scenario,
    actor,
    componentId,
    recordId,
    input: applyChanges(input, scenario === 'input' ? [decks.inputChange()] : []),
    attributeChanges,
    inlineInput: decks.inlineInput(),
    selectsFailingFields: decks.selectsFailingFields(),
  };
  if (scenario !== 'access') return mutation;
  // One change at a time: the error of the first would hide the others.
  const change = decks.accessChange();
  if (change === 'actor') return { ...mutation, actor: decks.actor() };
  const id = change.startsWith('unusual') ? decks.unusualId() : decks.id();
  return change.endsWith('record id') && recordField ? { ...mutation, recordId: id } : { ...mutation, componentId: id };
}
