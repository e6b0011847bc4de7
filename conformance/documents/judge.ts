import { readFileSync } from 'node:fs';
import { Kind, type ValueNode } from 'graphql';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import type { DocumentRules, RenamedPart } from '../../src/dialects/suite-dialect.ts';
import type { Result } from '../model.ts';
import type { ClientOperation } from './model.ts';
import { type CoordinateUse, usedCoordinates } from './usage.ts';

/** Where the behaviors of the releases are described. */
const behaviorPage = 'docs/reference/dialects.md#releases-of-decidim';

/** What a server says about a document: its own texts, and then what to do. `failed` is a refusal. */
export interface Judgement extends Pick<Result, 'outcome'> {
  messages: string[];
}

/** Judges an operation by the rules of a target, without a server. */
export function judgeStatically(operation: ClientOperation, target: string, rules: DocumentRules): Judgement {
  const { errors, possibleErrors } = rules.check(operation.text);
  const uses = usesOf(operation, rules);
  if (errors.length > 0) {
    const texts = errors.map(({ message }) => message);
    return {
      outcome: 'failed',
      messages: [...missingMutations(uses), ...texts, ...adviceOn(operation, target, rules)],
    };
  }
  const messages = [
    ...possibleErrors.map(({ message }) => `with some values of the variables it is refused: ${message}`),
    ...uses.flatMap(({ coordinate, deprecated }) =>
      deprecated === undefined ? [] : [`${coordinate} is deprecated: ${deprecated}`],
    ),
    ...uses.flatMap((use) => pageMessages(use, operation, rules)),
    ...uses.flatMap((use) => noteMessages(use, operation, rules)),
  ];
  return { outcome: messages.length > 0 ? 'affected' : 'passed', messages };
}

const usesOf = ({ definitions }: ClientOperation, { schema }: DocumentRules): CoordinateUse[] =>
  definitions.flatMap(({ node }) => usedCoordinates(node, schema));

/** The value of an argument; for a variable its default, because the others are not known. */
function knownValue(value: ValueNode, { definitions }: ClientOperation): ValueNode | undefined {
  if (value.kind !== Kind.VARIABLE) return value;
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
    `${argument.field}(${argument.name}: ${size.value}) returns at most ${rules.maxPageSize} records, without an error. See docs/reference/dialects.md#side-by-side`,
  ];
}

function noteMessages(use: CoordinateUse, operation: ClientOperation, { notes }: DocumentRules): string[] {
  const { coordinate, argument } = use;
  const field = argument?.field ?? coordinate;
  const anyOwner = `*.${field.slice(field.indexOf('.') + 1)}`;
  return notes.flatMap((note) => {
    if (!note.coordinates.some((each) => each === field || each === anyOwner)) return [];
    const value = argument && knownValue(argument.value, operation);
    const isAffected = argument
      ? note.argument?.name === argument.name &&
        value?.kind === Kind.STRING &&
        note.argument.values.includes(value.value)
      : !note.argument;
    return isAffected ? [`${coordinate} ${note.message}. See ${behaviorPage}`] : [];
  });
}

/** What a part is called in a target, if `isThere` finds the other name there. */
const otherNames = (name: string, parts: readonly RenamedPart[], isThere: (other: string) => boolean): string[] =>
  parts.flatMap(({ before, after, since, until }) => [
    ...(before === name && isThere(after) ? [`\`${before}\` was renamed to \`${after}\` in ${since}`] : []),
    ...(after === name && isThere(before) ? [`\`${after}\` is called \`${before}\` until ${until}`] : []),
  ]);

/** The parts that optional modules add to a release, by the name of the module. */
let modules: Record<string, string[]> | undefined;

/** Which module a town can have that adds a part; undefined if none is known. */
function moduleOf(coordinate: string, target: string): string | undefined {
  modules ??= JSON.parse(readFileSync(new URL('modules.json', import.meta.url), 'utf8')) as Record<string, string[]>;
  const [type] = coordinate.split('.');
  const found = Object.entries(modules).find(([, parts]) => parts.includes(coordinate) || parts.includes(type!));
  return (
    found &&
    `belongs to ${found[0]}, an optional module that a town can have: \`plenum schema pull --url https://town.example --out town.graphql\`, then \`--dialect ${target}+town.graphql\``
  );
}

/** In which releases a part is that a target does not have: whether it was removed, or is new. */
function history(target: string, coordinate: string): string[] {
  const releases = Object.values(suiteDialects).flatMap(({ name, readSchema }) =>
    readSchema ? [{ name, isThere: hasCoordinate(readSchema(), coordinate) }] : [],
  );
  const part = `\`${coordinate}\``;
  const own = releases.findIndex(({ name }) => name === target);
  const last = releases.findLastIndex(({ isThere }, index) => isThere && (own < 0 || index < own));
  const next = releases.find(({ isThere }, index) => isThere && index > own);
  if (own < 0 || last < 0) {
    const names = releases.filter(({ isThere }) => isThere).map(({ name }) => name);
    if (names.length === 0) return [`${part} ${moduleOf(coordinate, target) ?? 'is in no release of Decidim'}`];
    return [own < 0 || !next ? `${part} exists in ${names.join(', ')}` : `${part} begins with ${next.name}`];
  }
  return [`${part} was removed in ${releases[last + 1]!.name}`];
}

/**
 * The mutations of an operation that a release does not have. Without permission to use introspection, the platform says only that
 * introspection is disabled when their types are unknown.
 */
const missingMutations = (uses: readonly CoordinateUse[]): string[] =>
  uses.flatMap(({ coordinate, isMissing }) =>
    // `Mutation.component` is only the way to the mutations of a component.
    isMissing && /^\w+Mutation\.\w+$/.test(coordinate) ? [`this release has no mutation \`${coordinate}\``] : [],
  );

/** What a client can do about what a target does not have: the name that it has there, or which releases have it. */
export function adviceOn(operation: ClientOperation, target: string, rules: DocumentRules): string[] {
  const { renamed, schema } = rules;
  return usesOf(operation, rules).flatMap(({ coordinate, isMissing }) => {
    if (!isMissing) return [];
    const [type = '', member] = coordinate.split('.');
    if (member === undefined) {
      const names = otherNames(type, renamed.types, (other) => hasCoordinate(schema, other));
      // Without permission to use introspection, the platform does not say which type is unknown.
      return [`this release has no type \`${type}\``, ...(names.length > 0 ? names : history(target, type))];
    }
    if (!hasCoordinate(schema, type)) return [];
    const names = otherNames(member, renamed.fields, (other) => hasCoordinate(schema, `${type}.${other}`));
    return names.length > 0 ? names : history(target, coordinate);
  });
}
