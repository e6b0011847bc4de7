import { type FragmentSpreadNode, print } from 'graphql';

/** The spreads of a definition whose fragments are not resolved yet. */
export class UnresolvedSpreads {
  readonly #nodes: FragmentSpreadNode[] = [];
  readonly #names = new Set<string>();
  /** Whether a spread was already removed, which changes how graphql-ruby handles the others. */
  #isFiltered = false;

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  add(node: FragmentSpreadNode): void {
    this.#nodes.push(node);
    this.#names.add(node.name.value);
  }

  /** Removes the spreads of a fragment. */
  remove(name: string): void {
    this.#names.delete(name);
    this.#isFiltered = true;
  }

  /** Removes the spreads of undefined fragments and returns them. */
  removeUndefined(definedNames: ReadonlySet<string | undefined>): FragmentSpreadNode[] {
    const nodes = this.#nodes.filter(({ name }) => this.#names.has(name.value));
    const isUndefined = ({ name }: FragmentSpreadNode): boolean => !definedNames.has(name.value);
    const { removed, remaining } = this.#isFiltered
      ? removeWithSkips(nodes, isUndefined)
      : { removed: nodes.filter(isUndefined), remaining: nodes.filter((node) => !isUndefined(node)) };
    this.#names.clear();
    for (const { name } of remaining) this.#names.add(name.value);
    return removed;
  }
}

/**
 * Removes undefined spreads as graphql-ruby does from a filtered list: it removes all equal spreads while it iterates over
 * the list. So it skips the spread after each removed one, and another one for each equal spread that it skipped before.
 */
function removeWithSkips(
  nodes: readonly FragmentSpreadNode[],
  isUndefined: (node: FragmentSpreadNode) => boolean,
): { removed: FragmentSpreadNode[]; remaining: FragmentSpreadNode[] } {
  const keys = nodes.map((node) => (isUndefined(node) ? spreadKey(node) : undefined));
  const removedKeys = new Set<string | undefined>();
  const skippedByKey = new Map<string | undefined, number>();
  let skips = 0;
  const removed = nodes.filter((_, index) => {
    const key = keys[index];
    if (removedKeys.has(key)) return false;
    const skipped = skippedByKey.get(key) ?? 0;
    if (skips > 0) {
      skips--;
      skippedByKey.set(key, skipped + 1);
      return false;
    }
    if (key === undefined) return false;
    removedKeys.add(key);
    skips = skipped + 1;
    return true;
  });
  return { removed, remaining: nodes.filter((_, index) => !removedKeys.has(keys[index])) };
}

const spreadKey = ({ name, directives }: FragmentSpreadNode): string =>
  `${name.value} ${directives!.map(print).join()}`;
