import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { findOperations } from './find-operations.ts';

/** Writes files, and finds the operations in them. */
async function find(t: TestContext, files: Record<string, string>, paths: string[] = []) {
  const folder = createTemporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { operations, notReadable } = await findOperations(paths, folder);
  return {
    operations,
    notReadable,
    places: operations.map(({ file, line, name, kind }) => `${file}:${line} ${kind} ${name}`),
    unread: notReadable.map(({ file, line, column, reason }) => `${file}:${line}:${column ?? ''} ${reason}`),
  };
}

const programs: [file: string, text: string, place: string][] = [
  ['a.graphql', '# A comment\n\nquery A {\n  a\n}\n', 'a.graphql:3 query A'],
  ['a.gql', 'mutation A { a }', 'a.gql:1 mutation A'],
  ['a.ts', "import gql from 'graphql-tag';\nconst a: string = gql`\n  query A { a }\n`;", 'a.ts:3 query A'],
  ['a.tsx', "import { gql } from '@apollo/client';\nconst a = <b>{gql`query A { a }`}</b>;", 'a.tsx:2 query A'],
  ['a.mjs', 'export const a = graphql(`\n\n  query A { a }`);', 'a.mjs:3 query A'],
  ['a.cjs', 'const a = /* GraphQL */ `{ a }`;', 'a.cjs:1 query null'],
  [
    'a.js',
    'class A { query = `query A { a }`; css = `a { color: red }`; text = `query the page {`; }',
    'a.js:1 query A',
  ],
  ['b.js', 'const a = fetch(url, `{ participatoryProcesses { id } }`), b = `{ color: red }`;', 'b.js:1 query null'],
  ['a.py', 'from gql import gql # """\nA = gql(\n    """\n    query A { a }\n    """\n)', 'a.py:4 query A'],
  [
    'b.py',
    'def b():\n    """Query (the page) {"""\n    text = \'query the page {\'\n    return "query B { b(c: \\"d\\") }", f\'{a}\'',
    'b.py:4 query B',
  ],
  ['a.jsx', 'const a = gql`subscription A { a } # \\` and ${B}\n`;', 'a.jsx:1 subscription A'],
];
for (const [file, text, place] of programs)
  test(`an operation is found in ${file}, with the line of its first word`, async (t) => {
    const { places, unread } = await find(t, { [file]: text });
    assert.deepEqual(places, [place]);
    assert.deepEqual(unread, []);
  });

test('a fragment of another file is part of what the client sends', async (t) => {
  const { operations } = await find(t, {
    'card.ts': 'export const CARD = gql`fragment Card on Proposal { id ...Text }`;',
    'page.ts': 'const page = gql`\n  ${CARD}\n  query Page { a { ...Card } }\n`;',
    'text.graphql': 'fragment Text on Proposal { title }',
  });
  assert.equal(
    operations[0]!.text,
    'query Page { a { ...Card } }\n\nfragment Card on Proposal { id ...Text }\n\nfragment Text on Proposal { title }',
  );
});

test('of two fragments with one name, the nearest one counts', async (t) => {
  const { operations } = await find(t, {
    'a/card.graphql': 'fragment Card on A { a }',
    'b/card.graphql': 'fragment Card on B { b }',
    'b/page.graphql': 'query Page { ...Card }',
  });
  assert.match(operations[0]!.text, /on B/);
});

test('a fragment that nothing uses belongs to the only operation of its text', async (t) => {
  const { operations } = await find(t, { 'a.graphql': 'query A { a } fragment B on C { d }' });
  assert.match(operations[0]!.text, /fragment B/);
});

test('a document that is put together at run time is not readable, with the line of the expression', async (t) => {
  const { places, unread } = await find(t, {
    'a.ts':
      'gql`query A {\n  a\n  ${fields}\n}`;\ngql`query ${name} { a }`;\ngql`query C { c(id: "${id}") }`;\ngql`query D { d { e } ${f} query }`;',
  });
  assert.deepEqual(places, []);
  assert.deepEqual(unread, [
    'a.ts:3:5 the document is put together at run time',
    'a.ts:5:13 the document is put together at run time',
    'a.ts:6:24 the document is put together at run time',
    'a.ts:7:25 the document is put together at run time',
  ]);
});

