import { execSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build-pages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Whether a path is a folder or a file that a module reads. */
const isRead = (/** @type {string} */ path) =>
  /\.(json|graphql|sql)$|shared\/style\.css$/.test(path) || statSync(path).isDirectory();

/** Compiles each module to the path in `dist` that it has here, copies the files that modules read beside them, and bundles the pages. */
async function build() {
  rmSync('dist', { recursive: true, force: true });
  execSync('npx tsc --project tsconfig.build.json', { stdio: 'inherit' });
  removeUnusedDeclarations();

  for (const path of ['schema.graphql', 'fixtures/cases', 'fixtures/examples', 'fixtures/pictures', 'fixtures/worlds'])
    cpSync(path, join('dist', path), { recursive: true });
  for (const path of ['src', 'conformance']) cpSync(path, join('dist', path), { recursive: true, filter: isRead });

  execSync('node --import tsx scripts/generate-world-schemas.ts dist/schemas', { stdio: 'inherit' });
  execSync('node --import tsx scripts/prepare-data.ts dist', { stdio: 'inherit' });

  for (const [path, content] of await buildPages()) {
    const file = join('dist/pages', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Removes the declarations that those of the entries do not need. */
function removeUnusedDeclarations() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).flatMap(({ types = [] }) => types);
  const listed = execSync(
    `npx tsc --ignoreConfig --module nodenext --noEmit --skipLibCheck --listFilesOnly ${entries.join(' ')}`,
  );
  const used = new Set(
    listed
      .toString()
      .split('\n')
      .map((path) => resolve(path.trim())),
  );
  for (const file of readdirSync('dist', { recursive: true }).map((each) => resolve('dist', String(each))))
    if (file.endsWith('.d.ts') && !used.has(file)) rmSync(file);
}

await build();
