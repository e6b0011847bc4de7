import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionSetNode,
  TypeInfo,
  parse,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Actor } from './actor.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { describeResponse, graphqlRequest } from './http-message.ts';
import { isJsonObject, valueAt } from './json-value.ts';
import type { Target } from './target.ts';

/** The name of every operation that is no case's, so that the owner of a server finds it in a log. */
export const preflightName = 'plenumPreflight';

const documents = new Map<string, DocumentNode>();

const isEmpty = ({ selectionSet }: { selectionSet?: SelectionSetNode | undefined }): boolean =>
  selectionSet?.selections.length === 0;

/** Removes the fields and fragments that a schema does not have, and the fields of which nothing remains. */
function withoutUnknownFields(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const info = new TypeInfo(schema);
  const visitor = {
    Field: {
      enter: () => (info.getParentType() && !info.getFieldDef() ? null : undefined),
      leave: (node: FieldNode) => (isEmpty(node) ? null : undefined),
    },
    InlineFragment: {
      enter: ({ typeCondition }: InlineFragmentNode) =>
        typeCondition && !schema.getType(typeCondition.name.value) ? null : undefined,
      leave: (node: InlineFragmentNode) => (isEmpty(node) ? null : undefined),
    },
  };
  return visit(document, visitWithTypeInfo(info, visitor));
}

/**
 * Sends a query of the contract, without the fields that the dialect does not have. Returns its data, in which null stands for
 * what the actor may not see.
 */
export async function ask(
  target: Target,
  actor: Actor,
  selection: string,
  variables: Record<string, string> = {},
): Promise<unknown> {
  const declared = Object.keys(variables).map((name) => `$${name}: ID!`);
  const text = `query ${preflightName}${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${selection}`;
  const document = documents.get(text) ?? parse(text, { noLocation: true });
  documents.set(text, document);
  const { translator, readSchema } = target.dialect;
  const translated = translator.translateDocument(document);
  const known = readSchema ? withoutUnknownFields(translated, readSchema()) : translated;
  if (known.definitions.some((each) => 'selectionSet' in each && isEmpty(each))) return undefined;
  const query = print(known);
  const response = await target.send(graphqlRequest(query, variables, await target.authorizationHeaders(actor)));
  return valueAt(response.json, ['data']);
}

/** Throws a CommandError if the server of a target does not answer GraphQL requests. */
export async function assertGraphQL(target: Target): Promise<void> {
  const request = graphqlRequest(`query ${preflightName} { session { user { id } } }`, {}, {});
  const response = await target.send(request);
  if (isJsonObject(valueAt(response.json, ['data']))) return;
  throw new CommandError(`${target.url} is not a GraphQL API: ${describeResponse(response)}`, exitCodes.unreachable);
}

/** The objects in the list at a path; without those that are null. */
export const objectsAt = (value: unknown, path: string[]): Record<string, unknown>[] => {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
};

/** The id of an object, as the API writes it; undefined if it is not usable as one. */
export const idOf = (value: unknown): string | undefined => {
  const id = valueAt(value, ['id']);
  return (typeof id === 'string' && id.length <= 100) || typeof id === 'number' ? String(id) : undefined;
};
