import { type FragmentDefinitionNode, type FragmentSpreadNode, type OperationDefinitionNode, print } from 'graphql';
import type { ValidationContext } from './validation-context.ts';

type Definition = OperationDefinitionNode | FragmentDefinitionNode;
type Path = readonly (string | number)[];

interface Open {
  spreads: FragmentSpreadNode[];
  /** Whether one of them was resolved. */
  touched: boolean;
}

/** Every fragment is there, is used, and does not lead back to itself. */
export class FragmentDependencies {
  /** Paths of the definitions and spreads that were met. */
  readonly #paths = new Map<Definition | FragmentSpreadNode, Path>();
  readonly #fragments: FragmentDefinitionNode[];
  /** Who spreads a fragment, by its name. */
  readonly #users = new Map<string | undefined, Set<Definition>>();
  /** The spreads of a definition that are not resolved yet. */
  readonly #open = new Map<Definition, Open>();

  constructor(readonly context: ValidationContext) {
    this.#fragments = context.document.definitions.filter((each) => each.kind === 'FragmentDefinition');
  }

  enterDefinition(definition: Definition): void {
    if (this.#fragments.length > 0) this.#paths.set(definition, [...this.context.path]);
  }

  addSpread(node: FragmentSpreadNode): void {
    const definition = this.context.definition!;
    this.#paths.set(node, [...this.context.path]);
    const users = this.#users.get(node.name.value);
    if (users) users.add(definition);
    else this.#users.set(node.name.value, new Set([definition]));
    const open = this.#open.get(definition);
    if (open) open.spreads.push(node);
    else this.#open.set(definition, { spreads: [node], touched: false });
  }

  /** What is wrong, once the whole document was seen; said in two parts. */
  resolve(): { sayUses(): void; sayCycles(): void } {
    const unused = this.#resolve();
    const unmet = this.#takeUnmet();
    return {
      sayUses: () => {
        for (const node of unmet) this.#say('was used, but not defined', node);
        for (const node of unused) if (node.name) this.#say('was defined, but not used', node);
      },
      sayCycles: () => {
        for (const [node, { spreads }] of this.#open) {
          if (spreads.length > 0 && node.kind === 'FragmentDefinition') {
            this.#say('contains an infinite loop', node, 'infiniteLoop');
          }
        }
      },
    };
  }

  #say(what: string, node: FragmentDefinitionNode | FragmentSpreadNode, code = 'useAndDefineFragment'): void {
    const path = this.#paths.get(node);
    if (!path) return;
    const name = node.name?.value;
    const message = `Fragment ${name ?? ''} ${what}`;
    this.context.report({ message, nodes: node, path, code, extensions: { fragmentName: name ?? null } });
  }

  /** Takes away what can be resolved, beginning with the fragments that need no other; answers the unused ones. */
  #resolve(): FragmentDefinitionNode[] {
    const unused: FragmentDefinitionNode[] = [];
    const visited = new Set<string | undefined>();
    const free = this.#fragments.filter((each) => !this.#open.has(each));
    for (let fragment = free.pop(); fragment; fragment = free.pop()) {
      const name = fragment.name?.value;
      if (visited.has(name)) continue;
      visited.add(name);
      this.#open.delete(fragment);
      const users = this.#users.get(name);
      if (!users) unused.push(fragment);
      for (const user of users ?? []) {
        const spreads = (this.#open.get(user)?.spreads ?? []).filter((spread) => spread.name.value !== name);
        this.#open.set(user, { spreads, touched: true });
        if (spreads.length === 0 && user.kind === 'FragmentDefinition' && user.name?.value !== name) free.push(user);
      }
    }
    return unused;
  }

  /** Takes away the spreads of fragments that are not there; answers those of the operations together. */
  #takeUnmet(): FragmentSpreadNode[] {
    const defined = new Set(this.#fragments.map(({ name }) => name?.value));
    const found = new Map<Definition | undefined, FragmentSpreadNode[]>();
    for (const [definition, open] of this.#open) {
      const key = definition.kind === 'FragmentDefinition' ? definition : undefined;
      const unmet: FragmentSpreadNode[] = [];
      for (let index = 0; index < open.spreads.length;) {
        const spread = open.spreads[index]!;
        const isUnmet = !defined.has(spread.name.value);
        if (isUnmet) unmet.push(spread);
        if (isUnmet)
          open.spreads = open.spreads.filter((each) => !(open.touched ? same(each, spread) : each === spread));
        // graphql-ruby takes away from the list that it walks through, and so misses every second one, once it is a list.
        if (!isUnmet || open.touched) index++;
      }
      if (unmet.length > 0) found.set(key, [...(found.get(key) ?? []), ...unmet]);
    }
    return [...found.values()].flat();
  }
}

const same = (one: FragmentSpreadNode, other: FragmentSpreadNode): boolean =>
  one.name.value === other.name.value && one.directives!.map(print).join() === other.directives!.map(print).join();
