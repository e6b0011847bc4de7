import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

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

/** What the editor offers beyond typing, completion, hints, marks, folding and search: parts of an editor for whole projects. */
const unusedParts = new RegExp(
  `/(${[
    'anchorSelect|codeAction|codelens|colorPicker|diffEditor|diffEditorBreadcrumbs|dnd|documentSymbols|dropOrPasteInto|fontZoom|gotoError',
    'inPlaceReplace|indentation|inlayHints|inlineCompletions|inlineEdits?|inlineProgress|inspectTokens|iPadShowKeyboard|linkedEditing|links',
    'longLinesHelper|quickAccess|readOnlyMessage|referenceSearch|rename|sectionHeaders|semanticTokens|snippet|stickyScroll',
    'toggleHighContrast|unicodeHighlighter|unusualLineTerminators|wordPartOperations',
  ].join('|')})/|suggestInlineCompletions`,
);

/**
 * Leaves out what makes the pages large and nobody misses: parts of the editor, the fonts of GraphiQL, and a formatter of JavaScript for
 * variables.
 * @type {import('esbuild').Plugin}
 */
const smaller = {
  name: 'smaller',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: unusedParts }, ({ importer }) =>
      /editor\/(editor\.all|edcore\.main)\.js$/.test(importer) ? { path: 'unused', namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /^unused$/, namespace: 'unused' }, () => ({ contents: '' }));
    onLoad({ filter: /graphiql\/dist\/style\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /@font-face\s*\{[^}]*font-family:\s*(Roboto|"?Fira Code)[^}]*\}/g,
        '',
      ),
      loader: 'css',
    }));
    onLoad({ filter: /@graphiql\/react\/dist\/utility\/jsonc\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replace(
          /async function formatJSONC\(content\) \{.*?\n\}/s,
          `async function formatJSONC(content) {
          const edits = format(content, undefined, { tabSize: 2, insertSpaces: true });
          return applyEdits(content, edits);
        }`,
        )
        .replace('import { parse,', 'import { applyEdits, format, parse,'),
    }));
  },
};

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * What changes if one of these files of the checkout does.
 * @param {string[]} paths
 */
const versionsOf = (paths) =>
  paths.map((path) => {
    const { mtimeMs, size } = statSync(join(root, path));
    return `${path} ${mtimeMs} ${size}`;
  });

/**
 * Bundles a page for browsers. Returns its files by name: `main.js`, `main.css`, what they load, and the licenses of what they contain. Processes
 * share a bundle until one of its sources changes, because that of the editor takes seconds.
 * @param {string} page
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function bundlePage(page) {
  const folder = join(root, 'node_modules/.cache/plenum-pages');
  const cached = join(folder, page);
  try {
    const { paths, versions, files } = deserialize(readFileSync(cached));
    if (versionsOf(paths).join() === versions.join()) return files;
  } catch {
    // There is no bundle yet, or one of its sources is gone.
  }
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
    plugins: [smaller],
    logLevel: 'silent',
  });
  const sources = Object.keys(metafile.inputs);
  const files = new Map([
    ...outputFiles.map(({ path, contents }) => /** @type {const} */ ([basename(path), contents])),
    ['licenses.txt', Buffer.from(licensesOf(sources))],
  ]);
  const paths = [...sources, 'scripts/bundle-pages.mjs', 'node_modules/.package-lock.json'];
  const unfinished = `${cached}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(unfinished, serialize({ paths, versions: versionsOf(paths), files }));
    renameSync(unfinished, cached);
  } catch {
    // In a checkout that cannot be written, each process bundles for itself.
  }
  return files;
}
