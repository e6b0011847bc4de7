import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumPath, chromiumSkipReason } from '../support/page.ts';
import { packPackage } from '../package/pack.ts';

// Packs the package, installs it with what the examples need into a folder above their copies, and runs their tests.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const names = ['vitest', 'playwright'];
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd, stdio: 'pipe' });

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
}

interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, Partial<Manifest> & { version?: string }>;
}

before(() => {
  const packages: Lockfile['packages'] = {};
  const devDependencies: Record<string, string> = {};
  for (const name of names) {
    const example = join(folder, name);
    cpSync(join(root, 'examples', name), example, {
      recursive: true,
      filter: (source) => !/node_modules|test-results/.test(source),
    });
    const file = join(example, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    // The lockfile cannot list the package, which is packed anew each time.
    delete manifest.devDependencies['plenum'];
    writeFileSync(file, JSON.stringify(manifest));
    // Fails if the lockfile does not belong to the manifest.
    npm(example, 'ci', '--dry-run');
    const lockfile = JSON.parse(readFileSync(join(example, 'package-lock.json'), 'utf8')) as Lockfile;
    for (const [path, locked] of Object.entries(lockfile.packages).filter(([each]) => each !== '')) {
      assert.equal(locked.version, (packages[path] ?? locked).version, `${path} has another version in ${name}`);
      packages[path] = locked;
    }
    Object.assign(devDependencies, manifest.dependencies, manifest.devDependencies);
  }
  const write = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value));
  write('package.json', { private: true, devDependencies });
  write('package-lock.json', { lockfileVersion: 3, packages: { '': { devDependencies }, ...packages } });
  npm(folder, 'install', '--no-save', packPackage(folder));
});

function runTests(cwd: string, args: string[] = [], environment: Record<string, string> = {}): string {
  // The runner of this test would collect the results itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd, encoding: 'utf8', env: { ...env, NO_COLOR: '1', ...environment } } as const;
  const result = spawnSync('npm', ['test', '--', ...args], options);
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
  assert.match(runTests(join(folder, 'vitest'), ['--testTimeout=30000']), /Tests +29 passed \(29\)/);
});

test('the example "playwright" passes its tests in a browser', { skip: chromiumSkipReason }, async () => {
  const environment = { PORT: String(await findFreePort()), CHROMIUM: chromiumPath };
  // More workers start more browsers, which a small machine has to share; tests run at the same time with two too.
  assert.match(runTests(join(folder, 'playwright'), ['--workers=2'], environment), /^ *6 passed/m);
});

test('the lockfiles of the examples have no download addresses', () => {
  for (const name of names) {
    const file = join(root, 'examples', name, 'package-lock.json');
    assert.ok(existsSync(file), file);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"resolved"/);
  }
});
