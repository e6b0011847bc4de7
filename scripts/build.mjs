import { execSync } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Compiles to dist/ and copies what the compiled modules read at run time. The folders stay as they are in the sources, so that a
// path relative to `import.meta.url` is right in both.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist', { recursive: true, force: true });
execSync('npx tsc --project tsconfig.build.json', { stdio: 'inherit' });

for (const path of ['schema.graphql', 'fixtures', 'src', 'conformance', 'tools']) {
  cpSync(path, `dist/${path}`, {
    recursive: true,
    filter: (source) =>
      source !== 'fixtures/recorded' && (statSync(source).isDirectory() || /\.(json|graphql)$/.test(source)),
  });
}
