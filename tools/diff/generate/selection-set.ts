/** The steps from the operation to a field: fields with their arguments, and `... on TYPE`. */
export type SelectionPath = readonly string[];

interface StepTree extends Map<string, StepTree> {}

/** Prints one selection set that contains every path; common steps occur once. */
export function printSelectionSet(paths: readonly SelectionPath[]): string {
  const root: StepTree = new Map();
  for (const path of paths) {
    let tree = root;
    for (const step of path) {
      if (!tree.has(step)) tree.set(step, new Map());
      tree = tree.get(step)!;
    }
  }
  return printTree(root);
}

const printTree = (tree: StepTree): string =>
  `{ ${[...tree].map(([step, below]) => (below.size === 0 ? step : `${step} ${printTree(below)}`)).join(' ')} }`;

/** The response keys of the fields on a path. */
export const responseKeys = (path: SelectionPath): string[] =>
  path.filter((step) => !step.startsWith('...')).map((step) => step.replace(/[ (].*$/s, ''));
