import { type GraphQLNamedType, type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { valueAt } from '../../src/client/json-value.ts';
import type { ResponseDifference } from '../fidelity/compare.ts';
import type { SideBySideExchange, Targets } from './side-by-side-exchange.ts';
import { isWrapperType } from './generate/leaf-fields.ts';
import { compareInvalidAttributes, compareOutcomes } from './outcomes.ts';

type Names = [best: string, ...others: string[]];

/** A reason why responses differ: a kind of difference at a field, or different outcomes. */
export interface Cause {
  /** Names that identify it across runs, the most precise first. A difference of outcomes may be due to each selected field. */
  names: Names;
  /** Stays the same while a request is shrunk. */
  key: string;
  difference: ResponseDifference;
  exchange: SideBySideExchange;
}

/** Lists why the responses of an exchange differ; no cause if they do not. */
export function causesOf(exchange: SideBySideExchange, schema: GraphQLSchema, targets: Targets): Cause[] {
  const { request, differences } = exchange;
  if (differences.length === 0) return [];
  const toCause = (difference: ResponseDifference, key: string, [best, ...others]: Names = [key]): Cause => {
    const after = request.after ? ` (after ${request.after})` : '';
    const names: Names = [best + after, ...others.map((name) => name + after)];
    return { key: key + after, names, difference, exchange };
  };
  if (isRefusedWhole(exchange)) {
    const { coordinate, from } = request.absent!;
    return [toCause(differences[0]!, `${coordinate}: absent from ${from}`)];
  }
  const attributes = compareInvalidAttributes(exchange, targets);
  if (attributes.length > 0)
    return attributes.map((difference) => {
      const { path, found, expected } = difference;
      return toCause(difference, `${request.coordinate} ${path}: ${String(found)} / ${String(expected)}`);
    });
  const outcomes = compareOutcomes(exchange);
  if (outcomes) {
    const [found, expected] = outcomes;
    const { selected, coordinate } = request;
    const nameOf = (subject: string) => `${subject}: ${found} / ${expected}`;
    const [name, ...others] = selected.map(nameOf);
    const isOfField = name !== undefined && others.length === 0;
    const names: Names = isOfField ? [name, nameOf(coordinate)] : [nameOf(coordinate), ...selected.map(nameOf)];
    return [toCause({ path: 'outcome', expected, found }, nameOf(coordinate), names)];
  }
  const byName = new Map(
    differences.map((difference) => [
      `${locateDifference(difference.path, exchange, schema)}: ${kindOf(difference)}`,
      difference,
    ]),
  );
  return [...byName].map(([name, difference]) => toCause(difference, name));
}

/** Whether a server refuses the whole request, which has a type or field that only the other server has. */
function isRefusedWhole({ request: { absent }, a, b }: SideBySideExchange): boolean {
  const { json } = absent?.from === 'b' ? b : a;
  return absent !== undefined && valueAt(json, ['errors']) !== undefined && !valueAt(json, ['data']);
}

/** The coordinate of the field that differs, or the part of an error; indexes of lists are ignored. */
function locateDifference(
  path: string,
  { request: { coordinate, parentCoordinate, locale, responsePath } }: SideBySideExchange,
  schema: GraphQLSchema,
): string {
  const names = path
    .replace(' (order)', '')
    .split('.')
    .filter((name) => !/^\d+$/.test(name));
  if (names[1] === 'errors' && names.at(-1) === 'message' && locale) return 'message in another locale';
  if (names[1] === 'errors') return [coordinate, ...names.slice(1, 2), ...names.slice(2).slice(-1)].join(' ');
  const dataPath = names.slice(2);
  const isBelowSubject = responsePath.every((key, index) => dataPath[index] === key);
  return fieldCoordinate(schema, parentCoordinate, dataPath.slice(isBelowSubject ? responsePath.length : 0));
}

/**
 * The coordinate of a field below a type or another field; it starts at the last type that is not a wrapper:
 * `Questionnaire.title.locales`.
 */
export function fieldCoordinate(
  schema: GraphQLSchema,
  parentCoordinate: string,
  fieldNames: readonly string[],
): string {
  const [typeName, ...path] = parentCoordinate.split('.') as [string, ...string[]];
  let [start, startIndex] = [parentCoordinate, 0];
  let type = path.reduce<unknown>(fieldTypeOf, schema.getType(typeName));
  for (const [index, name] of fieldNames.slice(0, -1).entries()) {
    type = fieldTypeOf(type, name);
    if (!(isObjectType(type) || isInterfaceType(type)) || isWrapperType(type)) continue;
    [start, startIndex] = [type.name, index + 1];
  }
  return [start, ...fieldNames.slice(startIndex)].join('.');
}

function fieldTypeOf(type: unknown, name: string): GraphQLNamedType | undefined {
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
  return field && getNamedType(field.type);
}

const kinds: [kind: string, matches: (found: unknown, expected: unknown) => boolean][] = [
  ['missing', (found) => found === undefined],
  ['unexpected', (_, expected) => expected === undefined],
  ['null instead of a value', (found) => found === null],
  ['a value instead of null', (_, expected) => expected === null],
  ['one list is empty', (found, expected) => isEmptyList(found) !== isEmptyList(expected)],
  ['another type', (found, expected) => typeof found !== typeof expected],
];
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const kindOf = ({ path, expected, found }: ResponseDifference): string =>
  path.endsWith('(order)')
    ? 'another order of keys'
    : (kinds.find(([, matches]) => matches(found, expected))?.[0] ?? 'another value');
