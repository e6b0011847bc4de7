import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pages, root } from './pages.ts';

// What is installed or written is not in every checkout.
const topLevel = new Set(readdirSync(root).filter((name) => !['node_modules', 'data', 'dist'].includes(name)));
const fence = /^```(\w*)\n(.*?)^```$/gms;
const path = /(?<![\w./:@-])[\w*<>-][\w.*<>-]*(?:\/[\w.*<>-]+)+/g;
const sourceFile = /\.(?:tsx?|mjs|json|graphql|md|sql|css)$/;

/** The paths of this repository that a page names: in backticks, and in listings without a language. */
function pathsIn(text: string): string[] {
  const inline = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  const listings = [...text.matchAll(fence)].filter(([, language]) => language === '').map(([, , code]) => code!);
  const words = [
    ...inline.filter((code) => code.replace(path, '').replace(/^\/$/, '') === ''),
    ...listings.flatMap((code) => code.match(path) ?? []),
  ];
  return words.filter((word) => topLevel.has(word.split('/')[0]!) || sourceFile.test(word));
}

/** Whether there is a file or folder; `*` and `<…>` stand for any name, and a module may be named without `.ts`. */
function exists(folder: string, [name, ...rest]: string[]): boolean {
  if (name === undefined || name === '') return existsSync(folder);
  if (!/[*<]/.test(name))
    return exists(join(folder, name), rest) || (rest.length === 0 && existsSync(join(folder, `${name}.ts`)));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const pattern = new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/\*|<[^>]*>/g, '.+')}$`);
  return readdirSync(folder).some((each) => pattern.test(each) && exists(join(folder, each), rest));
}

const isThere = (page: string, named: string): boolean =>
  ['', 'src', dirname(page)].some((base) => exists(join(root, base), named.split('/')));

for (const page of pages)
  test(`${page} names files and folders that exist`, () => {
    const named = pathsIn(readFileSync(join(root, page), 'utf8'));
    assert.deepEqual(
      named.filter((each) => !isThere(page, each)),
      [],
    );
  });
