import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  TypeInfo,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { DocumentError, DocumentRules, RenamedPart } from '../../src/dialects/suite-dialect.ts';
import type { ClientOperation } from './model.ts';
import { unknownTypeConditions } from './used-coordinates.ts';

function hasField(schema: GraphQLSchema, typeName: string, field: string): boolean {
  const type = schema.getType(typeName);
  return (
    (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) && Object.hasOwn(type.getFields(), field)
  );
}

/** How a part is called elsewhere, if `isThere` finds the other name in the release. */
function otherNames(name: string, parts: readonly RenamedPart[], isThere: (other: string) => boolean): string[] {
  const hints = parts.flatMap(({ before, after, since, until }) => [
    ...(before === name && isThere(after) ? [`\`${before}\` is \`${after}\` since ${since}`] : []),
    ...(after === name && isThere(before) ? [`\`${after}\` is \`${before}\` until ${until}`] : []),
  ]);
  return [...new Set(hints)];
}

/** The targets that have a part, as a hint; empty if none has it. */
function whereItIs(
  part: string,
  all: ReadonlyMap<string, DocumentRules>,
  has: (schema: GraphQLSchema) => boolean,
): string[] {
  const names = [...all].filter(([, { schema }]) => has(schema)).map(([name]) => name);
  return names.length > 0 ? [`\`${part}\` exists in ${names.join(', ')}`] : [];
}

/** The field or member of an input that a validation error says does not exist. */
function missingPart({ extensions }: DocumentError): { type: string; field: string } | undefined {
  const { code, typeName, fieldName, name, argumentName } = extensions;
  if (code === 'undefinedField') return { type: String(typeName), field: String(fieldName) };
  if (code === 'argumentNotAccepted' && typeName === 'InputObject')
    return { type: String(name), field: String(argumentName) };
  return undefined;
}

/** The other names of what a deployment does not have, whose schema is not known. */
export const renameHintsOfDeployment = (
  errors: readonly DocumentError[],
  renamed: DocumentRules['renamed'],
): string[] => [
  ...new Set(
    errors.flatMap((error) => {
      const missing = missingPart(error);
      return missing ? otherNames(missing.field, renamed.fields, () => true) : [];
    }),
  ),
];

/**
 * The mutations of an operation that a release does not have. Without permission to use introspection, the platform says only that
 * introspection is disabled when their types are unknown.
 */
export function missingMutations({ definitions }: ClientOperation, { schema }: DocumentRules): string[] {
  const missing = new Set<string>();
  const add = (type: string, field: string) => {
    // `Mutation.component` is only the way to the mutations of a component.
    if (/.Mutation$/.test(type) && !hasField(schema, type, field)) missing.add(`${type}.${field}`);
  };
  const typeInfo = new TypeInfo(schema);
  const enterFragment = ({ typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode) => {
    if (typeCondition && !schema.getType(typeCondition.name.value))
      for (const field of selectionSet.selections)
        if (field.kind === Kind.FIELD) add(typeCondition.name.value, field.name.value);
  };
  const visitor = visitWithTypeInfo(typeInfo, {
    Field(node) {
      const parent = typeInfo.getParentType();
      if (parent && !node.name.value.startsWith('__')) add(parent.name, node.name.value);
    },
    InlineFragment: enterFragment,
    FragmentDefinition: enterFragment,
  });
  for (const { node } of definitions) visit(node, visitor);
  return [...missing].map((coordinate) => `this release has no mutation \`${coordinate}\``);
}

/** What a client can do about the errors: the names that other releases have for what is missing in this one. */
export function renameHints(
  errors: readonly DocumentError[],
  operation: ClientOperation,
  { schema, renamed }: DocumentRules,
  all: ReadonlyMap<string, DocumentRules>,
): string[] {
  const ofFields = errors.flatMap((error) => {
    const missing = missingPart(error);
    if (!missing) return [];
    const { type, field } = missing;
    const names = otherNames(field, renamed.fields, (other) => hasField(schema, type, other));
    return names.length > 0 ? names : whereItIs(`${type}.${field}`, all, (each) => hasField(each, type, field));
  });
  // Without permission to use introspection, the platform does not say which type is unknown.
  const types = operation.definitions.flatMap(({ node }) => unknownTypeConditions(node, schema));
  const ofTypes = types.flatMap((name) => [
    `this release has no type \`${name}\``,
    ...otherNames(name, renamed.types, (other) => schema.getType(other) !== undefined),
  ]);
  return [...new Set([...ofFields, ...ofTypes])];
}
