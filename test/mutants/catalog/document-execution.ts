import { Kind as Node, type SelectionNode, parse, print, visit } from 'graphql';
import { Store } from '../../../src/store/store.ts';
import type { Mutant } from '../mutant.ts';
import { mapResult } from '../transforms.ts';
import { type ServerChanges, mutant } from '../mutated-server.ts';
import { copyTables } from '../faulty-stores.ts';

const running = (name: string, breaks: string, executor: ServerChanges['executor']): Mutant =>
  mutant(name, breaks, { executor });

/** Documents that are run as others; one that does not parse is left to the engine. */
const rewriting =
  (change: (query: string) => string): ServerChanges['executor'] =>
  (engine) => ({
    ...engine,
    run: (request, context) => engine.run({ ...request, query: changed(request.query, change) }, context),
  });

function changed(query: string, change: (query: string) => string): string {
  try {
    parse(query);
  } catch {
    return query;
  }
  return change(query);
}

const directives = (name: string) =>
  rewriting((query) =>
    print(visit(parse(query), { Directive: (node) => (node.name.value === name ? null : undefined) })),
  );

/** The fields of a mutation's fragments in another order or number. */
const mutations = (change: (fields: readonly SelectionNode[]) => readonly SelectionNode[]) =>
  rewriting((query) =>
    print(
      visit(parse(query), {
        InlineFragment: (node) =>
          node.typeCondition?.name.value.endsWith('Mutation')
            ? { ...node, selectionSet: { ...node.selectionSet, selections: change(node.selectionSet.selections) } }
            : undefined,
        Field: (node) =>
          node.name.value === 'proposal' && node.selectionSet
            ? { ...node, selectionSet: { ...node.selectionSet, selections: change(node.selectionSet.selections) } }
            : undefined,
      }),
    ),
  );

/** A document with several mutations whose second is answered like the first and not run. */
const secondAnsweredOnly: ServerChanges['executor'] = (engine) => {
  const first = mutations((fields) => fields.slice(0, 1))!(engine);
  return mapResult((answer) => {
    const { component } = answer.data ?? {};
    if (component?.one) component.two = component.one;
    return answer;
  })(first);
};

/** A document whose errors undo all that it wrote. */
const allOrNothing: ServerChanges['executor'] = (engine) => ({
  ...engine,
  async run(request, context) {
    const tried = await engine.run(request, { ...context, store: new Store(copyTables(context.store)) });
    return tried.errors ? tried : engine.run(request, context);
  },
});

/** A document that stops at the first error. */
const stopping = mapResult((answer) =>
  answer.errors && answer.data?.component?.two
    ? { ...answer, data: { component: { ...answer.data.component, two: null } } }
    : answer,
);

/** A document that does not fit is run without the field that does not. */
const forgivingFields: ServerChanges['executor'] = (engine) => ({
  ...engine,
  run(request, context) {
    const { errors } = engine.prepare(request.query);
    const wrong = errors?.map(({ message }) => /^Cannot query field "(\w+)"/.exec(message)?.[1]).find((name) => name);
    if (!wrong) return engine.run(request, context);
    const query = print(
      visit(parse(request.query), { Field: (node) => (node.name.value === wrong ? null : undefined) }),
    );
    return engine.run({ ...request, query }, context);
  },
});

const firstOperation: ServerChanges['executor'] = (engine) => ({
  ...engine,
  run(request, context) {
    const { document } = engine.prepare(request.query);
    const first = document?.definitions.find((node) => node.kind === Node.OPERATION_DEFINITION);
    return engine.run({ ...request, operationName: first && 'name' in first ? first.name?.value : undefined }, context);
  },
});

/** What GraphQL says of a document. */
export const documentMutants: Mutant[] = [
  running(
    'the second mutation is left out',
    'document/two-mutations',
    mutations((fields) => fields.slice(0, 1)),
  ),
  running('the second mutation is answered and not run', 'document/in-order', secondAnsweredOnly),
  running(
    'mutations run in reverse order',
    'document/in-order',
    mutations((fields) => fields.toReversed()),
  ),
  running('a refused mutation undoes the others', 'document/second-root-unknown', allOrNothing),
  running('a refused mutation keeps the next from running', 'document/first-is-refused', stopping),
  running('@skip is ignored', 'document/skip', directives('skip')),
  running('@include is ignored', 'document/include', directives('include')),
  running(
    'an alias is ignored',
    'document/named-fragment',
    rewriting((query) => print(visit(parse(query), { Field: (node) => ({ ...node, alias: undefined }) }))),
  ),
  running('an unknown field is left out', 'document/unknown-field', forgivingFields),
  running('the first operation runs, whatever is named', 'document/operation-name-unknown', firstOperation),
];
