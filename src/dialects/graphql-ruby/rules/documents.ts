import type { ASTNode, DefinitionNode } from 'graphql';
import type { ValidationContext } from './validation-context.ts';

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
export function checkUniqueFragmentNames(judgement: ValidationContext): void {
  const fragments = judgement.document.definitions.filter((each) => each.kind === 'FragmentDefinition');
  for (const [name, nodes] of named(fragments)) {
    if (nodes.length < 2) continue;
    const message = `Fragment name "${name ?? ''}" must be unique`;
    judgement.report({
      message,
      nodes,
      path: [],
      code: 'fragmentNotUnique',
      extensions: { fragmentName: name ?? null },
    });
  }
}

/** Every operation has a name of its own, or is alone. */
export function checkOperationNames(judgement: ValidationContext): void {
  const operations = judgement.document.definitions.filter((each) => each.kind === 'OperationDefinition');
  for (const [name, nodes] of named(operations)) {
    const code = 'uniquelyNamedOperations';
    if (name === undefined && operations.length > 1) {
      const message = 'Operation name is required when multiple operations are present';
      judgement.report({ message, nodes, path: [], code });
    } else if (nodes.length > 1) {
      const message = `Operation name "${name}" must be unique`;
      judgement.report({ message, nodes, path: [], code, extensions: { operationName: name } });
    }
  }
}

/** No type is defined: that is not for requests. */
export function checkNoTypeDefinitions(judgement: ValidationContext): void {
  const nodes: ASTNode[] = judgement.document.definitions.filter((each) => each.kind === 'SchemaDefinition');
  if (nodes.length === 0) return;
  const message = 'Query cannot contain schema definitions';
  judgement.report({ message, nodes, path: [], code: 'queryContainsSchemaDefinitions' });
}
