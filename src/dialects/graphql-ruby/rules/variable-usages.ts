import type { ASTNode, FragmentDefinitionNode, OperationDefinitionNode, VariableNode } from 'graphql';
import type { ValidationContext } from './validation-context.ts';

type Definition = OperationDefinitionNode | FragmentDefinitionNode;
type Path = readonly (string | number)[];

interface Usage {
  declaredBy?: OperationDefinitionNode;
  usedBy?: Definition;
  node?: ASTNode;
  path: Path;
}

/** Every variable that an operation declares is used by it or by its fragments, and none else. */
export class VariableUsages {
  readonly #usages = new Map<Definition, Map<string, Usage>>();
  readonly #spreads = new Map<Definition, string[]>();

  constructor(readonly context: ValidationContext) {}

  /** An operation or a fragment begins. */
  enterDefinition(definition: Definition): void {
    const usages = new Map<string, Usage>();
    this.#usages.set(definition, usages);
    this.#spreads.set(definition, []);
    if (definition.kind === 'FragmentDefinition') return;
    for (const { variable } of definition.variableDefinitions!) {
      usages.set(variable.name.value, { declaredBy: definition, path: [...this.context.path] });
    }
  }

  addSpread(name: string): void {
    this.#spreads.get(this.context.definition!)!.push(name);
  }

  addUsage(node: VariableNode): void {
    const usedBy = this.context.definition!;
    record(this.#usages.get(usedBy)!, node.name.value, { usedBy, node, path: [...this.context.path] });
  }

  /** Says what is wrong, once the whole document was seen. */
  reportErrors(): void {
    for (const [definition, usages] of this.#usages) {
      if (definition.kind === 'FragmentDefinition') continue;
      this.#follow(definition, usages, []);
      for (const [name, usage] of usages) if (usage.declaredBy && !usage.usedBy) this.#unused(name, usage);
      for (const [name, usage] of usages) if (usage.usedBy && !usage.declaredBy) this.#undeclared(name, usage);
    }
  }

  // A variable is located where it was met last.
  #follow(definition: Definition, usages: Map<string, Usage>, visited: string[]): void {
    const spreads = this.#spreads.get(definition)!.filter((name) => !visited.includes(name));
    for (const name of spreads) {
      const fragment = this.#fragment(name);
      if (!fragment) continue;
      visited.push(name);
      for (const [variable, usage] of this.#usages.get(fragment)!) record(usages, variable, usage);
      this.#follow(fragment, usages, visited);
    }
  }

  #fragment(name: string): FragmentDefinitionNode | undefined {
    for (const each of this.#usages.keys()) {
      if (each.kind === 'FragmentDefinition' && each.name?.value === name) return each;
    }
    return undefined;
  }

  #unused(name: string, { declaredBy, path }: Usage): void {
    const message = `Variable $${name} is declared by ${nameOf(declaredBy!)} but not used`;
    this.context.report({
      message,
      nodes: declaredBy!,
      path,
      code: 'variableNotUsed',
      extensions: { variableName: name },
    });
  }

  #undeclared(name: string, { usedBy, node, path }: Usage): void {
    const message = `Variable $${name} is used by ${nameOf(usedBy!)} but not declared`;
    this.context.report({
      message,
      nodes: node!,
      path,
      code: 'variableNotDefined',
      extensions: { variableName: name },
    });
  }
}

function record(usages: Map<string, Usage>, name: string, usage: Usage): void {
  const known = usages.get(name);
  if (known) Object.assign(known, { usedBy: usage.usedBy, node: usage.node, path: usage.path });
  else usages.set(name, { ...usage });
}

const nameOf = (definition: Definition): string =>
  definition.name?.value ?? `anonymous ${'operation' in definition ? definition.operation : ''}`;