test('a document that a Python program puts together is not readable, with the place of what is put into it', async (t) => {
  const { places, unread } = await find(t, {
    'a.py': [
      'a = f"""query A {{ a(id: {id}) }}"""',
      "b = gql('query B { b ' + fields + '}')",
      'c = """query C { c(id: %s) }""" % id',
      "d = 'query D {{ d(id: {}) }}'.format(id)",
      "e = ('query E { '\n     'e }')",
      'f = FRAGMENT + """query F { f { ...G } }"""',
      'g = gql(f"query G {{ g }}")',
      "h = f'{a} of the page { b }', 'mutation' + b, f'{title(1)}'",
      'i = gql("""query I { i( }""")',
    ].join('\n'),
  });
  assert.deepEqual(places, ['a.py:8 query G']);
  assert.deepEqual(unread, [
    'a.py:1:26 the document is put together at run time',
    'a.py:2:24 the document is put together at run time',
    'a.py:3:33 the document is put together at run time',
    'a.py:4:30 the document is put together at run time',
    'a.py:6:6 the document is put together at run time',
    'a.py:7:16 the document is put together at run time',
    'a.py:10:25 Syntax Error: Expected Name, found "}".',
  ]);
});

test('a document in a string is not readable', async (t) => {
  const { unread } = await find(t, { 'a.ts': '// gql("no")\nconst a = gql("query A { a }" + b);' });
  assert.deepEqual(unread, ['a.ts:2:15 the document is a string, and not a template literal']);
});

test('a file that cannot be parsed is named with line and column, and does not stop the others', async (t) => {
  const { places, unread } = await find(t, {
    'a.graphql': 'query A {\n  a(\n}',
    'b.ts': 'const gql = ;',
    'c.ts': 'const c = gql`\n  query C { c( }`;',
    'd.graphql': 'query D { d }',
  });
  assert.deepEqual(places, ['d.graphql:1 query D']);
  assert.deepEqual(unread, [
    'a.graphql:3:1 Syntax Error: Expected Name, found "}".',
    'b.ts:1:13 Unexpected token',
    'c.ts:2:16 Syntax Error: Expected Name, found "}".',
  ]);
});

test('a component of Vue or Svelte is named if its compiler is not installed', async (t) => {
  const { unread } = await find(t, {
    'a.vue': '<script>gql`{ a }`</script>',
    'b.svelte': '<script>gql`{ a }`</script>',
    'c.vue': '<script>no document</script>',
  });
  assert.equal(unread.length, 2);
  assert.match(unread[0]!, /^a\.vue:1: .*"@vue\/compiler-sfc" package/);
  assert.match(unread[1]!, /^b\.svelte:1: .*"svelte2tsx"/);
});

test('without a path, the files below the working folder that git does not ignore are read', async (t) => {
  const { places } = await find(t, {
    '.gitignore': 'dist/\n*.generated.ts\n',
    'src/a.graphql': '{ a }',
    'src/b.generated.ts': 'gql`{ b }`',
    'dist/c.graphql': '{ c }',
    'node_modules/d/d.graphql': '{ d }',
    'schema.graphql': 'type Query { a: Int }',
  });
  assert.deepEqual(places, ['src/a.graphql:1 query null']);
});

const documents = { 'src/a.graphql': '{ a }', 'other/b.graphql': '{ b }' };
test('paths are files, folders and patterns', async (t) => {
  const files = { ...documents, 'c.ts': 'gql`{ c }`' };
  const { places } = await find(t, files, ['other', 'c.ts', 's*/*.graphql']);
  assert.deepEqual(places, ['c.ts:1 query null', 'other/b.graphql:1 query null', 'src/a.graphql:1 query null']);
  await assert.rejects(find(t, files, ['nowhere']), isCommandError(2, 'nowhere does not exist'));
});
