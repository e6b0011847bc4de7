import {
  type ASTNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  isCompositeType,
  isExecutableDefinitionNode,
  isUnionType,
  print,
} from 'graphql';
import type { Rule } from './rules.ts';
import { type DocumentPath, type ValidationContext, groupBy } from './validation-context.ts';

/** A variable of an operation or fragment: where it is declared, and its last usage. */
interface Usage {
  declaredBy?: OperationDefinitionNode;
  usedBy?: ExecutableDefinitionNode;
  node?: ASTNode;
  path: DocumentPath;
}

// A later usage replaces an earlier one.
function setUsage(usages: Map<string, Usage>, name: string, usage: Usage): void {
  usages.set(name, { ...usage, declaredBy: usages.get(name)?.declaredBy });
}

const describe = (definition: ExecutableDefinitionNode): string =>
  definition.name?.value ?? `anonymous ${'operation' in definition ? definition.operation : ''}`;

/** 5.8.3 All Variable Uses Defined and 5.8.4 All Variables Used. */
export const variablesAreDefinedAndUsed: Rule = (context) => {
  const usagesOf = new Map<ExecutableDefinitionNode, Map<string, Usage>>();
  const spreadsOf = new Map<ExecutableDefinitionNode, string[]>();
  /** Of fragments with the same name, the first one. */
  const fragments = new Map<string, FragmentDefinitionNode>();
  let current: ExecutableDefinitionNode;

  function enterDefinition(definition: ExecutableDefinitionNode, usages: [string, Usage][]): void {
    current = definition;
    usagesOf.set(definition, new Map(usages));
    spreadsOf.set(definition, []);
  }

  /** Lists the fragments that a definition uses, in the order of graphql-ruby's visits. */
  function visitFragments(
    definition: ExecutableDefinitionNode,
    visited: Set<string>,
    visits: FragmentDefinitionNode[],
  ) {
    const spreads = spreadsOf.get(definition)!;
    context.steps.add(spreads.length);
    for (const name of spreads.filter((each) => !visited.has(each))) {
      const fragment = fragments.get(name);
      if (!fragment) continue;
      visited.add(name);
      visits.push(fragment);
      context.steps.add(1);
      visitFragments(fragment, visited, visits);
    }
  }

  // graphql-ruby adds the usages of a fragment again each time it visits the fragment, which moves them to the end.
  function addUsagesOfFragments(operation: OperationDefinitionNode, usages: Map<string, Usage>): void {
    const visits: FragmentDefinitionNode[] = [];
    visitFragments(operation, new Set(), visits);
    const byLastVisit = [...new Set(visits.toReversed())].toReversed();
    for (const fragment of [...new Set(visits), ...byLastVisit]) {
      const added = usagesOf.get(fragment)!;
      context.steps.add(added.size);
      for (const [name, usage] of added) setUsage(usages, name, usage);
    }
  }

  return {
    OperationDefinition(node) {
      const { path } = context;
      const declarations = node.variableDefinitions!.map(({ variable }): [string, Usage] => {
        return [variable.name.value, { declaredBy: node, path }];
      });
      enterDefinition(node, declarations);
    },
    FragmentDefinition(node) {
      const name = node.name.value;
      if (!fragments.has(name)) fragments.set(name, node);
      enterDefinition(node, []);
    },
    FragmentSpread: (node) => void spreadsOf.get(current)!.push(node.name.value),
    Variable: (node) =>
      setUsage(usagesOf.get(current)!, node.name.value, { usedBy: current, node, path: context.path }),
    Document: {
      leave() {
        for (const [definition, usages] of usagesOf) {
          if (definition.kind === Kind.FRAGMENT_DEFINITION) continue;
          addUsagesOfFragments(definition, usages);
          for (const [variableName, { declaredBy, usedBy, path }] of usages) {
            if (!declaredBy || usedBy) continue;
            const options = { path, declaredBy: describe(declaredBy) };
            context.report('variableNotUsed', declaredBy, { variableName }, options);
          }
          for (const [variableName, { declaredBy, usedBy, node, path }] of usages) {
            if (!usedBy || declaredBy) continue;
            context.report('variableNotDefined', node!, { variableName }, { path, usedBy: describe(usedBy) });
          }
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
    if (isUnionType(type) || !isCompositeType(type) || context.visibleSchema.areOverlapping(type, parentType)) return;
    const fragment = 'name' in node ? ` ${node.name.value}` : '';
    const extensions = { typeName: type.name, fragmentName: fragment || 'unknown', parentName: parentType.name };
    context.report('cannotSpreadFragment', node, extensions, { path, fragment });
  }
  return {
    InlineFragment(node) {
      const typeName = node.typeCondition?.name.value;
      if (typeName !== undefined)
        check(node, context.visibleSchema.getType(typeName)!, context.getParentType()!, context.path);
    },
    FragmentSpread: (node) => void spreads.push({ node, parentType: context.getParentType()!, path: context.path }),
    Document: {
      leave() {
        for (const { node, parentType, path } of spreads) {
          const fragment = context.getFragment(node.name.value);
          const type = fragment && context.visibleSchema.getType(fragment.typeCondition.name.value);
          if (type) check(node, type, parentType, path);
        }
      },
    },
  };
};

/** A definition with spreads, and the names of those that are not resolved yet. */
interface Unresolved {
  definition: ExecutableDefinitionNode;
  spreads: FragmentSpreadNode[];
  names: Set<string>;
  /** Whether a spread was already resolved, which changes how graphql-ruby handles the others. */
  isFiltered: boolean;
}

/**
 * Returns the undefined spreads that graphql-ruby finds. From a filtered list it removes all equal spreads while it iterates
 * over the list, so it skips the spread after each removed one, and another one for each equal spread that it skipped before.
 */
function findUndefined({ spreads, names, isFiltered }: Unresolved, definedNames: ReadonlySet<string>) {
  const candidates = spreads.filter(({ name }) => names.has(name.value));
  const isUndefined = ({ name }: FragmentSpreadNode): boolean => !definedNames.has(name.value);
  if (!isFiltered) return candidates.filter(isUndefined);
  const removedKeys = new Set<string>();
  const skippedByKey = new Map<string, number>();
  let skips = 0;
  return candidates.filter((node) => {
    const key = `${node.name.value} ${node.directives!.map(print).join()}`;
    if (removedKeys.has(key)) return false;
    const skipped = skippedByKey.get(key) ?? 0;
    if (skips > 0) {
      skips--;
      skippedByKey.set(key, skipped + 1);
      return false;
    }
    if (!isUndefined(node)) return false;
    removedKeys.add(key);
    skips = skipped + 1;
    return true;
  });
}

/**
 * 5.5.2.1 Fragment Spread Target Defined, 5.5.1.4 Fragments Must Be Used and 5.5.2.2 Fragment Spreads Must Not Form
 * Cycles. What was not visited has no errors.
 */
export const resolvableFragments: Rule = (context) => {
  const fragments = fragmentsOf(context);
  const definedNames = new Set(fragments.map(({ name }) => name.value));
  const paths = new Map<ASTNode, DocumentPath>();
  const unresolved = new Map<ExecutableDefinitionNode, Unresolved>();
  /** The definitions that spread a fragment, by the name of the fragment. */
  const dependents = new Map<string, Set<Unresolved>>();
  let current: ExecutableDefinitionNode;

  /** Resolves the fragments without spreads, then those that spread only resolved ones; returns the unused fragments. */
  function resolve(): FragmentDefinitionNode[] {
    const unused: FragmentDefinitionNode[] = [];
    const visited = new Set<string>();
    const resolved = fragments.filter((fragment) => !unresolved.has(fragment));
    for (let fragment = resolved.pop(); fragment; fragment = resolved.pop()) {
      const name = fragment.name.value;
      if (visited.has(name)) continue;
      visited.add(name);
      if (!dependents.has(name)) unused.push(fragment);
      for (const entry of dependents.get(name) ?? []) {
        const { definition, names } = entry;
        names.delete(name);
        entry.isFiltered = true;
        if (names.size === 0 && definition.kind === Kind.FRAGMENT_DEFINITION) resolved.push(definition);
      }
    }
    return unused;
  }

  const report = (node: FragmentDefinitionNode | FragmentSpreadNode, problem: string): void => {
    const [path, fragmentName] = [paths.get(node), node.name.value];
    if (path && fragmentName) context.report('useAndDefineFragment', node, { fragmentName }, { path, problem });
  };

  const enterDefinition = (node: ExecutableDefinitionNode): void => {
    current = node;
    paths.set(node, context.path);
  };

  return {
    OperationDefinition: enterDefinition,
    FragmentDefinition: enterDefinition,
    FragmentSpread(node) {
      paths.set(node, context.path);
      const entry = unresolved.get(current) ?? {
        definition: current,
        spreads: [],
        names: new Set<string>(),
        isFiltered: false,
      };
      unresolved.set(current, entry);
      entry.spreads.push(node);
      entry.names.add(node.name.value);
      dependents.set(node.name.value, (dependents.get(node.name.value) ?? new Set()).add(entry));
    },
    Document: {
      leave() {
        const unused = resolve();
        const undefinedSpreads = [...unresolved.values()].flatMap((entry) => {
          const group = entry.definition.kind === Kind.FRAGMENT_DEFINITION ? entry.definition : undefined;
          const nodes = findUndefined(entry, definedNames);
          for (const { name } of nodes) entry.names.delete(name.value);
          return nodes.map((node) => ({ group, node }));
        });
        // Those of all operations are together.
        for (const group of groupBy(undefinedSpreads, (each) => each.group).values())
          for (const { node } of group) report(node, 'used, but not defined');
        for (const node of unused) report(node, 'defined, but not used');
        for (const { definition, names } of unresolved.values()) {
          if (names.size === 0 || definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
          const extensions = { fragmentName: definition.name.value };
          context.report('infiniteLoop', definition, extensions, { path: paths.get(definition)! });
        }
      },
    },
  };
};

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
        if (operationName === undefined && operations.length > 1) context.report('uniquelyNamedOperations', nodes, {});
        else if (nodes.length > 1) context.report('uniquelyNamedOperations', nodes, { operationName });
      }
      const others = document.definitions.filter((node) => !isExecutableDefinitionNode(node));
      if (others.length > 0) context.report('queryContainsSchemaDefinitions', others);
    },
  },
});
