import { type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from 'graphql';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { valueAt } from '../../conformance/model/json-value.ts';
import { formatValue } from '../../conformance/reports/format-text.ts';
import type { ResponseDifference } from '../fidelity/compare.ts';
import type { SideBySideExchange } from './exchange.ts';
import { isWrapperType } from './leaf-fields.ts';

/** A reason why responses differ: the same kind of difference at the same field, or the same pair of outcomes. */
export interface Cause {
  /** The field or subject, and the kind of difference; identifies the cause across runs. */
  name: string;
  exchanges: SideBySideExchange[];
  /** The difference in the first exchange. */
  difference: ResponseDifference;
}

/** Groups exchanges that differ by cause, most frequent first; an exchange can have several causes. */
export function groupByCause(exchanges: readonly SideBySideExchange[], schema: GraphQLSchema): Cause[] {
  const causes = new Map<string, Cause>();
  for (const exchange of exchanges) {
    for (const [name, difference] of nameDifferences(exchange, schema)) {
      if (!causes.has(name)) causes.set(name, { name, exchanges: [], difference });
      causes.get(name)!.exchanges.push(exchange);
    }
  }
  return [...causes.values()].toSorted((one, other) => other.exchanges.length - one.exchanges.length);
}

function nameDifferences(exchange: SideBySideExchange, schema: GraphQLSchema): Map<string, ResponseDifference> {
  const { request, a, b, differences } = exchange;
  const [found, expected] = [describeOutcome(a), describeOutcome(b)];
  if (found !== expected)
    return new Map([[`${request.subject}: ${found} / ${expected}`, { path: 'outcome', expected, found }]]);
  return new Map(
    differences.map((difference) => [
      `${locateDifference(difference.path, exchange, schema)}: ${kindOf(difference)}`,
      difference,
    ]),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : formatValue(value, 100));

/** Describes an outcome in a few words: success, or the HTTP status, or the codes of the errors with their fields. */
function describeOutcome({ status, json, problem }: TargetResponse): string {
  if (problem !== undefined) return problem;
  if (status !== 200) return `HTTP ${status}`;
  const errors = valueAt(json, ['errors']);
  if (!Array.isArray(errors)) return 'success';
  const descriptions = errors.map((error: unknown) => {
    // A message without a code starts with its topic; the rest differs from one request to the next.
    const code = valueAt(error, ['extensions', 'code']) ?? `${textOf(valueAt(error, ['message'])).split(' ')[0]} …`;
    const path = valueAt(error, ['path']);
    const field = Array.isArray(path) ? path.findLast((key) => typeof key === 'string') : undefined;
    return `${textOf(code)}${field ? ` at ${field}` : ''}`;
  });
  return [...new Set(descriptions)].join(', ');
}

/** The coordinate of the field that differs, or the part of an error; indexes of lists are ignored. */
function locateDifference(
  path: string,
  { request: { subject, parentCoordinate, locale, responsePath } }: SideBySideExchange,
  schema: GraphQLSchema,
): string {
  const names = path
    .replace(' (order)', '')
    .split('.')
    .filter((name) => !/^\d+$/.test(name));
  if (names[1] === 'errors' && names.at(-1) === 'message' && locale) return 'message in another locale';
  if (names[1] === 'errors') return [subject, ...names.slice(1)].join(' ');
  const dataPath = names.slice(2);
  const isBelowSubject = responsePath.every((key, index) => dataPath[index] === key);
  return fieldCoordinate(schema, parentCoordinate, dataPath.slice(isBelowSubject ? responsePath.length : 0));
}

/** The coordinate of a field below a type; it starts at the last type that is not a wrapper: `Questionnaire.title.locales`. */
export function fieldCoordinate(schema: GraphQLSchema, typeName: string, fieldNames: readonly string[]): string {
  let [startType, start] = [typeName, 0];
  let type = schema.getType(typeName);
  for (const [index, name] of fieldNames.slice(0, -1).entries()) {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    if (!field) break;
    type = getNamedType(field.type);
    if (!(isObjectType(type) || isInterfaceType(type)) || isWrapperType(type)) continue;
    [startType, start] = [type.name, index + 1];
  }
  return [startType, ...fieldNames.slice(start)].join('.');
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
