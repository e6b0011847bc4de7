import {
  type ExecutionResult,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  type ValueNode,
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
  /** The names of fields by the locales that the document asks them for, and by the variables with such locales. */
  byLocale: Map<string, string>;
  byVariable: Map<string, string>;
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
  const { selections, byLocale, byVariable } = conditionsOf(executor, request);
  for (const { path, conditions } of selections) {
    const value = path.reduce<unknown>((parent, key) => (isJsonObject(parent) ? parent[key] : undefined), data);
    if (isJsonObject(value) && conditions.every(({ keys }) => keys.every((key) => !(key in value))))
      return `no "... on" of the document fits the type of ${path.join('.')}: ${conditions.map(({ type }) => type).join(', ')}`;
  }
  const [organization] = store.all('organization');
  const explain = (locale: unknown, field: string) =>
    typeof locale === 'string' && organization && !organization.locales.includes(locale)
      ? `the organization does not have the locale ${JSON.stringify(locale)} of ${field}: it has ${organization.locales.join(', ')}`
      : undefined;
  for (const [locale, field] of byLocale) {
    const reason = explain(locale, field);
    if (reason) return reason;
  }
  for (const [name, field] of byVariable)
    for (const locale of [request.variables?.[name]].flat()) {
      const reason = explain(locale, field);
      if (reason) return reason;
    }
  return undefined;
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
  const found: Conditions = { selections: [], byLocale: new Map(), byVariable: new Map() };

  /** Visits the fields of a selection and of its fragments, and returns their response keys. */
  function read(set: SelectionSetNode, path: string[], conditions: TypedSelection['conditions'][number][]): string[] {
    return set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        for (const { name, value } of selection.arguments ?? [])
          if (/^locales?$/.test(name.value)) readLocales(value, selection.name.value);
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
  function readLocales(value: ValueNode, field: string): void {
    if (value.kind === Kind.LIST) for (const each of value.values) readLocales(each, field);
    else if (value.kind === Kind.VARIABLE) found.byVariable.set(value.name.value, field);
    else if (value.kind === Kind.STRING) found.byLocale.set(value.value, field);
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
