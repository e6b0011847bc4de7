import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import test from 'node:test';

/**
 * The layers, from the highest to the lowest, and the layers below that each may import from, types included.
 * A file belongs to the layer with the longest matching path.
 */
const allowedImports: Record<string, string[]> = {
  // The programs of browsers take types of the control, and no code.
  'src/pages': ['src/control'],
  'src/cli': [
    'conformance',
    'tools/shadow',
    'tools/diff',
    'tools/import',
    'tools/fidelity',
    'tools/schema',
    'src/targets',
    'src/stand-in',
    'src/generate',
    'src/cases',
    'src/control',
    'src/dialects',
    'src/server',
    'src/client',
    'src/contract',
    'src/store',
    'src/base',
  ],
  'src/testing': ['src/stand-in', 'src/base'],
  conformance: [
    'src/targets',
    'src/cases',
    'src/dialects',
    'src/dialects/specification',
    'src/server',
    'src/client',
    'src/contract',
    'src/store',
    'src/base',
  ],
  'tools/shadow': ['tools/diff', 'tools/fidelity', 'src/control', 'src/dialects', 'src/client', 'src/base'],
  'tools/diff': [
    'tools/fidelity',
    'src/targets',
    'src/cases',
    'src/dialects',
    'src/client',
    'src/contract',
    'src/base',
  ],
  'tools/import': ['src/targets', 'src/dialects', 'src/client', 'src/store', 'src/base'],
  'tools/schema': ['src/dialects', 'src/client', 'src/contract', 'src/base'],
  'tools/fidelity': ['src/client', 'src/base'],
  'src/targets': ['src/stand-in', 'src/cases', 'src/dialects', 'src/client', 'src/contract', 'src/base'],
  'src/stand-in': [
    'src/generate',
    'src/cases',
    'src/control',
    'src/dialects',
    'src/server',
    'src/client',
    'src/contract',
    'src/store',
    'src/base',
  ],
  'src/cases': ['src/dialects/specification', 'src/client', 'src/contract', 'src/store', 'src/base'],
  'src/control': [
    'src/dialects/graphql-ruby',
    'src/server',
    'src/execution',
    'src/client',
    'src/contract',
    'src/store',
    'src/base',
  ],
  'src/dialects': ['src/dialects/specification', 'src/dialects/decidim', 'src/contract', 'src/base'],
  'src/dialects/specification': ['src/server', 'src/execution', 'src/contract', 'src/store', 'src/base'],
  'src/dialects/decidim': [
    'src/dialects/graphql-ruby',
    'src/server',
    'src/execution',
    'src/contract',
    'src/store',
    'src/base',
  ],
  'src/server': ['src/execution', 'src/contract', 'src/store', 'src/base'],
  'src/execution': ['src/contract', 'src/base'],
  'src/client': ['src/dialects/graphql-ruby', 'src/contract', 'src/base'],
  'src/dialects/graphql-ruby': ['src/base'],
  'src/contract': ['src/store', 'src/base'],
  'src/generate': ['src/store', 'src/base'],
  'src/store': ['src/base'],
  'src/base': [],
};
/** The files directly below `src/` that every layer may use. The other one is the entry of the package. */
const base =
  /^src\/(command-error|errors|escape-html|installation|is-main|json-object|load-graphql|load-library|option|random|read-json|version)\.ts$/;

