import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { generateApiReports } from '../../scripts/generate-api-reports.ts';
import { startProcess } from '../support/process.ts';
import { type PackedPackage, packPackage } from './pack.ts';

// Packs the package, installs it into an empty project, and uses it there as others do.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-package-'));
const project = join(folder, 'project');
after(() => rmSync(folder, { recursive: true, force: true }));

let packed: PackedPackage;
let installation: string;

const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
const runScript = (code: string, type = 'module'): string =>
  run(project, process.execPath, `--input-type=${type}`, '--eval', code).trim();

before(() => {
  packed = packPackage(folder);
  cpSync(join(root, 'test/package/consumer'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const packages = [packed.file, `@types/node@${devDependencies['@types/node']}`].join(' ');
  installation = run(project, 'bash', '-c', `npm install --no-audit --no-fund ${packages} 2>&1`);
});

test('has a moderate size', (t) => {
  const { files, size, unpackedSize } = packed;
  t.diagnostic(`${files.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`);
  assert.ok(size < 2_000_000);
  assert.ok(files.length <= 300);
});

test('contains what runs, and nothing else', () => {
  const allowed = [
    /^(LICENSE|(README|CHANGELOG|CONTRIBUTING|SKILL|examples\/README)\.md|llms\.txt|package\.json)$/,
    /^docs\/([\w-]+\.(md|webp|svg)|decisions\/[\w-]+\.md)$/,
    /^dist\/([\w-]+\.(c?js|d\.ts)|licenses\.txt|schema\.graphql)$/,
    /^dist\/fixtures\/(cases\.json\.br|worlds\/[\w-]+\/[\w-]+\.json)$/,
    /^dist\/fixtures\/worlds\/town\/files\/[\w-]+\.(jpeg|jpg|pdf)$/,
    /^dist\/pages\/(licenses\.txt|((home|explorer|console)\/)?[\w-]+\.(js|css))$/,
    /^dist\/(src|conformance|tools)\/[\w./~-]+\.(json|graphql)$/,
    /^dist\/src\/stand-in\/remote\/blocking-requests\.js$/,
    /^dist\/src\/store\/postgres\/migrations\/\d{4}-[\w-]+\.sql$/,
  ];
  const forbidden = /\.test\.|\/recordings\/|(^|\/)test\/|bench|generate-types/;
  const unexpected = packed.files.filter(
    ({ path }) => forbidden.test(path) || !allowed.some((pattern) => pattern.test(path)),
  );
  assert.deepEqual(unexpected, []);
});

for (const page of ['README.md', 'CHANGELOG.md'])
  test(`has the pages and pictures that ${page} links to`, () => {
    const files = new Set(packed.files.map(({ path }) => path));
    const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)];
    assert.ok(links.length > 20);
    assert.deepEqual(
      links.map(([, path]) => path!).filter((path) => !files.has(path)),
      [],
    );
  });

test('declares what the reports of its API show', () => {
  for (const [file, text] of Object.entries(generateApiReports()))
    assert.equal(readFileSync(join(root, file), 'utf8'), text, `${file}: run npm run codegen, and commit what changes`);
});

test('is installed without a warning, for any supported version of Node.js', () => {
  assert.doesNotMatch(installation, /EBADENGINE|deprecated/);
});

test('has no problem that publint finds', async () => {
  const tarball = readFileSync(packed.file);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
});

test('has types that TypeScript finds wherever it looks for them', async () => {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed.file)));
  assert.ok(analysis.types);
  const problems = analysis.problems.filter(
    (problem) =>
      // The package has ES modules only, which `require` loads too since Node.js 20.19.
      problem.kind !== 'CJSResolvesToESM' &&
      // This way of resolution, from before Node.js 12, does not read `exports`.
      !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  assert.deepEqual(problems, []);
});

for (const [moduleResolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'preserve'],
])
  test(`is imported from TypeScript with moduleResolution ${moduleResolution}`, () => {
    const flags = ['--target', 'es2023', '--lib', 'es2023', '--types', 'node', '--strict', '--noEmit'];
    const resolution = ['--module', module!, '--moduleResolution', moduleResolution!];
    const tsc = join(root, 'node_modules/.bin/tsc');
    assert.equal(run(project, tsc, ...flags, ...resolution, 'consumer.ts'), '');
  });

