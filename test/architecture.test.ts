import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import test from 'node:test';

/**
 * The rooms of the house, from the top floor to the ground, and the rooms below that each may import from, types included.
 * A file belongs to the room with the longest matching path.
 */
const arrows: Record<string, string[]> = {
  // The programs of browsers take types of the control, and no code.
  'src/pages': ['src/control'],
  'src/cli': [
    'tools/shadow',
    'tools/diff',
    'tools/import',
    'tools/fidelity',
    'conformance',
    'src/stand-in',
    'src/control',
    'src/dialects',
    'src/server',
    'src/store',
    'src/base',
  ],
  'src/testing': ['src/stand-in', 'src/base'],
  'tools/shadow': ['tools/diff', 'tools/fidelity', 'conformance', 'src/control', 'src/dialects', 'src/base'],
  'tools/diff': ['tools/fidelity', 'conformance', 'src/dialects', 'src/contract', 'src/base'],
  'tools/import': ['conformance', 'src/dialects', 'src/store', 'src/base'],
  'tools/fidelity': ['conformance', 'src/base'],
  'src/stand-in': ['conformance', 'src/control', 'src/dialects', 'src/server', 'src/contract', 'src/store', 'src/base'],
  conformance: ['src/dialects', 'src/dialects/specification', 'src/server', 'src/contract', 'src/store', 'src/base'],
  'src/control': ['src/dialects', 'src/server', 'src/contract', 'src/store', 'src/base'],
  'src/dialects': ['src/dialects/specification', 'src/dialects/decidim', 'src/contract', 'src/base'],
  'src/dialects/specification': ['src/server', 'src/contract', 'src/store', 'src/base'],
  'src/dialects/decidim': ['src/dialects/graphql-ruby', 'src/server', 'src/contract', 'src/store', 'src/base'],
  'src/dialects/graphql-ruby': ['src/base'],
  'src/server': ['src/contract', 'src/store', 'src/base'],
  'src/contract': ['src/store', 'src/base'],
  'src/store': ['src/base'],
  'src/base': [],
};
/** The files directly below `src/` that every room may use. The other one is the entry of the package. */
const base = /^src\/(errors|load-graphql|option|random|read-json)\.ts$/;

/** The rooms that may import a package, types included. */
const packageRooms: [RegExp, string[]][] = [
  [/^(koa|@koa\/.*)$/, ['src/contract', 'src/control', 'src/dialects/decidim', 'src/server']],
  [/^lowdb(\/.*)?$/, ['src/store']],
];
const maxLines = 150;
const longFiles: Record<string, string> = {
  'conformance/index.ts': 'the entry of the package, mostly documentation',
  'conformance/reports/html-cases.ts': 'HTML templates',
  'conformance/reports/html-style.ts': 'a style sheet',
  'src/cli/commands/conform.ts': 'a third is the table of options',
  'src/contract/generated-types.ts': 'generated',
  'src/dialects/graphql-ruby/parser/lexer.ts': 'the tokens of graphql-ruby',
  'src/dialects/graphql-ruby/rules/field-conflicts.ts': 'one algorithm',
  'src/dialects/graphql-ruby/schema/visible-schema.ts': 'one class',
};
/** The files that may use the `process` of Node. */
const processUsers = [
  'src/cli/main.ts',
  'src/contract/generate-types.ts',
  'src/load-graphql.ts',
  'src/stand-in/stand-in.ts',
  'src/store/lock.ts',
];

