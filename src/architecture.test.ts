import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import test from 'node:test';

/** Which parts of `src/` a part may import at run time; a file's own part is always free. */
const arrows: Record<string, string[]> = {
  main: ['production', 'config', 'log', 'serve', 'welcome', 'errors', 'store'],
  production: [],
  serve: ['app', 'config', 'control', 'dialects', 'errors', 'log', 'store'],
  app: ['contract', 'dialects', 'policy', 'validation', 'resolvers', 'store', 'http', 'control'],
  http: ['control', 'contract', 'errors'],
  control: ['store', 'errors'],
  resolvers: ['store', 'contract', 'errors'],
  policy: ['contract', 'errors'],
  validation: ['contract', 'errors', 'store/time.ts'],
  dialects: ['contract', 'resolvers', 'fill', 'errors'],
  fill: [],
  contract: [],
  store: ['errors'],
  config: ['errors', 'flags', 'help', 'options', 'store/json-file.ts'],
  flags: [],
  help: ['options'],
  options: [],
  welcome: [],
  log: [],
  errors: [],
};
/** The parts that may know a package at all, types included. */
const homes: [RegExp, string[]][] = [
  [/^(koa|@koa\/.*)$/, ['app', 'http']],
  [/^lowdb(\/.*)?$/, ['store']],
];
const longFiles: Record<string, string> = {
  'contract/types.ts': 'it is generated',
  'store/records.ts': 'it is one table, of every kind of record',
};
const usersOfProcess = ['contract/generate.ts', 'main.ts', 'production.ts', 'store/lock.ts'];

const root = new URL('.', import.meta.url);
const isProduct = (file: string): boolean =>
  file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file) && !file.startsWith('testing/');
const files = (readdirSync(root, { recursive: true }) as string[]).filter(isProduct).toSorted();
const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, root), 'utf8')]));
const imported = files.filter((file) => file !== 'contract/generate.ts');

interface Import {
  from: string;
  /** A package's name, or a file of `src/` where it is local. */
  to: string;
  local: boolean;
  runs: boolean;
}

// Only `import type` is gone at run time: an import of nothing but inline types still runs the file.
const statement =
  /^(?:import|export) +(?<type>type +)?(?:\{[^}]*\}|\*(?: as \w+)?|\w+(?:, *\{[^}]*\})?) +from +'(?<named>[^']+)'|^import +'(?<bare>[^']+)'|\bimport\( *['"`](?<dynamic>[^'"`]+)/gm;

function importsOf(file: string): Import[] {
  const text = texts.get(file)!;
  const found = [...text.matchAll(statement)];
  assert.equal(
    found.filter(([all]) => all.startsWith('import ')).length,
    text.match(/^import\b(?! *\()/gm)?.length ?? 0,
    file,
  );
  return found.map(({ groups }) => {
    const to = groups!['named'] ?? groups!['bare'] ?? groups!['dynamic']!;
    const local = to.startsWith('.');
    return { from: file, to: local ? join(dirname(file), to) : to, local, runs: !groups!['type'] };
  });
}

const all = imported.flatMap(importsOf);
/** What leaves `src/`: the suite, which the command line alone may start. */
const outside = all.filter(({ to, local }) => local && to.startsWith('..'));
const imports = all.filter((each) => !outside.includes(each));
const partOf = (file: string): string => file.split('/')[0]!.replace(/\.ts$/, '');

test('the files and their imports are found', () => {
  for (const file of ['main.ts', 'app.ts', 'http/graphql.ts', 'dialects/specification/stand-in.ts'])
    assert.ok(files.includes(file), file);
  for (const { from, to, runs } of [
    { from: 'main.ts', to: 'serve.ts', runs: true },
    { from: 'store/open.ts', to: 'lowdb/node', runs: true },
    { from: 'http/graphql.ts', to: 'store/store.ts', runs: false },
  ])
    assert.ok(
      imports.some((each) => each.from === from && each.to === to && each.runs === runs),
      `${from} → ${to}`,
    );
});

test('a part imports at run time only what its arrows allow', () => {
  const parts = new Set(files.map(partOf));
  assert.deepEqual(Object.keys(arrows).toSorted(), [...parts].toSorted());
  const forbidden = imports
    .filter((each) => each.runs && each.local && partOf(each.from) !== partOf(each.to))
    .filter(({ from, to }) => !arrows[partOf(from)]!.some((allowed) => allowed === to || allowed === partOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);
  assert.deepEqual(forbidden, []);
});

test('the suite is imported by the command line alone', () => {
  const found = outside.map(({ from, to }) => [from, to.split('/')[1]]);
  assert.deepEqual(found, [
    ['main.ts', 'conformance'],
    ['main.ts', 'conformance'],
    ['main.ts', 'conformance'],
    ['main.ts', 'conformance'],
  ]);
});

test('every imported file is one of src, and no product file imports a test', () => {
  assert.deepEqual(
    imports.filter(({ to, local }) => local && !texts.has(to)),
    [],
  );
});

test('koa is known to the app and http/, lowdb to the store', () => {
  for (const [name, parts] of homes) {
    const users = imports.filter(({ to }) => name.test(to)).map(({ from }) => partOf(from));
    assert.deepEqual([...new Set(users)].toSorted(), parts);
  }
});

// Types count too: what two files say of each other belongs into one.
const next = (file: string) => imports.filter(({ from, local }) => from === file && local).map(({ to }) => to);

test('no file leads back to itself', () => {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), [...path, file].join(' → '));
    if (done.has(file)) return;
    for (const each of next(file)) visit(each, [...path, file]);
    done.add(file);
  };
  for (const file of imported) visit(file, []);
});

test('no file is longer than 150 lines, but for the listed ones', () => {
  const long = files.filter((file) => texts.get(file)!.trimEnd().split('\n').length > 150);
  assert.deepEqual(long, Object.keys(longFiles).toSorted());
});

// A process of the platform is a record: only what Node's has counts.
const touches = (text: string): boolean =>
  /['"](node:)?process['"]|\bprocess\[/.test(text) ||
  [...text.matchAll(/\bprocess\??\.(\w+)/g)].some((found) => (found[1] ?? '') in process);

test('process is touched by the command line, its environment, the lock and the generator alone', () => {
  assert.deepEqual(
    files.filter((file) => touches(texts.get(file)!)),
    usersOfProcess,
  );
});
