import { MapperKind, collectSubFields, mapSchema } from '../src/graphql/tools.ts';
import {
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type FieldNode,
  type GraphQLTypeResolver,
  executeSync,
  getNamedType,
  getOperationAST,
  print,
  visit,
} from 'graphql';
import type { Difference, TargetResponse } from '../src/client/http-message.ts';
import { isJsonObject } from '../src/client/json-value.ts';
import { selectedFields } from '../src/client/selection.ts';
import { graphqlBody, isEmptyData } from './judge/judge.ts';

/** An operation that a target executed, in the words of its dialect. */
export interface ExecutedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string | undefined;
}

/**
 * Checks that the data of a response has exactly the selected fields, of the types and nullability of the schema: graphql-js executes
 * the operation over the data. `data` may be null beside errors.
 */
export function judgeShape(response: TargetResponse, operation: ExecutedOperation): Difference[] {
  const body = graphqlBody(response);
  if (!body || !Object.hasOwn(body, 'data')) return [];
  const { data } = body;
  const hasErrors = Array.isArray(body.errors) && body.errors.length > 0;
  if (hasErrors && (data === null || (response.status >= 500 && isEmptyData(data)))) return [];
  const { schema, document, operationName } = operation;
  const kind = getOperationAST(document, operationName)?.operation;
  // Some cases send a document without an operation to execute, which a server must refuse.
  if (!kind || !schema.getRootType(kind)) return [];
  if (!isJsonObject(data)) return [{ path: 'data', expected: 'an object', actual: data }];
  const { data: valid, errors = [] } = executeSync({
    schema: withoutArguments(schema),
    document: reduced(document),
    operationName,
    variableValues: operation.variables,
    rootValue: data,
    fieldResolver: resolveFromData,
    typeResolver: typeOfData,
  });
  if (errors.length > 0)
    return errors.map(({ path = [], message }) => ({
      path: ['data', ...path].join('.'),
      expected: `data that fits the selection: ${message}`,
      actual: path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data),
    }));
  // What introspection returns is not the data of the schema's own types.
  const introspected = new Set(
    selectedFields(document).flatMap(({ name, path }) => (isIntrospection(name) ? path[0]! : [])),
  );
  const judged = Object.entries(data).filter(([key]) => !introspected.has(key));
  return judged.flatMap(([key, each]) => differencesOf(valid![key], each, `data.${key}`));
}

const formats: Record<string, RegExp> = {
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  Date: /^\d{4}-\d\d-\d\d$/,
};

function resolveFromData(source: unknown, _: unknown, __: unknown, { path: { key }, returnType }: GraphQLResolveInfo) {
  if (!isJsonObject(source) || !Object.hasOwn(source, key)) throw new Error('the field is missing');
  const value = source[key];
  const { name } = getNamedType(returnType);
  for (const text of [value].flat())
    if (formats[name] && text !== null && !(typeof text === 'string' && formats[name].test(text)))
      throw new Error(`a ${name} has the form of ${formats[name].source}`);
  return value;
}

/** The type of an object: the one that it names, or else one whose selected fields are those that the object has. */
const typeOfData: GraphQLTypeResolver<unknown, unknown> = (value, _, info, abstract) => {
  const { fieldNodes, fragments, schema } = info;
  const variables = { coerced: info.variableValues, sources: {} };
  const members: Record<string, unknown> = isJsonObject(value) ? value : {};
  const types = schema.getPossibleTypes(abstract).map((type) => {
    const { fields } = collectSubFields(schema, fragments, variables, type, fieldNodes as FieldNode[]);
    return { name: type.name, fields: [...fields] };
  });
  const named = types.find(({ name, fields }) =>
    fields.some(([key, [node]]) => node!.name.value === '__typename' && members[key] === name),
  );
  const fitting = types.find(
    ({ fields }) =>
      fields.length === Object.keys(members).length && fields.every(([key]) => Object.hasOwn(members, key)),
  );
  return (named ?? fitting ?? types[0])?.name;
};

/** What graphql-js converted or left out: a value of another type, or a field that the operation does not select. */
function differencesOf(valid: unknown, actual: unknown, path: string): Difference[] {
  if (Array.isArray(valid) && Array.isArray(actual))
    return actual.flatMap((each, index) => differencesOf(valid[index], each, `${path}.${index}`));
  if (isJsonObject(valid) && isJsonObject(actual))
    return Object.entries(actual).flatMap(([key, each]) => differencesOf(valid[key], each, `${path}.${key}`));
  return Object.is(valid, actual) ? [] : [{ path, expected: valid, actual }];
}

const schemasWithoutArguments = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The arguments of fields have had their effect on the data. */
function withoutArguments(schema: GraphQLSchema): GraphQLSchema {
  const known = schemasWithoutArguments.get(schema);
  if (known) return known;
  const created = mapSchema(schema, {
    [MapperKind.COMPOSITE_FIELD]: (field) => ({ ...field, args: {}, resolve: undefined, subscribe: undefined }),
    [MapperKind.ABSTRACT_TYPE]: (type) => Object.assign(type, { resolveType: undefined }),
    [MapperKind.OBJECT_TYPE]: (type) => Object.assign(type, { isTypeOf: undefined }),
  });
  schemasWithoutArguments.set(schema, created);
  return created;
}

const isIntrospection = (name: string): boolean => name === '__schema' || name === '__type';

/** The document without introspection, and with those variables that @skip and @include can use. */
const reduced = (document: DocumentNode): DocumentNode =>
  visit(document, {
    Field: ({ name }) => (isIntrospection(name.value) ? null : undefined),
    VariableDefinition: ({ type }) => (print(type).replace('!', '') === 'Boolean' ? undefined : null),
  });
