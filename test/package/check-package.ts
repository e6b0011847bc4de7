import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { startProcess } from '../support/process.ts';
import { packPackage } from './pack.ts';

// Packs the package, installs it into an empty project, and uses it there as others do.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-package-'));
const project = join(folder, 'project');
/** What npx starts, after it has looked for it. */
const plenum = join(project, 'node_modules/.bin/plenum');
after(() => rmSync(folder, { recursive: true, force: true }));

let tarball: string;
let installation: string;

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const runScript = (code: string, type = 'module'): string =>
  run(process.execPath, `--input-type=${type}`, '--eval', code);
const install = (...packages: string[]): string =>
  run('bash', '-c', `npm install --no-audit --no-fund ${packages.join(' ')} 2>&1`);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<string, string>;
  exports: Record<string, { default: string }>;
};

before(() => {
  cpSync(join(root, 'test/package/consumer'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  tarball = packPackage(folder);
  installation = install(tarball);
});

test('is installed without a warning, and with few packages', (t) => {
  assert.doesNotMatch(installation, /EBADENGINE|deprecated|install scripts/);
  const packages = run('npm', 'ls', '--all', '--omit=dev', '--parseable').split('\n').slice(1);
  const names = packages.map((path) => path.replace(/^.*node_modules\//, ''));
  const megabytes = Number(run('du', '-sk', 'node_modules').split('\t')[0]) / 1000;
  const packed = statSync(tarball).size / 1e6;
  t.diagnostic(`${names.length} packages, ${megabytes.toFixed(1)} MB; ${packed.toFixed(2)} MB packed`);
  for (const name of ['koa', '@koa/router', 'lowdb', 'ajv', 'graphql', '@graphql-tools/utils'])
    assert.ok(names.includes(name), name);
  // Babel, with which documents finds templates in programs, is 66 of them.
  assert.ok(names.length <= 170);
  assert.ok(megabytes <= 62);
  assert.ok(packed <= 6);
});

test('has no problem that publint finds', async () => {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test('has the schemas that the files of a world name', () => {
  const world = join(root, 'examples/own-world/world');
  for (const file of readdirSync(world)) {
    const { $schema } = JSON.parse(readFileSync(join(world, file), 'utf8')) as { $schema: string };
    assert.ok(existsSync(join(project, 'world', $schema)), $schema);
  }
  run(plenum, 'world', 'generate', '--out', 'generated', '--records', 'proposals=1');
  const { $schema } = JSON.parse(readFileSync(join(project, 'generated/proposals.json'), 'utf8')) as {
    $schema: string;
  };
  assert.equal($schema, '../node_modules/plenum/dist/schemas/proposals.schema.json');
  assert.match(run(plenum, 'world', 'check', '--world', 'generated'), /generated is valid/);
});

test('npx plenum prints its version', () => {
  assert.equal(run('npx', 'plenum', '--version'), manifest.version);
});

test('npx plenum serves, also the pages', async (t) => {
  const server = startProcess(t, 'bash', ['-c', 'cd "$0" && exec npx plenum serve --port 0 --memory', project]);
  const url = await server.waitForUrl();
  for (const name of ['home', 'console', 'explorer']) {
    const script = await fetch(new URL(`/__pages/${name}/main.js`, url));
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8', name);
    for (const [, chunk] of (await script.text()).matchAll(/"\.\.(\/chunk-\w+\.js)"/g))
      assert.equal((await fetch(new URL(`/__pages${chunk}`, url))).status, 200, chunk);
  }
});

test('entries are imported and required, and their stand-in answers', () => {
  const output = runScript(`
    import { createStandIn } from 'plenum';
    import 'plenum/node-test';
    import 'plenum/conformance';
    const standIn = await createStandIn({ dialect: 'decidim-0.32' });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"query":"{ component(id: 2) { id } }"}' };
    console.log(await (await fetch(standIn.url, init)).text());
    await standIn.close();
  `);
  assert.match(output, /^\{"data":\{"component":\{"id":"2"\}\}\}$/m);
  assert.equal(runScript(`console.log(typeof require('plenum').createStandIn)`, 'commonjs'), 'function');
});

test('plenum conform passes, and names files of cases that are there', () => {
  assert.match(run(plenum, 'conform', '--only', 'answer/accepted', '--accept-partial'), /✔ No difference/);
  const file = runScript(`import { loadCases } from 'plenum/conformance'; console.log(loadCases()[0].source.file);`);
  assert.ok(existsSync(join(project, file)), file);
});

test('a command that needs a package which is not installed names it', () => {
  for (const [name, args] of Object.entries({
    pg: ['serve', '--store', 'postgres://localhost/plenum'],
    '@modelcontextprotocol/server': ['mcp'],
  })) {
    const { status, stderr } = spawnSync(plenum, args, { cwd: project, encoding: 'utf8' });
    assert.match(stderr, new RegExp(`needs ${name}: npm install ${name}\n$`));
    assert.equal(status, 2);
  }
});

test('plenum documents finds those of programs', () => {
  writeFileSync(join(project, 'a.ts'), 'export const document = gql`{ component(id: 1) { id } }`;');
  assert.match(run(plenum, 'documents'), /accepted/);
});

test('is imported from TypeScript, as Node.js and as a bundler resolve modules', () => {
  install(`@types/node@${manifest.devDependencies['@types/node']}`);
  const flags = ['--target', 'es2023', '--lib', 'es2023', '--types', 'node', '--strict', '--noEmit'];
  for (const [moduleResolution, module] of Object.entries({ nodenext: 'nodenext', bundler: 'preserve' })) {
    const resolution = ['--module', module, '--moduleResolution', moduleResolution];
    assert.equal(run(join(root, 'node_modules/.bin/tsc'), ...flags, ...resolution, 'consumer.ts'), '');
  }
});
