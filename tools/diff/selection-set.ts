/** Where a field stands below the operation: field after field with its arguments, or `... on TYPE`. */
export type SelectionPath = readonly string[];

interface Tree extends Map<string, Tree> {}

/** One selection set that holds every one of these paths, each step once. */
export function printSelectionSet(paths: readonly SelectionPath[]): string {
  const tree: Tree = new Map();
  for (const path of paths) {
    let at = tree;
    for (const step of path) {
      if (!at.has(step)) at.set(step, new Map());
      at = at.get(step)!;
    }
  }
  return printed(tree);
}

const printed = (tree: Tree): string =>
  `{ ${[...tree].map(([step, below]) => (below.size === 0 ? step : `${step} ${printed(below)}`)).join(' ')} }`;

/** The keys under which the steps stand in the answer. */
export const responseKeys = (steps: SelectionPath): string[] =>
  steps.filter((step) => !step.startsWith('...')).map((step) => step.replace(/\(.*$/s, ''));
