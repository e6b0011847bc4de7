import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { bundleDeclarations, bundleModules } from './bundle-package.mjs';
import { buildPages } from './build-pages.mjs';
import { setAddress } from './set-address.mjs';

// Bundles the package to dist/ and copies what its modules read at run time to the places that it has beside the sources. With `--if-dependency`,
// does so only if npm packs or publishes the package, or installs it from a git repository: a checkout runs from the sources.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isInstall = ['ci', 'install'].includes(process.env['npm_command'] ?? '');
// npm sets this variable when it prepares a git dependency.
const isDependency = !isInstall || '_PACOTE_NO_PREPARE_' in process.env;
const compress = promisify(brotliCompress);

async function build() {
  rmSync('dist', { recursive: true, force: true });
  await bundleDeclarations();
  await bundleModules();

  for (const path of ['schema.graphql', 'fixtures', 'src', 'conformance', 'tools'])
    cpSync(path, `dist/${path}`, {
      recursive: true,
      filter: (source) =>
        statSync(source).isDirectory()
          ? !['cases', 'documents', 'oauth', 'recordings', 'releases'].includes(relative('fixtures', source)) &&
            !/expectations\/decidim-(?!0\.32\.2$)/.test(source)
          : /\.(json|yaml|graphql|sql)$/.test(source) ||
            basename(dirname(source)) === 'files' ||
            source.endsWith('blocking-requests.js'),
    });

  // A server loads these worlds without validating them.
  const { namedWorlds, worldFolder } = await tsImport('../src/store/named-worlds.ts', import.meta.url);
  const { loadWorldTables } = await tsImport('../src/store/world.ts', import.meta.url);
  for (const name of namedWorlds) loadWorldTables(worldFolder(name), Date.now());

  const { readCaseFiles } = await tsImport('../src/cases/case-files.ts', import.meta.url);
  const cases = JSON.stringify(Object.fromEntries(readCaseFiles()));
  writeFileSync('dist/fixtures/cases.json.br', await compress(cases));

  for (const [name, content] of await buildPages()) {
    mkdirSync(dirname(`dist/pages/${name}`), { recursive: true });
    writeFileSync(`dist/pages/${name}`, content);
  }
}

// npm reads package.json again after this.
if (process.env['npm_command'] === 'publish') setAddress('package.json', process.env);
if (isDependency || !process.argv.includes('--if-dependency')) await build();
