import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumSkipReason } from '../support/chromium.ts';
import { type PackedPackage, packPackage } from './pack.ts';

// Packs the package, installs it into the examples that use test frameworks, and runs their tests.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let packed: PackedPackage;
before(() => {
  packed = packPackage(folder);
});

/** Copies an example, and installs what its lockfile lists and the packed package. */
function installExample(name: string): string {
  const copy = join(folder, name);
  cpSync(join(root, 'examples', name), copy, {
    recursive: true,
    filter: (source) => !/node_modules|test-results/.test(source),
  });
  const file = join(copy, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: Record<string, string> };
  // The lockfile cannot list the package, which is packed anew each time.
  delete manifest.devDependencies['plenum'];
  writeFileSync(file, JSON.stringify(manifest));
  const install = (...args: string[]) =>
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: copy, stdio: 'pipe' });
  install('ci');
  install('install', '--no-save', join(folder, packed.filename));
  return copy;
}

function runTests(cwd: string, environment: Record<string, string> = {}): string {
  // The runner of this test would collect the results itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const result = spawnSync('npm', ['test'], { cwd, encoding: 'utf8', env: { ...env, NO_COLOR: '1', ...environment } });
  assert.equal(result.status, 0, result.stdout + result.stderr);
  return result.stdout;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the example "vitest" passes its tests', () => {
  assert.match(runTests(installExample('vitest')), /Tests +24 passed \(24\)/);
});

test('the example "playwright" passes its tests in a browser', { skip: chromiumSkipReason }, async () => {
  const environment = { PORT: String(await findFreePort()), CHROMIUM: process.env['CHROMIUM'] ?? '/usr/bin/chromium' };
  assert.match(runTests(installExample('playwright'), environment), /^ *22 passed/m);
});

test('the lockfiles of the examples have no download addresses', () => {
  for (const name of ['vitest', 'playwright']) {
    const file = join(root, 'examples', name, 'package-lock.json');
    assert.ok(existsSync(file), file);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"resolved"/);
  }
});
