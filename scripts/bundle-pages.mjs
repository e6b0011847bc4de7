import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * The programs of each page: the page itself, and the workers of its editor.
 * @type {Record<string, Record<string, string>>}
 */
const programs = {
  home: { main: 'src/pages/home/main.tsx' },
  console: { main: 'src/pages/console/main.tsx' },
  explorer: {
    main: 'src/pages/explorer/main.tsx',
    'editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
    'json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
    'graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
  },
};

export const pageNames = Object.keys(programs);

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The licenses of the packages in a bundle, by the paths of its sources.
 * @param {string[]} paths
 */
function licensesOf(paths) {
  const folders = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  const texts = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/i.test(each));
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : '';
    return `${name} ${version}, license: ${license}\n\n${text}\n`;
  });
  return texts.join('\n---\n\n');
}

/**
 * Bundles a page for browsers. Returns its files by name: `main.js`, `main.css`, what they load, and the licenses of what they contain.
 * @param {string} page
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function bundlePage(page) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs[page],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.ttf': 'file', '.md': 'text' },
    logLevel: 'silent',
  });
  const licenses = Buffer.from(licensesOf(Object.keys(metafile.inputs)));
  return new Map([
    ...outputFiles.map(({ path, contents }) => /** @type {const} */ ([basename(path), contents])),
    ['licenses.txt', licenses],
  ]);
}
