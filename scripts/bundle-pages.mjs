import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { build } from 'esbuild';

/** The programs of the pages: each page itself, and the workers of the editor. */
const programs = {
  'home/main': 'src/pages/home/main.tsx',
  'console/main': 'src/pages/console/main.tsx',
  'explorer/main': 'src/pages/explorer/main.tsx',
  'explorer/editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
  'explorer/json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'explorer/graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
};

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
 * What the remaining parts import and never use, by the module that it is in: what compares texts, shows colours and suggestions in the text, repairs
 * mistakes, asks in a window, or shows tables and very long lists.
 * @type {Record<string, string>}
 */
const unusedClasses = {
  diffEditorWidget: 'DiffEditorWidget',
  multiDiffEditorWidget: 'MultiDiffEditorWidget',
  linesDiffComputers: 'linesDiffComputers',
  colorHoverParticipant: 'ColorHoverParticipant',
  inlayHintsHover: 'InlayHintsHover',
  inlineCompletionsHintsWidget: 'InlineSuggestionHintsContentWidget',
  copyPasteController: 'CopyPasteController',
  codeActionController: 'CodeActionController',
  quickInputService: 'QuickInputService',
  selectBox: 'SelectBox',
  tableWidget: 'Table',
  'react-virtual': 'useVirtualizer',
};

/**
 * Leaves out what makes the pages large and nobody misses: parts of the editor, and a formatter of JavaScript for variables.
 * @type {import('esbuild').Plugin}
 */
const smaller = {
  name: 'smaller',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: unusedParts }, ({ importer }) =>
      /editor\/(editor\.all|edcore\.main)\.js$/.test(importer) ? { path: 'unused', namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /^unused$/, namespace: 'unused' }, () => ({ contents: '' }));
    onResolve({ filter: new RegExp(`/(${Object.keys(unusedClasses).join('|')})(\\.js)?$`) }, ({ path }) => ({
      path: unusedClasses[basename(path, '.js')],
      namespace: 'unused class',
    }));
    // The editor asks such a class for an instance: there is none.
    onLoad({ filter: /./, namespace: 'unused class' }, ({ path }) => ({
      contents: `export class ${path} { static get() {} }`,
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
 * Bundles the pages for browsers. Returns their files by path: `main.js` and `main.css` in the folder of each page, and what they load.
 * Processes share a bundle until one of its sources changes, because that of the editor takes seconds.
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function bundlePages() {
  const folder = join(root, 'node_modules/.cache/plenum-pages');
  const cached = join(folder, 'bundle');
  try {
    const { paths, versions, files } = deserialize(readFileSync(cached));
    if (versionsOf(paths).join() === versions.join()) return files;
  } catch {
    // There is no bundle yet, or one of its sources is gone.
  }
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
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
    alias: {
      'framer-motion': './src/pages/explorer/reorder.tsx',
      // This name is that of the same parser for `require`, which would be there twice.
      'prettier/parser-graphql': 'prettier/plugins/graphql',
    },
    loader: { '.ttf': 'file' },
    plugins: [smaller],
    logLevel: 'silent',
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !path.startsWith('unused'));
  const files = new Map(
    outputFiles.map(({ path, contents }) => /** @type {const} */ ([relative(join(root, 'out'), path), contents])),
  );
  // The style sheet of a page has the styles of its chunks as well.
  for (const name of files.keys()) if (/^chunk-\w+\.css$/.test(name)) files.delete(name);
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
