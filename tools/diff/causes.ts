import type { GraphQLSchema } from 'graphql';
import type { ResponseDifference } from '../fidelity/compare.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { fieldCoordinate } from './field-coordinate.ts';
import type { SideBySideExchange } from './exchange.ts';

/** Why some answers differ: the same field, or the same refusal, in the same way. */
export interface Cause {
  /** What it is about, and how the answers differ: by this it is known again. */
  name: string;
  exchanges: SideBySideExchange[];
  /** Of the first exchange: what stands there in each answer. */
  difference: ResponseDifference;
}

/** The exchanges that differ, by cause, the most frequent first; an exchange may have several. */
export function groupByCause(exchanges: readonly SideBySideExchange[], schema: GraphQLSchema): Cause[] {
  const causes = new Map<string, Cause>();
  for (const exchange of exchanges) {
    for (const [name, difference] of namesOf(exchange, schema)) {
      if (!causes.has(name)) causes.set(name, { name, exchanges: [], difference });
      causes.get(name)!.exchanges.push(exchange);
    }
  }
  return [...causes.values()].toSorted((one, other) => other.exchanges.length - one.exchanges.length);
}

function namesOf(exchange: SideBySideExchange, schema: GraphQLSchema): Map<string, ResponseDifference> {
  const { request, a, b, differences } = exchange;
  const [ours, theirs] = [signature(a), signature(b)];
  if (ours !== theirs)
    return new Map([[`${request.subject}: ${ours} / ${theirs}`, { path: 'outcome', expected: theirs, found: ours }]]);
  return new Map(differences.map((each) => [`${placeOf(each.path, exchange, schema)}: ${kindOf(each)}`, each]));
}

interface GraphqlError {
  message?: unknown;
  path?: (string | number)[];
  extensions?: { code?: string };
}

/** What became of a request in one word or a few: the status, and the codes of the errors with their fields. */
function signature({ status, json }: TargetResponse): string {
  const { errors } = (json ?? {}) as { errors?: GraphqlError[] };
  if (status !== 200) return `HTTP ${status}`;
  if (!Array.isArray(errors)) return 'answered';
  const texts = errors.map(({ message, path, extensions }) => {
    // A text without a code names what it is about first: its end differs from one request to the next.
    const word = extensions?.code ?? `${String(message).split(' ')[0]} …`;
    const field = path?.findLast((each) => typeof each === 'string');
    return `${word}${field ? ` at ${field}` : ''}`;
  });
  return [...new Set(texts)].join(', ');
}

/** The place of a difference below the record that the request is about; places in lists are left out. */
function placeOf(
  path: string,
  { request: { subject, parentCoordinate, locale, responsePath } }: SideBySideExchange,
  schema: GraphQLSchema,
): string {
  const names = path
    .replace(' (order)', '')
    .split('.')
    .filter((name) => !/^\d+$/.test(name));
  if (names[1] === 'errors' && names.at(-1) === 'message' && locale) return 'text of a refusal in another locale';
  if (names[1] === 'errors') return [subject, ...names.slice(1)].join(' ');
  const below = names.slice(2);
  const start = responsePath.every((key, index) => below[index] === key) ? responsePath.length : 0;
  return fieldCoordinate(schema, parentCoordinate, below.slice(start));
}

const kinds: [kind: string, holds: (found: unknown, expected: unknown) => boolean][] = [
  ['not there', (found) => found === undefined],
  ['too much', (_, expected) => expected === undefined],
  ['null, not a value', (found) => found === null],
  ['a value, not null', (_, expected) => expected === null],
  ['empty, not a list with members', (found, expected) => isEmptyList(found) !== isEmptyList(expected)],
  ['another type', (found, expected) => typeof found !== typeof expected],
];
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const kindOf = ({ path, expected, found }: ResponseDifference): string =>
  path.endsWith('(order)')
    ? 'order of keys'
    : (kinds.find(([, holds]) => holds(found, expected))?.[0] ?? 'another value');
