import {
  type ASTNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type VariableNode,
} from 'graphql';
import type { DocumentPath } from './document-path.ts';
import type { ValidationContext } from './validation-context.ts';

/** A variable of an operation or fragment: where it is declared, and its last usage. */
interface Usage {
  declaredBy?: OperationDefinitionNode;
  usedBy?: ExecutableDefinitionNode;
  node?: ASTNode;
  path: DocumentPath;
}

/**
 * Collects the variables that each definition declares and uses, and reports undeclared and unused ones. GraphQL
 * specification, 5.8.3 All Variable Uses Defined and 5.8.4 All Variables Used.
 */
export class VariableUsages {
  readonly #usages = new Map<ExecutableDefinitionNode, Map<string, Usage>>();
  readonly #spreads = new Map<ExecutableDefinitionNode, string[]>();
  /** Of fragments with the same name, the first one. */
  readonly #fragments = new Map<string, FragmentDefinitionNode>();

  constructor(readonly context: ValidationContext) {}

  enterDefinition(definition: ExecutableDefinitionNode): void {
    const usages = new Map<string, Usage>();
    this.#usages.set(definition, usages);
    this.#spreads.set(definition, []);
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      const name = definition.name?.value;
      if (name !== undefined && !this.#fragments.has(name)) this.#fragments.set(name, definition);
      return;
    }
    for (const { variable } of definition.variableDefinitions!) {
      usages.set(variable.name.value, { declaredBy: definition, path: this.context.path });
    }
  }

  addSpread(name: string): void {
    this.#spreads.get(this.context.definition!)!.push(name);
  }

  addUsage(node: VariableNode): void {
    const usedBy = this.context.definition!;
    setUsage(this.#usages.get(usedBy)!, node.name.value, { usedBy, node, path: this.context.path });
  }

  /** Reports the errors of all operations; call it after the whole document was visited. */
  reportErrors(): void {
    for (const [definition, usages] of this.#usages) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) continue;
      this.#addUsagesOfFragments(definition, usages);
      for (const [name, { declaredBy, usedBy, path }] of usages) {
        if (!declaredBy || usedBy) continue;
        const message = `Variable $${name} is declared by ${nameOf(declaredBy)} but not used`;
        this.#report(name, message, 'variableNotUsed', declaredBy, path);
      }
      for (const [name, { declaredBy, usedBy, node, path }] of usages) {
        if (!usedBy || declaredBy) continue;
        const message = `Variable $${name} is used by ${nameOf(usedBy)} but not declared`;
        this.#report(name, message, 'variableNotDefined', node!, path);
      }
    }
  }

  #report(variableName: string, message: string, code: string, nodes: ASTNode, path: DocumentPath): void {
    this.context.report({ message, nodes, path, code, extensions: { variableName } });
  }

  // graphql-ruby adds the usages of a fragment again each time it visits the fragment, which moves them to the end.
  #addUsagesOfFragments(operation: ExecutableDefinitionNode, usages: Map<string, Usage>): void {
    const visits: FragmentDefinitionNode[] = [];
    this.#visitFragments(operation, new Set(), visits);
    const byFirstVisit = new Set(visits);
    const byLastVisit = [...new Set(visits.toReversed())].toReversed();
    for (const fragment of [...byFirstVisit, ...byLastVisit]) {
      const added = this.#usages.get(fragment)!;
      this.context.steps.add(added.size);
      for (const [variable, usage] of added) setUsage(usages, variable, usage);
    }
  }

  #visitFragments(
    definition: ExecutableDefinitionNode,
    visitedNames: Set<string>,
    visits: FragmentDefinitionNode[],
  ): void {
    const allSpreads = this.#spreads.get(definition)!;
    this.context.steps.add(allSpreads.length);
    const spreads = allSpreads.filter((name) => !visitedNames.has(name));
    for (const name of spreads) {
      const fragment = this.#fragments.get(name);
      if (!fragment) continue;
      visitedNames.add(name);
      visits.push(fragment);
      this.context.steps.add(1);
      this.#visitFragments(fragment, visitedNames, visits);
    }
  }
}

// A later usage replaces an earlier one.
function setUsage(usages: Map<string, Usage>, name: string, { usedBy, node, path }: Usage): void {
  usages.set(name, { declaredBy: usages.get(name)?.declaredBy, usedBy, node, path });
}

const nameOf = (definition: ExecutableDefinitionNode): string =>
  definition.name?.value ?? `anonymous ${'operation' in definition ? definition.operation : ''}`;
