import { Kind } from 'graphql';
import { groupBy } from './group-by.ts';
import type { ValidationContext } from './validation-context.ts';

/** Reports fragments with the same name. GraphQL specification, 5.5.1.1 Fragment Name Uniqueness. */
export function checkUniqueFragmentNames(context: ValidationContext): void {
  const fragments = context.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  // The parser accepts fragments without a name.
  for (const [name, nodes] of groupBy(fragments, (node) => node.name?.value)) {
    if (nodes.length < 2) continue;
    const message = `Fragment name "${name ?? ''}" must be unique`;
    context.report({
      message,
      nodes,
      path: context.rootPath,
      code: 'fragmentNotUnique',
      extensions: { fragmentName: name ?? null },
    });
  }
}

/**
 * Reports operations with the same name, and an anonymous operation beside others. GraphQL specification, 5.2.1.1
 * Operation Name Uniqueness and 5.2.2.1 Lone Anonymous Operation.
 */
export function checkOperationNames(context: ValidationContext): void {
  const operations = context.document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const code = 'uniquelyNamedOperations';
  for (const [name, nodes] of groupBy(operations, (node) => node.name?.value)) {
    if (name === undefined && operations.length > 1) {
      const message = 'Operation name is required when multiple operations are present';
      context.report({ message, nodes, path: context.rootPath, code });
    } else if (nodes.length > 1) {
      const message = `Operation name "${name}" must be unique`;
      context.report({ message, nodes, path: context.rootPath, code, extensions: { operationName: name } });
    }
  }
}

/** Reports type system definitions. GraphQL specification, 5.1.1 Executable Definitions. */
export function checkNoTypeDefinitions(context: ValidationContext): void {
  const nodes = context.document.definitions.filter((node) => node.kind === Kind.SCHEMA_DEFINITION);
  if (nodes.length === 0) return;
  const message = 'Query cannot contain schema definitions';
  context.report({ message, nodes, path: context.rootPath, code: 'queryContainsSchemaDefinitions' });
}
