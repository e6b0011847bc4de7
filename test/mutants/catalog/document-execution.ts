import { type DocumentNode, type SelectionNode, Kind as Node, buildSchema, print, validate, visit } from 'graphql';
import { readContractSdl } from '../../../src/contract/schema.ts';
import { Store } from '../../../src/store/store.ts';
import { executorMutant, mapRequest, mapResult } from '../executor-transforms.ts';
import type { ExecutorWrapper, Mutant } from '../mutated-server.ts';

/** Executes another document. */
const mapDocument = (change: (document: DocumentNode) => DocumentNode): ExecutorWrapper =>
  mapRequest((request, document) => ({ ...request, query: print(change(document)) }));

const withoutDirective = (name: string) =>
  mapDocument((document) => visit(document, { Directive: (node) => (node.name.value === name ? null : undefined) }));

/** Changes the order or the number of the mutations in a document. */
const mapMutations = (change: (fields: readonly SelectionNode[]) => readonly SelectionNode[]) =>
  mapDocument((document) =>
    visit(document, {
      InlineFragment: (node) =>
        node.typeCondition?.name.value.endsWith('Mutation')
          ? { ...node, selectionSet: { ...node.selectionSet, selections: change(node.selectionSet.selections) } }
          : undefined,
      Field: (node) =>
        node.name.value === 'proposal' && node.selectionSet
          ? { ...node, selectionSet: { ...node.selectionSet, selections: change(node.selectionSet.selections) } }
          : undefined,
    }),
  );
const withoutSecondMutation = mapMutations((fields) => fields.slice(0, 1));

/** Copies the result of the first mutation to the second, which is not executed. */
const copyFirstResult: ExecutorWrapper = (executor) =>
  mapResult((body) => {
    const { component } = body.data ?? {};
    if (component?.one) component.two = component.one;
    return body;
  })(withoutSecondMutation(executor));

/** Writes nothing if any mutation of the document has an error. */
const allOrNothing: ExecutorWrapper = (executor) => ({
  ...executor,
  async run(request, context) {
    const trial = await executor.run(request, { ...context, store: new Store(context.store.tables) });
    return trial.errors ? trial : executor.run(request, context);
  },
});

const stopAtFirstError = mapResult((body) =>
  body.errors && body.data?.component?.two
    ? { ...body, data: { component: { ...body.data.component, two: null } } }
    : body,
);

const schema = buildSchema(readContractSdl());
const withoutUnknownFields = mapDocument((document) => {
  const messages = validate(schema, document).map(({ message }) => message);
  const names = new Set(messages.map((message) => /^Cannot query field "(\w+)"/.exec(message)?.[1]));
  return visit(document, { Field: (node) => (names.has(node.name.value) ? null : undefined) });
});

const firstOperation = mapRequest((request, { definitions }) => {
  const operation = definitions.find((node) => node.kind === Node.OPERATION_DEFINITION);
  return { ...request, operationName: operation?.name?.value };
});

/** Servers that execute a document in the wrong way. */
export const documentMutants: Mutant[] = [
  executorMutant('the second mutation is ignored', 'document/two-mutations', withoutSecondMutation),
  executorMutant('the second mutation has a result but is not executed', 'document/in-order', copyFirstResult),
  executorMutant(
    'mutations run in reverse order',
    'document/in-order',
    mapMutations((fields) => fields.toReversed()),
  ),
  executorMutant('a refused mutation undoes the others', 'document/second-root-unknown', allOrNothing),
  executorMutant('a refused mutation stops the next one', 'document/first-is-refused', stopAtFirstError),
  executorMutant('@skip is ignored', 'document/skip', withoutDirective('skip')),
  executorMutant('@include is ignored', 'document/include', withoutDirective('include')),
  executorMutant(
    'aliases are ignored',
    'document/named-fragment',
    mapDocument((document) => visit(document, { Field: (node) => ({ ...node, alias: undefined }) })),
  ),
  executorMutant('unknown fields are ignored', 'document/unknown-field', withoutUnknownFields),
  executorMutant('the first operation runs, whatever its name', 'document/operation-name-unknown', firstOperation),
];
