import { isDeepStrictEqual } from 'node:util';
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  print,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Actor } from '../../client/actor.ts';
import { isJsonObject, stringsIn } from '../../client/json-value.ts';
import { documentTitle } from '../documents.ts';
import { attributeKinds, findIdLocations, kindOf } from '../drafts/record-ids.ts';
import type { NormalizedRequest } from './interaction.ts';
import { RequestValues } from './values.ts';

/** A request of a client, and what is known of it. */
export interface ClientRequest {
  role: Actor;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables: Record<string, unknown>;
  /** Whether the server wrote what the client sent: then it does not matter which numbers these were. */
  isWritten: boolean;
}

export interface NormalizeOptions {
  schema: GraphQLSchema;
  /** The placeholder for the id of a record. */
  nameOf(kind: string, id: string): string;
  /** Whether a text is a word that no person wrote, such as a locale. */
  isWord(text: string): boolean;
}

/** A request in the form of a contract, and the names of the attributes and arguments with a text that it does not contain. */
export interface NormalizedResult {
  request: NormalizedRequest;
  textNames: ReadonlySet<string>;
}

/** The value of a member or an argument, and what the schema says of it. */
interface Place {
  name: string;
  typeName: string | undefined;
  /** The kind of the record whose id it is. */
  kind: string | undefined;
}

/** Removes from a request what a person wrote, and replaces ids by placeholders. */
export function normalizeRequest(
  { role, document, operationName, variables, isWritten }: ClientRequest,
  { schema, nameOf, isWord }: NormalizeOptions,
): NormalizedResult {
  const values = new RequestValues([...stringsIn(variables), ...textsIn(document)], isWord);
  const operation = getOperationAST(document, operationName);
  const isMutation = operation?.operation === 'mutation';

  const scalar = (value: unknown, { name, typeName, kind }: Place): unknown => {
    const isId = kind !== undefined || typeName === 'ID';
    if (isId && typeof value === 'string') return { $: nameOf(kind ?? 'Record', value) };
    if (isId && typeof value === 'number') return { $number: nameOf(kind ?? 'Record', String(value)) };
    if (typeof value === 'string') return isEnumValue(schema, typeName, value) ? value : values.normalize(value, name);
    return typeof value === 'number' && isMutation && isWritten ? { $number: 'number' } : value;
  };

  const variable = (value: unknown, type: GraphQLInputType | undefined, place: Place): unknown => {
    const inner = isNonNullType(type) ? type.ofType : type;
    if (Array.isArray(value)) {
      const items = value.map((each) => variable(each, isListType(inner) ? inner.ofType : inner, place));
      return items.filter(
        (each, index) => items.findIndex((one) => JSON.stringify(one) === JSON.stringify(each)) === index,
      );
    }
    if (!isJsonObject(value)) return scalar(value, place);
    const fields = isInputObjectType(inner) ? inner.getFields() : {};
    const members = Object.entries(value).map(([name, each]): [string, unknown] => {
      const fieldType = fields[name]?.type;
      return [name, variable(each, fieldType, { name, typeName: nameOfType(fieldType), kind: attributeKinds[name] })];
    });
    return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };

  const locations = findIdLocations(schema, document, operationName ?? undefined);
  const typeOf = variableTypes(schema, operation);
  const normalized = Object.keys(variables)
    .toSorted()
    .map((name): [string, unknown] => {
      const type = typeOf(name);
      const place = { name, typeName: nameOfType(type), kind: locations.variables.get(name)?.kind };
      return [name, variable(variables[name], type, place)];
    });
  const literals = normalizeLiterals(document, schema, scalar);
  return {
    request: {
      role,
      document: print(literals).split('\n'),
      ...(operationName && { operationName }),
      ...(normalized.length > 0 && { variables: Object.fromEntries(normalized) }),
    },
    textNames: values.textNames,
  };
}

