import { execSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { tsImport } from 'tsx/esm/api';
import { bundleDeclarations, bundleModules } from './bundle-package.mjs';
import { bundlePage, pageNames } from './bundle-pages.mjs';

// Bundles the package to dist/ and copies what its modules read at run time to the places that it has beside the sources. With `--if-dependency`,
// does so only if npm packs or publishes the package, or installs it from a git repository: a checkout runs from the sources.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isInstall = ['ci', 'install'].includes(process.env['npm_command'] ?? '');
// npm sets this variable when it prepares a git dependency.
const isDependency = !isInstall || '_PACOTE_NO_PREPARE_' in process.env;
// The best quality takes ten times as long, for a tenth of the size.
const compression = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

async function build() {
  rmSync('dist', { recursive: true, force: true });
  execSync('npx tsc --project tsconfig.build.json', { stdio: 'inherit' });
  await bundleDeclarations('dist/declarations');
  rmSync('dist/declarations', { recursive: true });
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
  const { namedWorlds } = await tsImport('../src/store/named-worlds.ts', import.meta.url);
  const { loadWorldTables } = await tsImport('../src/store/world.ts', import.meta.url);
  for (const name of namedWorlds) loadWorldTables(`fixtures/worlds/${name}`, Date.now());

  const { readCaseFiles } = await tsImport('../src/cases/case-files.ts', import.meta.url);
  writeFileSync('dist/fixtures/cases.json', JSON.stringify(Object.fromEntries(readCaseFiles())));

  mkdirSync('dist/pages');
  for (const page of pageNames) {
    const { 'licenses.txt': licenses, ...files } = Object.fromEntries(await bundlePage(page));
    // Files of any content, in one text of which each character is a byte.
    const texts = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('latin1')]);
    const archive = JSON.stringify(Object.fromEntries(texts));
    writeFileSync(`dist/pages/${page}.json.br`, brotliCompressSync(archive, { params: compression }));
    writeFileSync(`dist/pages/${page}-licenses.txt`, licenses);
  }
}

if (isDependency || !process.argv.includes('--if-dependency')) await build();
