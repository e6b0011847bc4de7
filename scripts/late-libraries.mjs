import { build } from 'esbuild';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { tsImport } from 'tsx/esm/api';

// Parts of the package in CommonJS, which code that cannot wait loads when it is used.

/**
 * Writes a file, and returns the paths of its sources.
 * @param {import('esbuild').BuildOptions} options
 */
async function bundle(options) {
  const { metafile } = await build({
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'node',
    target: 'node20.19',
    ...options,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/** Writes ajv to a file, and returns the paths of its sources. */
export const bundleAjv = (/** @type {string} */ outfile) =>
  bundle({ stdin: { contents: "export { Ajv, _ } from 'ajv';", resolveDir: '.' }, outfile });

/** Writes the validators of a world's records to a file, whose export creates them from the formats of `src/store/time.ts`. */
export async function bundleWorldValidators(/** @type {string} */ outfile) {
  const { kinds } = await tsImport('../src/store/kinds.ts', import.meta.url);
  const { createRecordAjv } = await tsImport('../src/store/validate.ts', import.meta.url);
  const ajv = createRecordAjv(true, { source: true, formats: _`formats` });
  const names = Object.keys(kinds);
  for (const name of names) ajv.addSchema(kinds[name].schema, name);
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const contents = `module.exports = (formats) => { const exports = {}; ${code}\nreturn exports; };`;
  return bundle({ stdin: { contents, resolveDir: '.' }, outfile });
}
