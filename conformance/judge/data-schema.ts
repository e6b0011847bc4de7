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

/** What the JSON Schema of every selection depends on. */
interface OperationContext {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/**
 * The JSON Schema of the `data` of an operation: exactly the selected fields, by their response keys, of the types and
 * nullability of the GraphQL schema. Undefined if the document has no such operation, or is invalid.
 */
export function dataSchema(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  operationName?: string,
): JsonSchema | undefined {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  try {
    return root ? objectSchema({ schema, document, variables }, root, [operation.selectionSet]) : undefined;
  } catch {
    // Some cases send an invalid document, which a server must refuse.
    return undefined;
  }
}

/** Groups the selected fields of an object type by response key, as in CollectFields of the GraphQL specification. */
function collectFields(
  { schema, document, variables }: OperationContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const applies = (condition: string | undefined): boolean => {
    const conditionType = condition === undefined ? type : schema.getType(condition);
    return conditionType === type || (isAbstractType(conditionType) && schema.isSubType(conditionType, type));
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
  selectionSets.forEach(collect);
  return fields;
}

function objectSchema(
  context: OperationContext,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, nodes] of collectFields(context, type, selectionSets)) {
    const fieldName = nodes[0]!.name.value;
    const subselections = nodes.flatMap(({ selectionSet }) => (selectionSet ? [selectionSet] : []));
    const outputType = type.getFields()[fieldName]?.type;
    if (fieldName === '__typename') properties[name] = { const: type.name };
    else properties[name] = outputType ? typeSchema(context, outputType, subselections) : {};
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function typeSchema(
  context: OperationContext,
  type: GraphQLOutputType,
  subselections: readonly SelectionSetNode[],
): JsonSchema {
  if (!isNonNullType(type)) return { anyOf: [{ type: 'null' }, valueSchema(context, type, subselections)] };
  return valueSchema(context, type.ofType, subselections);
}

function valueSchema(
  context: OperationContext,
  type: GraphQLOutputType,
  subselections: readonly SelectionSetNode[],
): JsonSchema {
  if (isListType(type)) return { type: 'array', items: typeSchema(context, type.ofType, subselections) };
  if (isEnumType(type)) return { enum: type.getValues().map(({ name }) => name) };
  if (!isCompositeType(type)) return scalars[(type as { name: string }).name] ?? {};
  return compositeSchema(context, type, subselections);
}

function compositeSchema(
  context: OperationContext,
  type: GraphQLCompositeType,
  subselections: readonly SelectionSetNode[],
): JsonSchema {
  if (isObjectType(type)) return objectSchema(context, type, subselections);
  const known = context.schema.getPossibleTypes(type).map((each) => objectSchema(context, each, subselections));
  // A dialect can have more types than the contract, which says nothing about their fields.
  return { anyOf: selectsUnknownType(context, subselections) ? [...known, { type: 'object' }] : known };
}

const selectsUnknownType = ({ schema }: OperationContext, selectionSets: readonly SelectionSetNode[]): boolean =>
  selectionSets
    .flatMap(({ selections }) => selections)
    .some(
      (selection) =>
        selection.kind === 'InlineFragment' &&
        selection.typeCondition !== undefined &&
        schema.getType(selection.typeCondition.name.value) === undefined,
    );
