import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumPath, chromiumSkipReason } from '../support/chromium.ts';
import { packPackage } from '../package/pack.ts';

// Packs the package, installs it with what the examples need into a folder above their copies, and runs their tests.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-examples-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const names = ['vitest', 'playwright', 'contract'];
const npm = (cwd: string, ...args: string[]) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts'], { cwd, stdio: 'pipe' });

interface Lockfile {
  lockfileVersion: number;
  packages: Record<string, { devDependencies?: Record<string, string>; version?: string }>;
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
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { devDependencies: Record<string, string> };
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
    Object.assign(devDependencies, manifest.devDependencies);
  }
  const write = (file: string, value: object) => writeFileSync(join(folder, file), JSON.stringify(value));
  write('package.json', { private: true, devDependencies });
  write('package-lock.json', { lockfileVersion: 3, packages: { '': { devDependencies }, ...packages } });
  npm(folder, 'install', '--no-save', packPackage(folder).file);
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

test('the example "vitest" passes its tests, and makes the same contract each time', () => {
  const example = join(folder, 'vitest');
  assert.match(runTests(example), /Tests +25 passed \(25\)/);

  const file = join(example, 'meetings.test.js');
  const source = readFileSync(file, 'utf8');
  const collecting = source.replace(
    "import { test } from 'plenum/vitest';",
    "import { createTest } from 'plenum/vitest';\nconst test = createTest({ contract: 'web.json' });",
  );
  assert.notEqual(collecting, source);
  writeFileSync(file, collecting);
  const [first, second] = ['first', 'second'].map(() => {
    rmSync(join(example, 'web.json'), { force: true });
    runTests(example, ['meetings.test.js']);
    return readFileSync(join(example, 'web.json'), 'utf8');
  });
  assert.equal(first, second);
  assert.match(first!, /createMeeting/);
  const verify = ['plenum', 'verify', 'web.json', '--dialect', 'specification'];
  const { status, stdout, stderr } = spawnSync('npx', verify, { cwd: example, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

test('the example "playwright" passes its tests in a browser', { skip: chromiumSkipReason }, async () => {
  const environment = { PORT: String(await findFreePort()), CHROMIUM: chromiumPath };
  // More workers start more browsers, which a small machine has to share; tests run at the same time with a few too.
  assert.match(runTests(join(folder, 'playwright'), ['--workers=4'], environment), /^ *22 passed/m);
});

test('the example "contract" holds what its test asks, and release 0.31 refuses one of its documents', () => {
  const example = join(folder, 'contract');
  assert.match(runTests(example), /^(#|ℹ) pass 3$/m);
  const verify = ['run', 'verify', '--', 'decidim-0.31,decidim-0.32', '--out', 'report'];
  const { status, stdout } = spawnSync('npm', verify, {
    cwd: example,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /^✘ web\/query ProposalFiles as anonymous/m);
  assert.match(stdout, /the server says: Field 'fileSize' doesn't exist on type 'Attachment'/);
  assert.match(stdout, /✘ not conformant: 1 passed, 2 failed {2}✔ conformant: 3 passed/);
  for (const release of ['decidim-0.31', 'decidim-0.32'])
    assert.ok(existsSync(join(example, 'report', `web-${release}`, 'report.html')), release);
});

test('the lockfiles of the examples have no download addresses', () => {
  for (const name of names) {
    const file = join(root, 'examples', name, 'package-lock.json');
    assert.ok(existsSync(file), file);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /"resolved"/);
  }
});