/** The layers that may import a package, types included. */
const packageLayers: [RegExp, string[]][] = [
  [/^(koa|koa-compose|@koa\/.*)$/, ['src/contract', 'src/control', 'src/server', 'src/stand-in']],
  [/^lowdb(\/.*)?$/, ['src/store']],
];
const maxLines = 250;
const longFiles: Record<string, string> = {
  'src/contract/generated-types.ts': 'generated',
  'src/server/resolvers/resolver-types.ts': 'generated',
};
/** Files of under 30 lines whose only importer is beside them, and why they are files of their own; a pattern may name several. */
const smallFiles: [RegExp, string][] = [
  [/^src\/(server|dialects\/decidim)\/resolvers\//, 'one file for each type of the schema'],
  [/^src\/pages\//, 'one file for each component of a page'],
  [/^src\/dialects\/decidim\/forms\//, 'one file for each form, beside larger ones'],
  [/^src\/control\/admin\/.*-schemas\.ts$/, 'one file for the schemas of each part of the control API'],
  [/^src\/dialects\/decidim\/(server|descriptions\/descriptions)\.ts$/, 'loaded late'],
  [/^src\/dialects\/decidim\/http\/cross-origin\.ts$/, 'mutants of what only web pages need are left out'],
  [/^src\/store\/(world-validators|valid-worlds)\.ts$/, 'the build replaces it'],
  [/^src\/client\/position\.ts$/, 'has a test of its own'],
  [/^tools\/import\/generated-names\.ts$/, 'a table of names'],
];
/** The files that may use the `process` of Node. */
const processUsers = [
  'src/cli/main.ts',
  'src/is-main.ts',
  'src/load-graphql.ts',
  'src/stand-in/create-server.ts',
  'src/stand-in/stand-in.ts',
  'src/store/lock.ts',
  'src/store/pipe-lock.ts',
];

/** The files that send requests to other servers. Each reads the responses with `src/client/foreign-response.ts`. */
const senders = ['conformance/record/forward.ts', 'src/client/http.ts', 'tools/fidelity/send-unmodified.ts'];

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

function layerOf(file: string): string {
  if (base.test(file)) return 'src/base';
  if (file === 'src/index.ts') return 'src/stand-in';
  const layers = Object.keys(allowedImports).filter((layer) => file.startsWith(`${layer}/`));
  return layers.toSorted((a, b) => b.length - a.length)[0] ?? assert.fail(`${file} is in no layer`);
}

test('the files and their imports are found', () => {
  for (const file of ['src/cli/main.ts', 'src/stand-in/app.ts', 'conformance/index.ts', 'test/support/process.ts'])
    assert.ok(everything.includes(file), file);
  for (const [from, to] of [
    ['src/cli/commands/serve.ts', 'src/stand-in/create-server.ts'],
    ['src/store/snapshot.ts', 'lowdb'],
    ['src/dialects/dialects.ts', 'src/dialects/specification/server.ts'],
    ['test/support/test-server.ts', 'src/stand-in/create-server.ts'],
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

test('a layer imports only from the layers below it', () => {
  const forbidden = productImports
    .filter(({ isLocal }) => isLocal)
    .filter(({ to }) => to.endsWith('.ts'))
    .filter(
      ({ from, to }) =>
        isDevelopment(to) || (layerOf(from) !== layerOf(to) && !allowedImports[layerOf(from)]!.includes(layerOf(to))),
    )
    .map(({ from, to }) => `${from} → ${to}`);
  assert.deepEqual(forbidden, []);
});

test('layers are listed from the highest to the lowest, so that no import leads up', () => {
  const order = Object.keys(allowedImports);
  const upward = Object.entries(allowedImports).flatMap(([layer, targets]) =>
    targets.filter((target) => order.indexOf(target) <= order.indexOf(layer)).map((target) => `${layer} → ${target}`),
  );
  assert.deepEqual(upward, []);
});

test('koa and lowdb are imported by the listed layers only', () => {
  for (const [name, layers] of packageLayers) {
    const users = productImports.filter(({ to }) => name.test(to)).map(({ from }) => layerOf(from));
    assert.deepEqual([...new Set(users)].toSorted(), layers);
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

test('a file of under 30 lines is not beside its only importer, except for the listed ones', () => {
  const small = product.filter((file) => texts.get(file)!.trimEnd().split('\n').length < 30);
  const alone = small.filter((file) => {
    const importers = productImports.filter(({ to }) => to === file).map(({ from }) => from);
    return new Set(importers).size === 1 && dirname(importers[0]!) === dirname(file);
  });
  assert.deepEqual(
    alone.filter((file) => !smallFiles.some(([pattern]) => pattern.test(file))),
    [],
  );
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

const isSender = (file: string): boolean =>
  /(?<![\w.])fetch\(|(?:request\b[^\n]* from|import\() ?'node:https?'/.test(
    texts.get(file)!.replaceAll(/^ ?\*.*$/gm, ''),
  );
// Programs of browsers, and the stand-in's fetch, which sends to a stand-in of this process or another one.
const isElsewhere = (file: string): boolean =>
  /^src\/(pages|testing|stand-in\/remote)\/|in-process-fetch\.ts$|client\/forwarded-request\.ts$/.test(file);

test('only the listed files send requests to other servers, and one module reads the responses', () => {
  assert.deepEqual(
    product.filter((file) => !isElsewhere(file) && isSender(file)),
    senders,
  );
  for (const file of senders)
    assert.ok(
      imports.some(({ from, to }) => from === file && to === 'src/client/foreign-response.ts'),
      file,
    );
});
