import { type ExecutableDefinitionNode, type FragmentDefinitionNode, type FragmentSpreadNode, Kind } from 'graphql';
import type { DocumentPath } from './document-path.ts';
import { UnresolvedSpreads } from './unresolved-spreads.ts';
import type { ValidationContext } from './validation-context.ts';

/**
 * Collects the fragments that each definition spreads, and reports undefined, unused and circular fragments. GraphQL
 * specification, 5.5.1.4 Fragments Must Be Used, 5.5.2.1 Fragment Spread Target Defined and 5.5.2.2 Fragment Spreads
 * Must Not Form Cycles.
 */
export class FragmentDependencies {
  /** Paths of the definitions and spreads that were visited; graphql-ruby reports no errors for others. */
  readonly #paths = new Map<ExecutableDefinitionNode | FragmentSpreadNode, DocumentPath>();
  readonly #fragments: FragmentDefinitionNode[];
  /** The definitions that spread a fragment, by the name of the fragment. */
  readonly #dependents = new Map<string | undefined, Set<ExecutableDefinitionNode>>();
  readonly #unresolved = new Map<ExecutableDefinitionNode, UnresolvedSpreads>();

  constructor(readonly context: ValidationContext) {
    this.#fragments = context.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  }

  enterDefinition(definition: ExecutableDefinitionNode): void {
    if (this.#fragments.length > 0) this.#paths.set(definition, this.context.path);
  }

  addSpread(node: FragmentSpreadNode): void {
    const definition = this.context.definition!;
    this.#paths.set(node, this.context.path);
    const dependents = this.#dependents.get(node.name.value);
    if (dependents) dependents.add(definition);
    else this.#dependents.set(node.name.value, new Set([definition]));
    const unresolved = this.#unresolved.get(definition) ?? new UnresolvedSpreads();
    this.#unresolved.set(definition, unresolved);
    unresolved.add(node);
  }

  /** Reports the errors of all fragments; call it after the whole document was visited. */
  reportErrors(): void {
    const unused = this.#resolve();
    for (const node of this.#removeUndefined()) this.#report(node, 'was used, but not defined', 'useAndDefineFragment');
    for (const node of unused) {
      if (node.name) this.#report(node, 'was defined, but not used', 'useAndDefineFragment');
    }
    for (const [node, { isEmpty }] of this.#unresolved) {
      if (isEmpty || node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      this.#report(node, 'contains an infinite loop', 'infiniteLoop');
    }
  }

  #report(node: FragmentDefinitionNode | FragmentSpreadNode, problem: string, code: string): void {
    const path = this.#paths.get(node);
    if (!path) return;
    const name = node.name?.value;
    const message = `Fragment ${name ?? ''} ${problem}`;
    this.context.report({ message, nodes: node, path, code, extensions: { fragmentName: name ?? null } });
  }

  /** Removes the spreads that can be resolved, from fragments without spreads on; returns the unused fragments. */
  #resolve(): FragmentDefinitionNode[] {
    const unused: FragmentDefinitionNode[] = [];
    const visitedNames = new Set<string | undefined>();
    const resolved = this.#fragments.filter((fragment) => !this.#unresolved.has(fragment));
    for (let fragment = resolved.pop(); fragment; fragment = resolved.pop()) {
      const name = fragment.name?.value;
      if (visitedNames.has(name)) continue;
      visitedNames.add(name);
      const dependents = this.#dependents.get(name);
      if (!dependents) unused.push(fragment);
      for (const dependent of dependents ?? []) {
        const unresolved = this.#unresolved.get(dependent)!;
        unresolved.remove(name);
        if (unresolved.isEmpty && dependent.kind === Kind.FRAGMENT_DEFINITION && dependent.name?.value !== name)
          resolved.push(dependent);
      }
    }
    return unused;
  }

  /** Removes the spreads of undefined fragments and returns them, those of all operations together. */
  #removeUndefined(): FragmentSpreadNode[] {
    const definedNames = new Set(this.#fragments.map(({ name }) => name?.value));
    const undefinedSpreads = new Map<FragmentDefinitionNode | undefined, FragmentSpreadNode[]>();
    for (const [definition, unresolved] of this.#unresolved) {
      const key = definition.kind === Kind.FRAGMENT_DEFINITION ? definition : undefined;
      const group = undefinedSpreads.get(key) ?? [];
      for (const spread of unresolved.removeUndefined(definedNames)) group.push(spread);
      if (group.length > 0) undefinedSpreads.set(key, group);
    }
    return [...undefinedSpreads.values()].flat();
  }
}