test('is imported from JavaScript', () => {
  const output = runScript(`
    import { createStandIn } from 'plenum';
    import { runConformance } from 'plenum/conformance';
    for (const dialect of ['specification', 'decidim-0.32']) {
      const standIn = await createStandIn({ dialect });
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"query":"{ component(id: 2) { id } }"}' };
      const responses = [await standIn.fetch('/api', init), await fetch(standIn.url, init)];
      for (const response of responses) console.log(await response.text());
      await standIn.close();
    }
    const { sentence } = await runConformance({ only: 'http/' });
    console.log(sentence);
  `);
  const response = '{"data":{"component":{"id":"2"}}}';
  assert.deepEqual(output.split('\n').slice(0, -1), [response, response, response, response]);
  assert.match(output, /\nNo difference in \d+ cases of write mode \(only http\/\): \d+ passed, \d+ not applicable\.$/);
});

test('is loaded by require', () => {
  assert.equal(runScript(`console.log(typeof require('plenum').createStandIn)`, 'commonjs'), 'function');
});

test('npx plenum prints its version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  assert.equal(run(project, 'npx', 'plenum', '--version').trim(), version);
});

test('npx plenum serves, without a TypeScript compiler', async (t) => {
  const plenum = startProcess(t, 'bash', ['-c', 'cd "$0" && exec npx plenum serve --port 0 --memory', project]);
  const response = await fetch(await plenum.waitForUrl(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ organization { name { translation(locale: "en") } } }' }),
  });
  assert.deepEqual(await response.json(), { data: { organization: { name: { translation: 'Town Hall' } } } });
  assert.equal(existsSync(join(project, 'node_modules/tsx')), false);
  for (const [path, file] of [
    ['/', '/__pages/home/main.js'],
    ['/console', '/__pages/console/main.js'],
    ['/explorer', '/__pages/explorer/main.js'],
  ]) {
    const page = await fetch(new URL(path!, response.url), { headers: { Accept: 'text/html' } });
    assert.match(await page.text(), /<div id="page">/, path);
    const script = await fetch(new URL(file!, response.url));
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8', file);
    const text = await script.text();
    assert.ok(text.length > 1000, file);
    for (const [, chunk] of text.matchAll(/"\.\.(\/chunk-\w+\.js)"/g))
      assert.equal((await fetch(new URL(`/__pages${chunk}`, response.url))).status, 200, chunk);
  }
});

const commands: [name: string, args: string[], status: number, output: RegExp][] = [
  ['check', ['check'], 0, /fixtures\/worlds\/demo is valid/],
  // Every case, because bundling can change what the server does.
  ['conform', ['conform'], 0, /✔ Conformant: \d+ passed/],
  ['conform --coverage', ['conform', '--coverage'], 0, /./],
  ['diff', ['diff', '--help'], 0, /plenum diff/],
  ['record', ['record', '--help'], 0, /plenum record/],
  ['fidelity without recordings', ['fidelity'], 2, /--recordings FOLDER/],
];
for (const [name, args, status, output] of commands)
  test(`runs plenum ${name}`, () => {
    const result = spawnSync('npx', ['plenum', ...args], { cwd: project, encoding: 'utf8' });
    assert.equal(result.status, status, result.stderr);
    assert.match(result.stdout + result.stderr, output);
  });

/** A copy of an example with the installed package. */
test('finds the same problems of a world as the sources', () => {
  const world = join(folder, 'wrong-world');
  cpSync(join(root, 'fixtures/worlds/demo'), world, { recursive: true });
  const edit = (file: string, record: object): void => {
    const path = join(world, file);
    const [first, ...others] = JSON.parse(readFileSync(path, 'utf8')) as object[];
    writeFileSync(path, JSON.stringify([{ ...first, ...record }, ...others]));
  };
  edit('meetings.json', { componentId: 99, startTime: 'soon', extra: 1, latitude: 'north', title: { xx: 'Title' } });
  edit('proposals.json', { state: 'maybe', title: null });
  edit('users.json', { admin: 'yes' });
  const check = (command: string, ...args: string[]): string =>
    spawnSync(command, [...args, 'check', '--world', world], { cwd: project, encoding: 'utf8' }).stdout;
  const problems = check(process.execPath, '--import', import.meta.resolve('tsx'), join(root, 'src/cli/main.ts'));
  assert.ok(problems.split('\n').length > 5, problems);
  assert.equal(check('npx', 'plenum'), problems);
});

