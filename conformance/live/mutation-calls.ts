import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
  Kind,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { isWritingField } from '../../src/cases/documents.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import type { SentOperation } from '../model/write-tracker.ts';

/** A field of an operation that writes. */
export interface MutationCall {
  /** Schema coordinate, such as `ProposalMutation.answer`. */
  coordinate: string;
  /** Response keys from `data` to the field. */
  path: string[];
  /** The `id` arguments of the fields above, by field name: `{ component: '1', proposal: '2' }`. */
  ids: Record<string, string>;
  node: FieldNode;
}

/** Finds the fields of an operation that write. The schema may lack the types and fields of platform mutations. */
export function findMutationCalls(
  schema: GraphQLSchema,
  { document, variables, operationName }: Omit<SentOperation, 'actor'>,
): MutationCall[] {
  const calls: MutationCall[] = [];
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  type Parent = Pick<MutationCall, 'path' | 'ids'> & { typeName: string; fragmentNames: string[] };
  const walk = ({ selections }: SelectionSetNode, parent: Parent): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const typeName = selection.typeCondition?.name.value ?? parent.typeName;
        walk(selection.selectionSet, { ...parent, typeName });
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        const { fragmentNames } = parent;
        if (!fragment || fragmentNames.includes(fragment.name.value)) continue;
        const typeName = fragment.typeCondition.name.value;
        walk(fragment.selectionSet, { ...parent, typeName, fragmentNames: [...fragmentNames, fragment.name.value] });
      } else {
        const { name, alias, selectionSet } = selection;
        const path = [...parent.path, alias?.value ?? name.value];
        if (isWritingField(selection))
          calls.push({ coordinate: `${parent.typeName}.${name.value}`, path, ids: parent.ids, node: selection });
        else if (selectionSet) {
          const id = selection.arguments?.find((argument) => argument.name.value === 'id');
          const ids = id
            ? { ...parent.ids, [name.value]: String(valueFromASTUntyped(id.value, variables)) }
            : parent.ids;
          walk(selectionSet, { ...parent, typeName: fieldTypeName(schema, parent.typeName, name.value), path, ids });
        }
      }
    }
  };
  const operation = getOperationAST(document, operationName);
  const root = operation?.operation === 'mutation' ? (schema.getMutationType()?.name ?? 'Mutation') : undefined;
  if (operation && root) walk(operation.selectionSet, { path: [], ids: {}, typeName: root, fragmentNames: [] });
  return calls;
}

function fieldTypeName(schema: GraphQLSchema, typeName: string, fieldName: string): string {
  const type = schema.getType(typeName);
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
  return field ? getNamedType(field.type).name : `${typeName}.${fieldName}`;
}

/** Whether a call wrote something. It is unknown if the response is missing or an error elsewhere hides the field. */
export function callOutcome(
  { path }: MutationCall,
  response: TargetResponse | undefined,
): 'written' | 'not written' | 'unknown' {
  if (!response || response.status >= 500) return 'unknown';
  // A request that was accepted may have been executed, whatever came back.
  if (!isJsonObject(response.json)) return response.status < 300 ? 'unknown' : 'not written';
  const body = response.json;
  if (!Object.hasOwn(body, 'data')) return 'not written';
  let value = body['data'];
  for (const key of path) {
    if (!isJsonObject(value)) break;
    // A field that was not executed: another type of component, or @skip.
    if (!Object.hasOwn(value, key)) return 'not written';
    value = value[key];
  }
  if (value !== null) return 'written';
  const errors = (Array.isArray(body['errors']) ? body['errors'] : []).filter(isJsonObject);
  if (errors.some((error) => error['path'] === undefined)) return 'not written';
  const paths = errors.map((error) => error['path']).filter((each) => Array.isArray(each));
  if (paths.some((each) => isInside(path, each))) return 'not written';
  return paths.some((each) => isInside(each, path)) ? 'written' : 'unknown';
}

const isInside = (inner: unknown[], outer: unknown[]): boolean => outer.every((key, index) => inner[index] === key);

const ledgerAlias = 'plenumLedgerId';
const maxIdLength = 100;
const ledgerIdField = {
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: ledgerAlias },
  name: { kind: Kind.NAME, value: 'id' },
} as const;

const isPlainId = (node: SelectionNode): boolean =>
  node.kind === Kind.FIELD && node.name.value === 'id' && !node.alias && !node.directives?.length;

/**
 * Adds the id of the created record to the selections of calls that do not have it, under an alias that no case uses: the
 * platform limits the aliases of a document.
 */
export function withLedgerIds(document: DocumentNode, calls: MutationCall[]): DocumentNode {
  const nodes = new Set(calls.map(({ node }) => node));
  return visit(document, {
    Field: (field) => {
      const { selectionSet } = field;
      if (!selectionSet || !nodes.has(field) || selectionSet.selections.some(isPlainId)) return undefined;
      return { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, ledgerIdField] } };
    },
  });
}

/** The id of the record that a call created; undefined if the response does not contain a usable one. */
export function ledgerId({ path }: MutationCall, response: TargetResponse | undefined): string | undefined {
  const created = valueAt(response?.json, ['data', ...path]);
  // A request that is sent unchanged has no alias.
  const id = valueAt(created, [ledgerAlias]) ?? valueAt(created, ['id']);
  const isId = typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength);
  return isId ? String(id) : undefined;
}

/** Removes the ids of `withLedgerIds` from a value of a response. */
export function withoutLedgerIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLedgerIds);
  if (!isJsonObject(value)) return value;
  const { [ledgerAlias]: _, ...members } = value;
  return Object.fromEntries(Object.entries(members).map(([key, each]) => [key, withoutLedgerIds(each)]));
}
