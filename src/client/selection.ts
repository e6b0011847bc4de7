import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationTypeNode,
  type SelectionSetNode,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  valueFromASTUntyped,
  visit,
} from 'graphql';

/** A field that an operation selects. What the schema does not have is undefined. */
export interface SelectedField {
  node: FieldNode;
  name: string;
  /** The type that has the field. */
  parent: GraphQLNamedType | undefined;
  definition: GraphQLField<unknown, unknown> | undefined;
  /** Response keys below `data`, without list indexes. */
  path: string[];
  /** The fields that lead to it, the root first. */
  above: SelectedField[];
  operation: OperationTypeNode;
}

/**
 * The fields that an operation selects, those of its fragments included, in the order of the document; without a name, those of
 * every operation. Nothing has to be valid: without a schema, no type is known.
 */
export function selectedFields(
  { definitions }: DocumentNode,
  { schema, operationName }: { schema?: GraphQLSchema | undefined; operationName?: string | undefined } = {},
): SelectedField[] {
  const found: SelectedField[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const typeNamed = (name: string | undefined) => (name === undefined ? undefined : schema?.getType(name));
  for (const operation of definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue;
    if (operationName !== undefined && operation.name?.value !== operationName) continue;
    const walk = (
      { selections }: SelectionSetNode,
      parent: GraphQLNamedType | undefined,
      above: SelectedField[],
      openFragments: readonly string[],
    ): void => {
      for (const node of selections) {
        if (node.kind === Kind.INLINE_FRAGMENT) {
          const condition = node.typeCondition?.name.value;
          walk(node.selectionSet, condition === undefined ? parent : typeNamed(condition), above, openFragments);
        } else if (node.kind === Kind.FRAGMENT_SPREAD) {
          const name = node.name.value;
          const fragment = fragments.get(name);
          // A document that is refused may have cycles.
          if (!fragment || openFragments.includes(name)) continue;
          walk(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value), above, [...openFragments, name]);
        } else {
          const name = node.name.value;
          const hasFields = isObjectType(parent) || isInterfaceType(parent);
          const definition = hasFields ? parent.getFields()[name] : undefined;
          const path = [...(above.at(-1)?.path ?? []), (node.alias ?? node.name).value];
          const field = { node, name, parent, definition, path, above, operation: operation.operation };
          found.push(field);
          const type = definition && getNamedType(definition.type);
          if (node.selectionSet) walk(node.selectionSet, type, [...above, field], openFragments);
        }
      }
    };
    walk(operation.selectionSet, schema?.getRootType(operation.operation) ?? undefined, [], []);
  }
  return found;
}

const mutationTypes = new WeakMap<GraphQLSchema, ReadonlySet<GraphQLNamedType>>();

/** The types whose fields write or lead on to fields that do: the root of mutations, and what it reaches by such types. */
function mutationTypesOf(schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> {
  const known = mutationTypes.get(schema);
  if (known) return known;
  const root = schema.getMutationType();
  const found = new Set<GraphQLNamedType>(root ? [root] : []);
  // The set grows while it is iterated over.
  for (const type of found) {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const next = fields.map((field) => getNamedType(field.type)).filter(({ name }) => name.endsWith('Mutation'));
    for (const each of [...next, ...(isAbstractType(type) ? schema.getPossibleTypes(type) : [])]) found.add(each);
  }
  mutationTypes.set(schema, found);
  return found;
}

/**
 * The fields of a document that write: those of mutation types, but for those that lead on to another mutation type, scalars such as
 * `id`, and what the interfaces of a type read. What the schema does not have may write.
 */
export function writingFields(document: DocumentNode, schema: GraphQLSchema, operationName?: string): SelectedField[] {
  const types = mutationTypesOf(schema);
  const writes = new Set<SelectedField>();
  for (const field of selectedFields(document, { schema, operationName })) {
    const { name, parent, definition, above, operation } = field;
    if (operation !== 'mutation' || name === '__typename' || above.some((each) => writes.has(each))) continue;
    if (parent && definition) {
      const type = getNamedType(definition.type);
      const isRead =
        !types.has(parent) ||
        types.has(type) ||
        (isLeafType(type) && definition.args.length === 0) ||
        (isObjectType(parent) && parent.getInterfaces().some((each) => each.getFields()[name]));
      if (isRead) continue;
    }
    writes.add(field);
  }
  return [...writes];
}

/**
 * Variables with the defaults of an operation, also in place of null, which servers could read as a missing one. Without a name, a
 * default that differs between operations is a list of all.
 */
export function withDefaults(
  variables: Record<string, unknown>,
  { definitions }: DocumentNode,
  operationName?: string,
): Record<string, unknown> {
  const defaults: Record<string, unknown[]> = {};
  for (const each of definitions)
    if (each.kind === Kind.OPERATION_DEFINITION && (operationName === undefined || each.name?.value === operationName))
      for (const { variable, defaultValue } of each.variableDefinitions ?? [])
        if (defaultValue) (defaults[variable.name.value] ??= []).push(valueFromASTUntyped(defaultValue));
  const filled = { ...variables };
  for (const [name, values] of Object.entries(defaults)) filled[name] ??= values.length > 1 ? values : values[0];
  return filled;
}

/** The `id` arguments of the fields above a field, by the names of these fields: `{ component: '1', proposal: '2' }`. */
export function idsAbove({ above }: SelectedField, variables: Record<string, unknown>): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const { name, node } of above) {
    const id = node.arguments?.find((argument) => argument.name.value === 'id');
    const value = id && valueFromASTUntyped(id.value, variables);
    // A server refuses an object, which has no text.
    if (id) ids[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
  return ids;
}

/** The schema coordinate of a field, such as `ProposalMutation.answer`. */
export const coordinateOf = ({ parent, name, above }: SelectedField): string =>
  `${parent?.name ?? above.map((each) => each.name).join('.')}.${name}`;

const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;
const skipDirective = {
  kind: Kind.DIRECTIVE,
  name: nameNode('skip'),
  arguments: [{ kind: Kind.ARGUMENT, name: nameNode('if'), value: { kind: Kind.BOOLEAN, value: true } }],
} as const;

interface NodeWithDirectives {
  directives?: readonly DirectiveNode[];
}

const isSkipped = ({ directives = [] }: NodeWithDirectives): boolean =>
  directives.some(
    ({ name, arguments: args = [] }) =>
      name.value === 'skip' && args.some(({ value }) => value.kind === Kind.BOOLEAN && value.value),
  );

const removeSkipped = { enter: (node: NodeWithDirectives) => (isSkipped(node) ? null : undefined) };

/** A document without what `@skip(if: true)` skips; fragments that remain may be empty. */
export const withoutSkipped = (document: DocumentNode): DocumentNode =>
  visit(document, { Field: removeSkipped, InlineFragment: removeSkipped, FragmentSpread: removeSkipped });

/** Adds `@skip(if: true)` to fields. */
export const withFieldsSkipped = (document: DocumentNode, skips: (field: FieldNode) => boolean): DocumentNode =>
  visit(document, {
    Field: {
      leave: (field) => {
        if (!skips(field)) return undefined;
        const directives = field.directives ?? [];
        if (!directives.some((each) => each.name.value === 'skip'))
          return { ...field, directives: [...directives, skipDirective] };
        // @skip cannot be repeated on a field, so it goes on a fragment around it.
        const selectionSet = { kind: Kind.SELECTION_SET, selections: [field] } as const;
        return { kind: Kind.INLINE_FRAGMENT, directives: [skipDirective], selectionSet } as const;
      },
    },
  });