function copyExample(name: string): string {
  const copy = join(folder, 'examples', name);
  cpSync(join(root, 'examples', name), copy, { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

test('the example "embed" passes its tests', () => {
  // The runner of this test would collect the results itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync('npm', ['test'], { cwd: copyExample('embed'), encoding: 'utf8', env });
  assert.match(stdout, /^(#|ℹ) pass 3$/m);
});

test('the example "own-world" is valid, and is served', async (t) => {
  const example = copyExample('own-world');
  assert.match(run(example, 'npm', 'test'), /^world is valid$/m);
  const plenum = startProcess(t, 'bash', ['-c', 'cd "$0" && exec npm start -- --port 0 --memory', example]);
  const response = await fetch(await plenum.waitForUrl(), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ component(id: 1) { ... on Proposals { proposal(id: 2) { cost } } } }' }),
  });
  assert.deepEqual(await response.json(), { data: { component: { proposal: { cost: '€ 4,200.00' } } } });
});

test('the example "conformance-in-ci" judges a server in the mode validate', async (t) => {
  const example = copyExample('conformance-in-ci');
  const plenum = startProcess(t, 'bash', ['-c', 'cd "$0" && exec npx plenum serve --port 0 --memory', project]);
  const target = join(example, 'target.json');
  const url = await plenum.waitForUrl();
  writeFileSync(target, readFileSync(target, 'utf8').replace('http://localhost:4000/api', url));
  const env = { ...process.env };
  for (const actor of ['admin', 'member', 'other']) env[`PLENUM_${actor.toUpperCase()}_TOKEN`] = `${actor}-token`;
  const judge = ['run', 'judge', '--', '--rate', '500/s'];
  const { status, stdout, stderr } = spawnSync('npm', judge, { cwd: example, encoding: 'utf8', env });
  assert.equal(status, 0, stdout + stderr);
  const summary = readFileSync(join(example, 'report/summary.md'), 'utf8');
  assert.match(summary, /No difference in \d+ cases of validate mode/);
  assert.ok(existsSync(join(example, 'report/report.html')));
});

const script = (document: string) => ['<script lang="ts">', 'const query = gql`', document, '`;', '</script>'];

test('"documents" reads components of Vue and Svelte with the compilers of the project', () => {
  const app = join(folder, 'components');
  cpSync(project, app, { recursive: true, verbatimSymlinks: true });
  const compilers = ['@vue/compiler-sfc@3.5.45', 'svelte@5.57.3', 'svelte2tsx@0.7.62', 'typescript@5.9.3'];
  run(app, 'npm', 'install', '--no-audit', '--no-fund', '--silent', ...compilers);
  const write = (file: string, lines: string[]) => writeFileSync(join(app, file), lines.join('\n'));
  write('Proposal.vue', [
    '<template><p /></template>',
    '',
    ...script('  query OfVue { component(id: 1) { id noSuchField } }'),
  ]);
  write('Meeting.svelte', [...script('  query OfSvelte { component(id: 2) { id } }'), '', '<p>{query}</p>']);
  const documents = ['plenum', 'documents', 'Proposal.vue', 'Meeting.svelte', '--dialect', 'decidim-0.32'];
  const { status, stdout, stderr } = spawnSync('npx', documents, { cwd: app, encoding: 'utf8' });
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /^Meeting\.svelte:3 OfSvelte +accepted$/m);
  assert.match(stdout, /^Proposal\.vue:5 OfVue +refused$/m);
  assert.match(stdout, /Field 'noSuchField' doesn't exist on type 'ComponentInterface'/);
});
