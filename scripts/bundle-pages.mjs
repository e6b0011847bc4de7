import { basename } from 'node:path';
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

/**
 * Bundles a page for browsers. Returns its files by name: `main.js`, `main.css` and what they load.
 * @param {string} page
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function bundlePage(page) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: programs[page],
    outdir: 'out',
    write: false,
    bundle: true,
    minify: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.ttf': 'file' },
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
}
