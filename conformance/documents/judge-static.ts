import { Kind, type ValueNode } from 'graphql';
import type { BehaviorNote, DocumentRules } from '../../src/dialects/suite-dialect.ts';
import { missingMutations, renameHints } from './hints.ts';
import type { ClientOperation, Judgement } from './model.ts';
import { type CoordinateUse, usedCoordinates } from './used-coordinates.ts';

/** Where the behaviors of the releases are described. */
const behaviorPage = 'docs/dialects.md#releases-of-decidim';

/** Judges an operation by the rules of a release, without a server. `all` has the rules of every target, for the hints. */
export function judgeStatically(
  operation: ClientOperation,
  rules: DocumentRules,
  all: ReadonlyMap<string, DocumentRules>,
): Judgement {
  const { errors, possibleErrors } = rules.check(operation.text);
  if (errors.length > 0)
    return {
      verdict: 'refused',
      messages: [
        ...missingMutations(operation, rules),
        ...errors.map(({ message }) => message),
        ...renameHints(errors, operation, rules, all),
      ],
    };
  const uses = operation.definitions.flatMap(({ node }) => usedCoordinates(node, rules.schema));
  const messages = [
    ...possibleErrors.map(({ message }) => `with some values of the variables it is refused: ${message}`),
    ...uses.flatMap(({ coordinate, deprecated }) =>
      deprecated === undefined ? [] : [`${coordinate} is deprecated: ${deprecated}`],
    ),
    ...uses.flatMap((use) => pageMessages(use, operation, rules)),
    ...uses.flatMap((use) => noteMessages(use, operation, rules)),
  ];
  return { verdict: messages.length > 0 ? 'affected' : 'accepted', messages: [...new Set(messages)] };
}

/** The value of an argument; for a variable its default, because the others are not known. */
function knownValue(value: ValueNode | undefined, { definitions }: ClientOperation): ValueNode | undefined {
  if (value?.kind !== Kind.VARIABLE) return value;
  const [{ node }] = definitions as [ClientOperation['definitions'][number]];
  const variables = node.kind === Kind.OPERATION_DEFINITION ? node.variableDefinitions : [];
  return variables?.find(({ variable }) => variable.name.value === value.name.value)?.defaultValue;
}

/** The platform silently returns fewer records than a page asks for. */
function pageMessages({ argument }: CoordinateUse, operation: ClientOperation, rules: DocumentRules): string[] {
  if (argument?.name !== 'first' && argument?.name !== 'last') return [];
  const size = knownValue(argument.value, operation);
  if (size?.kind !== Kind.INT || Number(size.value) <= rules.maxPageSize) return [];
  return [
    `${argument.field}(${argument.name}: ${size.value}) returns at most ${rules.maxPageSize} records, without an error. See docs/dialects.md#side-by-side`,
  ];
}

const indexes = new WeakMap<DocumentRules, Map<string, BehaviorNote[]>>();

/** The notes of a release, by the coordinates of their fields. */
function notesByField(rules: DocumentRules): Map<string, BehaviorNote[]> {
  const known = indexes.get(rules);
  if (known) return known;
  const index = new Map<string, BehaviorNote[]>();
  for (const note of rules.notes)
    for (const coordinate of note.coordinates) index.set(coordinate, [...(index.get(coordinate) ?? []), note]);
  indexes.set(rules, index);
  return index;
}

function noteMessages(
  { coordinate, argument }: CoordinateUse,
  operation: ClientOperation,
  rules: DocumentRules,
): string[] {
  const index = notesByField(rules);
  const field = argument?.field ?? coordinate;
  const notes = [...(index.get(field) ?? []), ...(index.get(`*.${field.slice(field.indexOf('.') + 1)}`) ?? [])];
  return notes
    .filter((note) => (argument ? hasValue(note, argument, operation) : !note.argument))
    .map(({ message }) => `${coordinate} ${message}. See ${behaviorPage}`);
}

function hasValue(
  note: BehaviorNote,
  argument: NonNullable<CoordinateUse['argument']>,
  operation: ClientOperation,
): boolean {
  if (note.argument?.name !== argument.name) return false;
  const value = knownValue(argument.value, operation);
  return value?.kind === Kind.STRING && note.argument.values.includes(value.value);
}
