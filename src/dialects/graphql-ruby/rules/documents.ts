import type { ASTNode, DefinitionNode } from 'graphql';
import type { Judgement } from './judgement.ts';

/** Definitions by name; those without one are together. */
function named<T extends DefinitionNode>(definitions: readonly T[]): Map<string | undefined, T[]> {
  const found = new Map<string | undefined, T[]>();
  for (const each of definitions) {
    const name = 'name' in each ? each.name?.value : undefined;
    const same = found.get(name);
    if (same) same.push(each);
    else found.set(name, [each]);
  }
  return found;
}

/** No fragment is defined twice. */
export function fragmentNamesAreUnique(judgement: Judgement): void {
  const fragments = judgement.document.definitions.filter((each) => each.kind === 'FragmentDefinition');
  for (const [name, nodes] of named(fragments)) {
    if (nodes.length < 2) continue;
    const message = `Fragment name "${name ?? ''}" must be unique`;
    judgement.add({ message, nodes, path: [], code: 'fragmentNotUnique', more: { fragmentName: name ?? null } });
  }
}

/** Every operation has a name of its own, or is alone. */
export function operationNamesAreValid(judgement: Judgement): void {
  const operations = judgement.document.definitions.filter((each) => each.kind === 'OperationDefinition');
  for (const [name, nodes] of named(operations)) {
    const code = 'uniquelyNamedOperations';
    if (name === undefined && operations.length > 1) {
      const message = 'Operation name is required when multiple operations are present';
      judgement.add({ message, nodes, path: [], code });
    } else if (nodes.length > 1) {
      const message = `Operation name "${name}" must be unique`;
      judgement.add({ message, nodes, path: [], code, more: { operationName: name } });
    }
  }
}

/** No type is defined: that is not for requests. */
export function noTypesAreDefined(judgement: Judgement): void {
  const nodes: ASTNode[] = judgement.document.definitions.filter((each) => each.kind === 'SchemaDefinition');
  if (nodes.length === 0) return;
  const message = 'Query cannot contain schema definitions';
  judgement.add({ message, nodes, path: [], code: 'queryContainsSchemaDefinitions' });
}
