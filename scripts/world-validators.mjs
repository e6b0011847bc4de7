import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

/** Compiles the validators of `src/store/world-validators.ts`: the text of a module with the same export. */
export async function compileWorldValidators() {
  const [{ kinds }, { createRecordAjv }] = await Promise.all(
    // tsc has written them to dist/.
    ['kinds', 'record-validators'].map((name) => import(new URL(`../dist/src/store/${name}.js`, import.meta.url).href)),
  );
  const ajv = createRecordAjv(true, { source: true, esm: true, formats: _`ajvFormats` });
  const names = Object.keys(kinds);
  for (const name of names) ajv.addSchema(kinds[name].schema, name);
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  return `import { createRequire } from 'node:module';
import { ajvFormats } from './time.js';
const require = createRequire(import.meta.url);
${code}
const validators = { ${names.join(', ')} };
export const worldValidator = (kind) => validators[kind];
`;
}
