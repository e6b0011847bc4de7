import {
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
  defaultFieldResolver,
  getNullableType,
  isListType,
} from 'graphql';
import { wrapResolvers } from '../contract/schema.ts';

/**
 * The number of steps that the execution of one request may take. A step is a field of an item in a list, or a value or six
 * characters in an argument.
 */
export const maxExecutionSteps = 200_000;

/** The steps of a field that writes, in addition to those of its arguments. */
const stepsOfWrite = 100;
const charactersPerStep = 6;

/** Counts the steps of one request. */
export interface StepCounter {
  /** Steps so far; undefined before the first. */
  steps?: number;
}

/** Whether a request was stopped because it took too many steps. */
export const tookTooManySteps = ({ steps = 0 }: StepCounter): boolean => steps > maxExecutionSteps;

/**
 * Wraps the resolvers of lists and of fields with arguments: they count steps. After too many steps, they do nothing, so that
 * the execution ends soon, with an incomplete result.
 */
export const withStepLimit = (schema: GraphQLSchema): GraphQLSchema =>
  wrapResolvers(schema, ({ type, args, resolve = defaultFieldResolver }) => {
    const isList = isListType(getNullableType(type));
    if (!isList && args.length === 0) return undefined;
    const ownSteps = args.some(({ name }) => name === 'input') ? stepsOfWrite : 1;
    const stopped = isList ? [] : null;
    return (source, values: Record<string, unknown>, counter: StepCounter, info) => {
      if (tookTooManySteps(counter)) return stopped;
      counter.steps = (counter.steps ?? 0) + ownSteps;
      // Not `for…of`: this is the fastest way to read the few arguments of most fields.
      for (const name in values) counter.steps += stepsOfValue(values[name]);
      if (tookTooManySteps(counter)) return stopped;
      const value: unknown = resolve(source, values, counter, info);
      if (!Array.isArray(value)) return value;
      counter.steps += value.length * stepsOfItem(info);
      return tookTooManySteps(counter) ? stopped : value;
    };
  });

/** The values within a value, and the lengths of its texts. */
function stepsOfValue(value: unknown): number {
  if (typeof value === 'string') return Math.floor(value.length / charactersPerStep);
  if (typeof value !== 'object' || value === null) return 0;
  const values: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return values.reduce<number>((steps, each) => steps + 1 + stepsOfValue(each), 0);
}

type Fragments = GraphQLResolveInfo['fragments'];
const knownSteps = new WeakMap<SelectionSetNode, number>();

function stepsOfItem({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  let steps = 1;
  for (const { selectionSet } of fieldNodes) if (selectionSet) steps += stepsOfSelections(selectionSet, fragments);
  return steps;
}

/** The fields below a selection set, and the values of their arguments; those of a nested list count as for one item. */
function stepsOfSelections(selectionSet: SelectionSetNode, fragments: Fragments): number {
  const known = knownSteps.get(selectionSet);
  if (known !== undefined) return known;
  let steps = 0;
  for (const selection of selectionSet.selections) {
    if (selection.kind === 'FragmentSpread') {
      const fragment = fragments[selection.name.value];
      if (fragment) steps += stepsOfSelections(fragment.selectionSet, fragments);
      continue;
    }
    if (selection.kind === 'Field') for (const { value } of selection.arguments ?? []) steps += stepsOfLiteral(value);
    steps += 1 + (selection.selectionSet ? stepsOfSelections(selection.selectionSet, fragments) : 0);
  }
  knownSteps.set(selectionSet, steps);
  return steps;
}

function stepsOfLiteral(node: ValueNode): number {
  if (node.kind === 'ListValue') return node.values.reduce((steps, value) => steps + stepsOfLiteral(value), 1);
  if (node.kind === 'ObjectValue') return node.fields.reduce((steps, { value }) => steps + stepsOfLiteral(value), 1);
  return 'value' in node && typeof node.value === 'string' ? Math.floor(node.value.length / charactersPerStep) + 1 : 1;
}
