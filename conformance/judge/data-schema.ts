import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

type JsonSchema = Record<string, unknown>;

const dateTime = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d\\d:\\d\\d$';
const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', pattern: dateTime },
  Date: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
};

interface Selecting {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/**
 * The JSON Schema of the data that an operation answers: the fields that were selected and no others, by their aliases,
 * of the types and nullability of the schema. Undefined when the document has no such operation.
 */
export function dataSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName?: string,
): JsonSchema | undefined {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  return root ? objectSchema({ schema, document, variables }, root, [operation.selectionSet]) : undefined;
}

/** The fields of a type that the selections ask for, by the names they are answered under. */
function fieldsOf(
  selecting: Selecting,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const { schema, document, variables } = selecting;
  const fields = new Map<string, FieldNode[]>();
  const applies = (condition: string | undefined): boolean => {
    const on = condition === undefined ? type : schema.getType(condition);
    return on === type || (isAbstractType(on) && schema.isSubType(on, type));
  };
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] === false) continue;
      if (selection.kind === 'Field') {
        const name = selection.alias?.value ?? selection.name.value;
        fields.set(name, [...(fields.get(name) ?? []), selection]);
      } else if (selection.kind === 'InlineFragment') {
        if (applies(selection.typeCondition?.name.value)) collect(selection.selectionSet);
      } else {
        const fragment = document.definitions.find(
          (each) => each.kind === 'FragmentDefinition' && each.name.value === selection.name.value,
        ) as Exclude<(typeof document.definitions)[number], OperationDefinitionNode> | undefined;
        if (fragment?.kind === 'FragmentDefinition' && applies(fragment.typeCondition.name.value))
          collect(fragment.selectionSet);
      }
    }
  };
  sets.forEach(collect);
  return fields;
}

function objectSchema(selecting: Selecting, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, nodes] of fieldsOf(selecting, type, sets)) {
    const field = nodes[0]!.name.value;
    const inner = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    const output = type.getFields()[field]?.type;
    if (field === '__typename') properties[name] = { const: type.name };
    else properties[name] = output ? typeSchema(selecting, output, inner) : {};
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function typeSchema(selecting: Selecting, type: GraphQLOutputType, inner: readonly SelectionSetNode[]): JsonSchema {
  if (!isNonNullType(type)) return { anyOf: [{ type: 'null' }, valueSchema(selecting, type, inner)] };
  return valueSchema(selecting, type.ofType, inner);
}

function valueSchema(selecting: Selecting, type: GraphQLOutputType, inner: readonly SelectionSetNode[]): JsonSchema {
  if (isListType(type)) return { type: 'array', items: typeSchema(selecting, type.ofType, inner) };
  if (isEnumType(type)) return { enum: type.getValues().map(({ name }) => name) };
  if (!isCompositeType(type)) return scalars[(type as { name: string }).name] ?? {};
  return compositeSchema(selecting, type, inner);
}

function compositeSchema(
  selecting: Selecting,
  type: GraphQLCompositeType,
  inner: readonly SelectionSetNode[],
): JsonSchema {
  if (isObjectType(type)) return objectSchema(selecting, type, inner);
  return { anyOf: selecting.schema.getPossibleTypes(type).map((each) => objectSchema(selecting, each, inner)) };
}
