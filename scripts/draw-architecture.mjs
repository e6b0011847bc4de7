import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/explanation/architecture.md');

/** The room of a file: its folder below `src`, or `conformance`; undefined for a file of `src` itself, which every room may import. */
const roomOf = (/** @type {string} */ file) => /^(?:src\/)?(conformance|(?<=src\/)[\w-]+)\//.exec(file)?.[1];

/** The modules that a module imports when it runs or later, and not only for their types. */
const importsIn = (/** @type {string} */ code) =>
  [...code.matchAll(/^(?:import|export) (?:(?!type )[^;']*? from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)].map(
    ([, path, laterPath]) => String(path ?? laterPath),
  );

/** Reads which rooms import which: sets of rooms by room. Tests and the pages, which are programs of their own, do not count. */
function readImports() {
  const imports = /** @type {Record<string, Set<string>>} */ ({});
  for (const folder of ['src', 'conformance'])
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      const file = join(folder, String(name).replaceAll('\\', '/'));
      const room = roomOf(file);
      if (!room || room === 'pages' || !/(?<!\.test)\.ts$/.test(file)) continue;
      const found = (imports[room] ??= new Set());
      for (const path of importsIn(readFileSync(join(root, file), 'utf8'))) {
        const imported = roomOf(join(dirname(file), path));
        if (imported && imported !== room && imported !== 'pages') found.add(imported);
      }
    }
  return imports;
}

/** Draws the rooms and their imports as a diagram of Mermaid, without the arrows that lead past another room. */
export function drawArchitecture() {
  const imports = readImports();
  /** @returns {boolean} */
  const reaches = (/** @type {string} */ from, /** @type {string} */ to, seen = new Set([from])) =>
    [...(imports[from] ?? [])].some((each) => each === to || (!seen.has(each) && reaches(each, to, seen.add(each))));
  const arrows = Object.entries(imports).flatMap(([from, rooms]) =>
    [...rooms]
      // A room that is imported in a circle is no way past it.
      .filter(
        (to) =>
          ![...rooms].some((each) => each !== to && reaches(each, to, new Set([from, each])) && !reaches(to, each)),
      )
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['flowchart TD', ...arrows.toSorted()].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, text.replace(/(?<=```mermaid\n).*?(?=\n```)/s, drawArchitecture));
}
