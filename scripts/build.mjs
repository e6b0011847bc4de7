import { execSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePage, pageNames } from './bundle-pages.mjs';
import { compileWorldValidators } from './world-validators.mjs';

// Compiles to dist/ and copies what the compiled modules read at run time. dist/ has the folders of the sources, so that a path
// relative to `import.meta.url` is right in both.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
execSync('npx tsc --project tsconfig.build.json', { stdio: 'inherit' });

for (const path of ['schema.graphql', 'fixtures', 'src', 'conformance', 'tools'])
  cpSync(path, `dist/${path}`, {
    recursive: true,
    filter: (source) =>
      statSync(source).isDirectory()
        ? !['documents', 'oauth', 'recordings', 'releases'].includes(relative('fixtures', source))
        : /\.(json|yaml|graphql|sql)$/.test(source) || basename(dirname(source)) === 'files',
  });

// Compiling the validators of a world takes longer than the rest of a start.
writeFileSync('dist/src/store/world-validators.js', await compileWorldValidators());

for (const page of pageNames) {
  mkdirSync(`dist/pages/${page}`, { recursive: true });
  for (const [name, content] of await bundlePage(page)) writeFileSync(`dist/pages/${page}/${name}`, content);
}

/** @type {Set<string>} */
const publicDeclarations = new Set();
/** @param {string} file */
function addDeclarations(file) {
  if (publicDeclarations.has(file)) return;
  publicDeclarations.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)\.ts'/g))
    addDeclarations(normalize(join(dirname(file), `${path}.d.ts`)));
}
// Of the declarations, the package has those that its entries refer to.
const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const { types } of Object.values(entries)) if (types) addDeclarations(normalize(types));
for (const name of readdirSync('dist', { recursive: true })) {
  const file = join('dist', String(name));
  if (file.endsWith('.d.ts') && !publicDeclarations.has(file)) rmSync(file);
}
