import {
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  Kind,
  print,
} from 'graphql';
import type { DocumentPath } from './document-path.ts';
import type { ValidationContext } from './validation-context.ts';

/** The spreads of a definition whose fragments are not resolved yet. */
interface UnresolvedSpreads {
  spreads: FragmentSpreadNode[];
  /** Whether a spread was already removed from the list, which changes how graphql-ruby handles the others. */
  isFiltered: boolean;
}

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
    const unresolved = this.#unresolved.get(definition);
    if (unresolved) unresolved.spreads.push(node);
    else this.#unresolved.set(definition, { spreads: [node], isFiltered: false });
  }

  /** Reports the errors of all fragments; call it after the whole document was visited. */
  reportErrors(): void {
    const unused = this.#resolve();
    for (const node of this.#removeUndefined()) this.#report(node, 'was used, but not defined', 'useAndDefineFragment');
    for (const node of unused) {
      if (node.name) this.#report(node, 'was defined, but not used', 'useAndDefineFragment');
    }
    for (const [node, { spreads }] of this.#unresolved) {
      if (spreads.length === 0 || node.kind !== Kind.FRAGMENT_DEFINITION) continue;
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
      this.#unresolved.delete(fragment);
      const dependents = this.#dependents.get(name);
      if (!dependents) unused.push(fragment);
      for (const dependent of dependents ?? []) {
        const spreads = (this.#unresolved.get(dependent)?.spreads ?? []).filter((spread) => spread.name.value !== name);
        this.#unresolved.set(dependent, { spreads, isFiltered: true });
        if (spreads.length === 0 && dependent.kind === Kind.FRAGMENT_DEFINITION && dependent.name?.value !== name)
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
      for (let index = 0; index < unresolved.spreads.length;) {
        const spread = unresolved.spreads[index]!;
        const isUndefined = !definedNames.has(spread.name.value);
        if (isUndefined) {
          group.push(spread);
          undefinedSpreads.set(key, group);
          unresolved.spreads = unresolved.spreads.filter((other) =>
            unresolved.isFiltered ? !isSameSpread(other, spread) : other !== spread,
          );
        }
        // graphql-ruby removes items from a filtered list while it iterates, and so skips the item after each of them.
        if (!isUndefined || unresolved.isFiltered) index++;
      }
    }
    return [...undefinedSpreads.values()].flat();
  }
}

const isSameSpread = (a: FragmentSpreadNode, b: FragmentSpreadNode): boolean =>
  a.name.value === b.name.value && a.directives!.map(print).join() === b.directives!.map(print).join();
