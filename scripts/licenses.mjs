import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The licenses of the packages in a bundle, by the paths of its sources. Packages with the same text share it.
 * @param {string[]} paths
 */
export function licensesOf(paths) {
  const folders = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  const packages = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : '';
    return { title: `${name} ${version}, license: ${license}\n`, text };
  });
  return [...new Set(packages.map(({ text }) => text))]
    .map((text) => {
      const titles = packages.filter((each) => each.text === text).map(({ title }) => title);
      return `${titles.join('')}\n${text}\n`;
    })
    .join('\n---\n\n');
}
