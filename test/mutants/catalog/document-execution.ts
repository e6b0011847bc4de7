import { type DocumentNode, type SelectionNode, Kind as Node, print, visit } from 'graphql';
import { executorMutant, mapRequest } from '../executor-transforms.ts';
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
const firstOperation = mapRequest((request, { definitions }) => {
  const operation = definitions.find((node) => node.kind === Node.OPERATION_DEFINITION);
  return { ...request, operationName: operation?.name?.value };
});

/** Servers that execute a document in the wrong way. */
export const documentMutants: Mutant[] = [
  executorMutant(
    'mutations run in reverse order',
    'document/in-order',
    mapMutations((fields) => fields.toReversed()),
  ),
  executorMutant('@skip is ignored', 'document/skip', withoutDirective('skip')),
  executorMutant('the first operation runs, whatever its name', 'document/operation-name-unknown', firstOperation),
];
