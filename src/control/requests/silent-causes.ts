import {
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  getOperationAST,
} from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { isJsonObject } from '../../json-object.ts';
import { type Executor, type GraphQLRequest, createDocumentCache } from '../../graphql/executor.ts';

/** An object of a response of which the document selects fields by type alone. */
interface TypedSelection {
  /** The response keys that lead to it. */
  path: readonly string[];
  conditions: readonly { type: string; keys: readonly string[] }[];
}

/** What of an operation can be without effect and without an error. */
interface Conditions {
  selections: TypedSelection[];
  /** The fields with an argument `locale` or `locales`. */
  localized: FieldNode[];
}

const caches = new WeakMap<Pick<Executor<never>, 'parse'>, ReturnType<typeof createDocumentCache<Conditions>>>();

/**
 * Explains why a response without errors has less than the client may expect: a fragment on another type than that of the object, or a
 * locale that the organization does not have.
 */
export function findSilentCause(
  executor: Pick<Executor<never>, 'parse'>,
  request: GraphQLRequest,
  { data, errors }: ExecutionResult,
  { store }: RequestContext,
): string | undefined {
  if (errors || !data) return undefined;
  const { selections, localized } = conditionsOf(executor, request);
  for (const { path, conditions } of selections) {
    const value = path.reduce<unknown>((parent, key) => (isJsonObject(parent) ? parent[key] : undefined), data);
    if (isJsonObject(value) && conditions.every(({ keys }) => keys.every((key) => !(key in value))))
      return `no "... on" of the document fits the type of ${path.join('.')}: ${conditions.map(({ type }) => type).join(', ')}`;
  }
  const [organization] = store.all('organization');
  for (const { name, arguments: args = [] } of localized)
    for (const argument of args) {
      const locales = localesOf(argument.value, request.variables);
      const missing = locales.find((each) => !organization?.locales.includes(each));
      if (argument.name.value.startsWith('locale') && missing !== undefined)
        return `the organization does not have the locale ${JSON.stringify(missing)} of ${name.value}: it has ${organization?.locales.join(', ')}`;
    }
  return undefined;
}

function localesOf(value: object & { kind: string }, variables: GraphQLRequest['variables']): string[] {
  const node = value as {
    kind: Kind;
    value?: string;
    name?: { value: string };
    values?: (object & { kind: string })[];
  };
  if (node.kind === Kind.LIST) return node.values!.flatMap((each) => localesOf(each, variables));
  const locale = node.kind === Kind.VARIABLE ? variables?.[node.name!.value] : node.value;
  return [locale].flat().filter((each) => typeof each === 'string');
}

function conditionsOf(executor: Pick<Executor<never>, 'parse'>, { query, operationName }: GraphQLRequest): Conditions {
  let cache = caches.get(executor);
  if (!cache) caches.set(executor, (cache = createDocumentCache()));
  const key = `${operationName ?? ''} ${query}`;
  let found = cache.get(key);
  if (!found) cache.set(key, (found = readConditions(executor, query, operationName)));
  return found;
}

function readConditions(
  { parse }: Pick<Executor<never>, 'parse'>,
  query: string,
  operationName: string | null | undefined,
): Conditions {
  const document = parse(query);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const found: Conditions = { selections: [], localized: [] };

  /** Visits the fields of a selection and of its fragments, and returns their response keys. */
  function read(set: SelectionSetNode, path: string[], conditions: TypedSelection['conditions'][number][]): string[] {
    return set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        if (selection.arguments?.some(({ name }) => /^locales?$/.test(name.value))) found.localized.push(selection);
        if (selection.selectionSet) readObject(selection.selectionSet, [...path, key]);
        // What a directive can leave out proves nothing.
        return selection.directives?.length ? [] : [key];
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection;
      const keys = read(fragment.selectionSet, path, []);
      const type = fragment.typeCondition?.name.value;
      if (type !== undefined && !selection.directives?.length) conditions.push({ type, keys });
      return type === undefined ? keys : [];
    });
  }
  function readObject(set: SelectionSetNode, path: string[]): void {
    const conditions: TypedSelection['conditions'][number][] = [];
    const always = new Set(read(set, path, conditions));
    const own = conditions.map(({ type, keys }) => ({ type, keys: keys.filter((key) => !always.has(key)) }));
    if (own.length > 0 && own.every(({ keys }) => keys.length > 0)) found.selections.push({ path, conditions: own });
  }
  const operation = getOperationAST(document, operationName);
  if (operation) readObject(operation.selectionSet, []);
  return found;
}