/** Replaces the literals of a document. The names of placeholders stand in texts, also where a number is expected. */
function normalizeLiterals(
  document: DocumentNode,
  schema: GraphQLSchema,
  scalar: (value: unknown, place: Place) => unknown,
): DocumentNode {
  const info = new TypeInfo(schema);
  const names: string[] = [];
  const placeOf = (): Place => {
    const name = names.at(-1) ?? '';
    const argumentOfRecord = names.length === 1 && ['id', 'slug'].includes(name);
    const field = info.getFieldDef();
    const kind = argumentOfRecord ? kindOf(field && getNamedType(field.type)) : attributeKinds[name];
    return { name, typeName: nameOfType(info.getInputType() ?? undefined), kind };
  };
  const replace = (value: string | number) => {
    const replaced = scalar(value, placeOf());
    if (typeof replaced === 'string') return { kind: Kind.STRING, value: replaced };
    if (typeof replaced === 'number') return undefined;
    // A document with the sample itself can be parsed.
    if (isDeepStrictEqual(replaced, { $number: 'number' })) return { kind: Kind.INT, value: '1' };
    const { $: reference, $number: number } = replaced as { $?: string; $number?: string };
    return reference === undefined
      ? { kind: Kind.INT, value: `{{${number}}}` }
      : { kind: Kind.STRING, value: `{{${reference}}}` };
  };
  const named = {
    enter: ({ name }: { name: { value: string } }) => void names.push(name.value),
    leave: () => void names.pop(),
  };
  return visit(
    document,
    visitWithTypeInfo(info, {
      Argument: named,
      ObjectField: named,
      StringValue: ({ value }, _key, parent) => (isDescription(parent) ? undefined : replace(value)),
      // The id of a record can be an Int where its type is ID.
      IntValue: ({ value }) => replace(nameOfType(info.getInputType() ?? undefined) === 'ID' ? value : Number(value)),
      FloatValue: ({ value }) => replace(Number(value)),
    }),
  );
}

const isDescription = (parent: ASTNode | readonly ASTNode[] | undefined): boolean =>
  parent !== undefined && !Array.isArray(parent) && 'description' in parent && parent.description !== undefined;

const nameOfType = (type: GraphQLInputType | undefined): string | undefined => type && getNamedType(type).name;

function isEnumValue(schema: GraphQLSchema, typeName: string | undefined, value: string): boolean {
  const type = schema.getType(typeName ?? '');
  return isEnumType(type) && type.getValue(value) !== undefined;
}

function variableTypes(schema: GraphQLSchema, operation: OperationDefinitionNode | null | undefined) {
  const types = new Map(operation?.variableDefinitions?.map(({ variable, type }) => [variable.name.value, type]));
  return (name: string): GraphQLInputType | undefined => {
    const type = types.get(name);
    return type && (typeFromAST(schema, type as never) as GraphQLInputType | undefined);
  };
}

function textsIn(document: DocumentNode): string[] {
  const found: string[] = [];
  visit(document, { StringValue: ({ value }) => void found.push(value) });
  return found;
}

/** The type of an operation and its name, or what it asks for: `query component.meetings`. */
export function operationTitle(document: DocumentNode, operationName?: string | null): string {
  const operation = getOperationAST(document, operationName);
  if (!operation) return 'no operation';
  if (operation.name) return `${operation.operation} ${operation.name.value}`;
  if (operation.operation === 'mutation') return `mutation ${documentTitle(document)}`;
  const names: string[] = [];
  for (
    let set = operation.selectionSet as OperationDefinitionNode['selectionSet'] | undefined;
    set && names.length < 3;
  ) {
    const fields = set.selections.flatMap((each) =>
      each.kind === 'InlineFragment' ? each.selectionSet.selections : [each],
    );
    const only = fields.find((each) => each.kind !== 'Field' || each.name.value !== '__typename');
    if (fields.length !== 1 && names.length > 0) break;
    if (only?.kind !== 'Field') break;
    names.push(only.name.value);
    set = only.selectionSet;
  }
  return `query ${names.join('.') || documentTitle(document)}`;
}
