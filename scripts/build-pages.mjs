import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Bundles the pages for browsers. Returns their files by path: `main.js` and `main.css` in the folder of each page, the chunks that they load, and the
 * licenses of the libraries in them.
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function buildPages() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['home', 'console', 'explorer'].map((page) => `src/pages/${page}/main.tsx`),
    outbase: 'src/pages',
    outdir: 'pages',
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
    loader: { '.md': 'text' },
    logLevel: 'silent',
  });
  const files = outputFiles.map(
    ({ path, contents }) => /** @type {const} */ ([relative(`${root}pages`, path), contents]),
  );
  return new Map([...files, ['licenses.txt', Buffer.from(licensesOf(Object.keys(metafile.inputs)))]]);
}
