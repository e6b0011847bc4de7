import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import { tsImport } from 'tsx/esm/api';

/** Compiles the validators of `src/store/world-validators.ts`: the text of a module with the same export. */
export async function compileWorldValidators() {
  const { kinds } = await tsImport('../src/store/kinds.ts', import.meta.url);
  const { createRecordAjv } = await tsImport('../src/store/record-validators.ts', import.meta.url);
  const ajv = createRecordAjv(true, { source: true, esm: true, formats: _`ajvFormats` });
  const names = Object.keys(kinds);
  for (const name of names) ajv.addSchema(kinds[name].schema, name);
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const text = `import { ajvFormats } from './time.ts';
${code}
const validators = { ${names.join(', ')} };
export const worldValidator = (kind) => validators[kind];
`;
  return (await transform(text, { minify: true })).code;
}
