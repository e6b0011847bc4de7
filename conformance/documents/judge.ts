import { type GraphQLSchema, Kind, type ValueNode, isCompositeType, visit } from 'graphql';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import type { DocumentError, DocumentRules, RenamedPart } from '../../src/dialects/suite-dialect.ts';
import type { ClientOperation, Judgement } from './model.ts';
import { type CoordinateUse, usedCoordinates } from './usage.ts';

/** Where the behaviors of the releases are described. */
const behaviorPage = 'docs/reference/dialects.md#releases-of-decidim';

/** Judges an operation by the rules of a target, without a server. */
export function judgeStatically(operation: ClientOperation, target: string, rules: DocumentRules): Judgement {
  const { errors, possibleErrors } = rules.check(operation.text);
  const uses = operation.definitions.flatMap(({ node }) => usedCoordinates(node, rules.schema));
  if (errors.length > 0)
    return {
      verdict: 'refused',
      messages: [
        ...new Set(missingMutations(uses)),
        ...errors.map(({ message }) => message),
        ...adviceOn(errors, operation, target, rules),
      ],
    };
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
    if (names.length === 0) return [`${part} is in no release of Decidim`];
    return [own < 0 || !next ? `${part} exists in ${names.join(', ')}` : `${part} begins with ${next.name}`];
  }
  return [`${part} was removed in ${releases[last + 1]!.name}`];
}

/** The field or member of an input that a validation error says does not exist. */
function missingPart({ extensions }: DocumentError): { type: string; field: string } | undefined {
  const { code, typeName, fieldName, name, argumentName } = extensions;
  if (code === 'undefinedField') return { type: String(typeName), field: String(fieldName) };
  if (code === 'argumentNotAccepted' && typeName === 'InputObject')
    return { type: String(name), field: String(argumentName) };
  return undefined;
}

/** The types that an operation has conditions on and a schema does not have. */
function unknownTypeConditions({ definitions }: ClientOperation, schema: GraphQLSchema): string[] {
  const names: string[] = [];
  const check = ({ typeCondition }: { typeCondition?: { name: { value: string } } | undefined }) => {
    if (typeCondition && !isCompositeType(schema.getType(typeCondition.name.value)))
      names.push(typeCondition.name.value);
  };
  for (const { node } of definitions) visit(node, { FragmentDefinition: check, InlineFragment: check });
  return names;
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

/**
 * What a client can do about errors: the name that a missing part has in the target, or which releases have it. Without rules, which a
 * deployment of an unknown release has not, every other name counts.
 */
export function adviceOn(
  errors: readonly DocumentError[],
  operation: ClientOperation,
  target: string,
  rules: Pick<DocumentRules, 'renamed'> & Partial<DocumentRules>,
): string[] {
  const { renamed, schema } = rules;
  const ofFields = errors.flatMap((error) => {
    const missing = missingPart(error);
    if (!missing) return [];
    const { type, field } = missing;
    const names = otherNames(field, renamed.fields, (other) => !schema || hasCoordinate(schema, `${type}.${other}`));
    return names.length > 0 ? names : history(target, `${type}.${field}`);
  });
  // Without permission to use introspection, the platform does not say which type is unknown.
  const ofTypes = (schema ? unknownTypeConditions(operation, schema) : []).flatMap((name) => {
    const names = otherNames(name, renamed.types, (other) => hasCoordinate(schema!, other));
    return [`this release has no type \`${name}\``, ...(names.length > 0 ? names : history(target, name))];
  });
  return [...new Set([...ofFields, ...ofTypes])];
}
