import {
  type ASTNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type VariableNode,
  isCompositeType,
  isExecutableDefinitionNode,
  isUnionType,
} from 'graphql';
import type { Rule } from './rules.ts';
import { type DocumentPath, type ValidationContext, areOverlapping, groupBy } from './validation-context.ts';

const describe = (definition: ExecutableDefinitionNode): string =>
  definition.name?.value ?? `anonymous ${'operation' in definition ? definition.operation : ''}`;

/** 5.8.3 All Variable Uses Defined and 5.8.4 All Variables Used. What was not visited has no errors. */
export const variablesAreDefinedAndUsed: Rule = (context) => {
  const operations = new Map<OperationDefinitionNode, DocumentPath>();
  const visited = new Map<VariableNode, { path: DocumentPath; usedBy: string }>();
  let current = '';
  return {
    OperationDefinition(node) {
      operations.set(node, context.path);
      current = describe(node);
    },
    FragmentDefinition(node) {
      current = describe(node);
    },
    Variable: (node) => void visited.set(node, { path: context.path, usedBy: current }),
    Document: {
      leave() {
        for (const [operation, path] of operations) {
          const declaredBy = describe(operation);
          const declared = new Set(operation.variableDefinitions!.map(({ variable }) => variable.name.value));
          const usages = context.getRecursiveVariableUsages(operation).filter(({ node }) => visited.has(node));
          // The last usage counts.
          const used = new Map(usages.map(({ node }) => [node.name.value, node]));
          for (const variableName of declared)
            if (!used.has(variableName))
              context.report('variableNotUsed', operation, { variableName }, { path, declaredBy });
          for (const [variableName, node] of used)
            if (!declared.has(variableName))
              context.report('variableNotDefined', node, { variableName }, visited.get(node));
        }
      },
    },
  };
};

/**
 * 5.5.2.3 Fragment Spread Is Possible. graphql-ruby accepts every fragment on a union, and checks fragment spreads
 * after all other selections.
 */
export const possibleFragmentSpreads: Rule = (context) => {
  const spreads: { node: FragmentSpreadNode; parentType: GraphQLNamedType; path: DocumentPath }[] = [];
  function check(
    node: InlineFragmentNode | FragmentSpreadNode,
    type: GraphQLNamedType,
    parentType: GraphQLNamedType,
    path: DocumentPath,
  ): void {
    if (isUnionType(type) || !isCompositeType(type) || areOverlapping(context.getSchema(), type, parentType)) return;
    const fragment = 'name' in node ? ` ${node.name.value}` : '';
    const extensions = { typeName: type.name, fragmentName: fragment || 'unknown', parentName: parentType.name };
    context.report('cannotSpreadFragment', node, extensions, { path, fragment });
  }
  return {
    InlineFragment(node) {
      const typeName = node.typeCondition?.name.value;
      if (typeName !== undefined) check(node, context.findType(typeName)!, context.getParentType()!, context.path);
    },
    FragmentSpread: (node) => void spreads.push({ node, parentType: context.getParentType()!, path: context.path }),
    Document: {
      leave() {
        for (const { node, parentType, path } of spreads) {
          const fragment = context.getFragment(node.name.value);
          const type = fragment && context.findType(fragment.typeCondition.name.value);
          if (type) check(node, type, parentType, path);
        }
      },
    },
  };
};

/**
 * 5.5.2.1 Fragment Spread Target Defined, 5.5.1.4 Fragments Must Be Used and 5.5.2.2 Fragment Spreads Must Not Form
 * Cycles. What was not visited has no errors.
 */
export const resolvableFragments: Rule = (context) => {
  const fragments = fragmentsOf(context);
  const paths = new Map<ASTNode, DocumentPath>();
  const spreadsOf = new Map<ExecutableDefinitionNode, FragmentSpreadNode[]>();
  let spreads: FragmentSpreadNode[] = [];

  const enterDefinition = (node: ExecutableDefinitionNode): void => {
    paths.set(node, context.path);
    spreadsOf.set(node, (spreads = []));
  };
  const namesIn = (definition: ExecutableDefinitionNode) => (spreadsOf.get(definition) ?? []).map(nameOf);

  const report = (node: FragmentDefinitionNode | FragmentSpreadNode, problem: string): void => {
    const [path, fragmentName] = [paths.get(node), nameOf(node)];
    if (path && fragmentName) context.report('useAndDefineFragment', node, { fragmentName }, { path, problem });
  };

  return {
    OperationDefinition: enterDefinition,
    FragmentDefinition: enterDefinition,
    FragmentSpread(node) {
      paths.set(node, context.path);
      spreads.push(node);
    },
    Document: {
      leave() {
        // Those of all operations are together.
        const groups = groupBy([...spreadsOf], ([{ kind, name }]) => kind === Kind.FRAGMENT_DEFINITION && name);
        const all = [...groups.values()].flat().flatMap(([, own]) => own);
        for (const node of all) if (!context.getFragment(nameOf(node))) report(node, 'used, but not defined');

        const used = new Set(all.map(nameOf));
        // A fragment is resolved if all fragments in it are.
        const resolved = new Set<string>();
        for (let before = -1; before < resolved.size;) {
          before = resolved.size;
          for (const node of fragments)
            if (namesIn(node).every((name) => resolved.has(name))) resolved.add(nameOf(node));
        }
        for (const node of fragments.toReversed())
          if (resolved.has(nameOf(node)) && !used.has(nameOf(node))) report(node, 'defined, but not used');
        for (const node of fragments)
          if (namesIn(node).some((name) => context.getFragment(name) && !resolved.has(name)))
            context.report('infiniteLoop', node, { fragmentName: nameOf(node) }, { path: paths.get(node)! });
      },
    },
  };
};

const nameOf = ({ name }: FragmentDefinitionNode | FragmentSpreadNode): string => name.value;

const fragmentsOf = (context: ValidationContext): FragmentDefinitionNode[] =>
  context.getDocument().definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);

/**
 * 5.5.1.1 Fragment Name Uniqueness, 5.2.1.1 Operation Name Uniqueness, 5.2.2.1 Lone Anonymous Operation, and 5.1.1
 * Executable Definitions.
 */
export const definitions: Rule = (context) => ({
  Document: {
    leave(document) {
      for (const [fragmentName, nodes] of groupBy(fragmentsOf(context), ({ name }) => name.value))
        if (nodes.length > 1) context.report('fragmentNotUnique', nodes, { fragmentName });
      const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
      for (const [operationName, nodes] of groupBy(operations, ({ name }) => name?.value)) {
        const problem =
          operationName === undefined
            ? 'Operation name is required when multiple operations are present'
            : `Operation name "${operationName}" must be unique`;
        if (operations.length > 1 && (operationName === undefined || nodes.length > 1))
          context.report('uniquelyNamedOperations', nodes, { operationName }, { problem });
      }
      const others = document.definitions.filter((node) => !isExecutableDefinitionNode(node));
      if (others.length > 0) context.report('queryContainsSchemaDefinitions', others);
    },
  },
});