const root = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
// The typed clients import files that their test generates.
const isForeign = (file: string): boolean => /node_modules|^clients\/typed\//.test(file);
const below = (folder: string): string[] =>
  (readdirSync(new URL(folder, root), { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && !isForeign(file))
    .map((file) => join(folder, file));
const everything = ['src', 'conformance', 'tools', 'test', 'scripts'].flatMap(below).toSorted();
/** Whether a file is for development, not a part of the product. */
const isDevelopment = (file: string): boolean => file.endsWith('.test.ts') || /^(test|scripts)\//.test(file);
const product = everything.filter((file) => !isDevelopment(file));
const texts = new Map(everything.map((file) => [file, read(file)]));

interface Import {
  from: string;
  /** The name of a package, or a file of this repository. */
  to: string;
  isLocal: boolean;
}

const statement =
  /^(?:import|export) +(?:type +)?(?:\{[^}]*\}|\*(?: as \w+)?|\w+(?:, *\{[^}]*\})?) +from +'(?<named>[^']+)'|^import +'(?<bare>[^']+)'|\bimport\( *['"`](?<dynamic>[^'"`]+)/gm;

function importsOf(from: string): Import[] {
  const text = texts.get(from)!;
  const found = [...text.matchAll(statement)];
  // An import statement that the pattern does not match would go unchecked.
  const statements = text.match(/^import\b(?! *\()/gm)?.length ?? 0;
  assert.equal(found.filter(([whole]) => whole.startsWith('import ')).length, statements, from);
  return found.map(({ groups }) => {
    const specifier = groups!['named'] ?? groups!['bare'] ?? groups!['dynamic']!;
    const isLocal = specifier.startsWith('.');
    return { from, to: isLocal ? join(dirname(from), specifier) : specifier, isLocal };
  });
}

// The generator of types is a development tool: it loads packages that the product does not have.
const imports = everything.filter((file) => file !== 'src/contract/generate-types.ts').flatMap(importsOf);
const productImports = imports.filter(({ from }) => !isDevelopment(from));

function roomOf(file: string): string {
  if (base.test(file)) return 'src/base';
  if (file === 'src/index.ts') return 'src/stand-in';
  const rooms = Object.keys(arrows).filter((room) => file.startsWith(`${room}/`));
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? assert.fail(`${file} is in no room`);
}

test('the files and their imports are found', () => {
  for (const file of ['src/cli/main.ts', 'src/server/app.ts', 'conformance/index.ts', 'test/support/process.ts'])
    assert.ok(everything.includes(file), file);
  for (const [from, to] of [
    ['src/cli/commands/serve.ts', 'src/stand-in/serve.ts'],
    ['src/store/snapshot.ts', 'lowdb'],
    ['src/dialects/dialects.ts', 'src/dialects/specification/server.ts'],
    ['test/support/test-server.ts', 'src/server/app.ts'],
  ])
    assert.ok(
      imports.some((each) => each.from === from && each.to === to),
      `${from} → ${to}`,
    );
});

test('every local import leads to a file of the repository', () => {
  const missing = imports.filter(({ to, isLocal }) => isLocal && to.endsWith('.ts') && !texts.has(to));
  assert.deepEqual(missing, []);
});

test('a room imports only from the rooms below it', () => {
  const forbidden = productImports
    .filter(({ isLocal }) => isLocal)
    .filter(({ to }) => to.endsWith('.ts'))
    .filter(
      ({ from, to }) =>
        isDevelopment(to) || (roomOf(from) !== roomOf(to) && !arrows[roomOf(from)]!.includes(roomOf(to))),
    )
    .map(({ from, to }) => `${from} → ${to}`);
  assert.deepEqual(forbidden, []);
});

test('rooms are listed from the top floor down, so that no arrow leads up', () => {
  const order = Object.keys(arrows);
  const upward = Object.entries(arrows).flatMap(([room, targets]) =>
    targets.filter((target) => order.indexOf(target) <= order.indexOf(room)).map((target) => `${room} → ${target}`),
  );
  assert.deepEqual(upward, []);
});

test('koa and lowdb are imported by their rooms only', () => {
  for (const [name, rooms] of packageRooms) {
    const users = productImports.filter(({ to }) => name.test(to)).map(({ from }) => roomOf(from));
    assert.deepEqual([...new Set(users)].toSorted(), rooms);
  }
});

test('no file imports itself through others, tests and types included', () => {
  const next = new Map<string, Import[]>();
  for (const each of imports) next.set(each.from, [...(next.get(each.from) ?? []), each]);
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    assert.ok(!path.includes(file), [...path, file].join(' → '));
    if (done.has(file)) return;
    for (const { to, isLocal } of next.get(file) ?? []) if (isLocal) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of everything) visit(file, []);
});

test(`no product file is longer than ${maxLines} lines, except for the listed ones`, () => {
  const long = product.filter((file) => texts.get(file)!.trimEnd().split('\n').length > maxLines);
  assert.deepEqual(long, Object.keys(longFiles).toSorted());
});

// A participatory process is a record, so only members that Node's process has are counted.
function usesProcess(text: string): boolean {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '');
  const members = [...code.matchAll(/\bprocess\??\.(\w+)/g)].map(([, member]) => member!);
  return /from '(node:)?process'|\bprocess\[/.test(code) || members.some((member) => member in process);
}

test('only the listed files use the process of Node', () => {
  assert.deepEqual(
    product.filter((file) => usesProcess(texts.get(file)!)),
    processUsers,
  );
});
