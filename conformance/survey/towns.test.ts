import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { CommandError } from '../../src/errors.ts';
import { readTowns } from './towns.ts';

function listFile(t: TestContext, text: string): string {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'target.json'), JSON.stringify({ url: 'https://c.example/api', dialect: 'decidim-0.31' }));
  const file = join(folder, 'towns');
  writeFileSync(file, text);
  return file;
}

/** The problems of a list, without the path of the file. */
function problemsOf(t: TestContext, text: string): string[] {
  const file = listFile(t, text);
  try {
    readTowns(file);
  } catch (error) {
    assert.ok(error instanceof CommandError);
    assert.equal(error.exitCode, 2);
    return error.problems.map((each) => each.replaceAll(file, 'towns'));
  }
  return [];
}

test('a text has a URL on each line, and comments', (t) => {
  const towns = readTowns(
    listFile(t, '\uFEFF# Ours\r\n\r\nhttps://a.example # the first\r\n  http://B.example:3000/graphql/  \n'),
  );
  assert.deepEqual(towns, [
    { url: 'https://a.example/api', folder: 'a.example' },
    { url: 'http://b.example:3000/graphql', folder: 'b.example_3000_graphql' },
  ]);
});

test('a JSON list has URLs, and target files relative to it', (t) => {
  const file = listFile(t, '\n["https://a.example/api", "target.json"]');
  const targetFile = join(file, '..', 'target.json');
  assert.deepEqual(readTowns(file), [
    { url: 'https://a.example/api', folder: 'a.example' },
    { url: 'https://c.example/api', folder: 'c.example', targetFile },
  ]);
});

const wrong: [name: string, text: string, problems: (string | RegExp)[]][] = [
  [
    'every line that is no URL, and every town that is there twice, is named',
    'a.example\nhttps://a.example/api\nhttps://me:secret@b.example\n\nhttp://A.example # again\n',
    [
      'towns, line 1: a.example must be an http or https URL, such as https://town.example/api',
      /^towns, line 3: .* must be a URL without a query, a fragment or credentials/,
      'towns, line 5: http://A.example is the town of line 2: expected each town once',
    ],
  ],
  [
    'every entry of a JSON list that is wrong is named',
    '[\n  1,\n  "missing.json",\n  "ftp://a.example"\n]',
    [
      'towns, line 2: expected a URL or the path of a target file, in quotes',
      /^towns, line 3: .*missing\.json cannot be read/,
      /^towns, line 4: ftp:\/\/a\.example must be an http or https URL/,
    ],
  ],
  ['JSON that ends too early is named', '["https://a.example"', [/^towns, line 1: not JSON/]],
  ['a list without a town is refused', '# none\n', ['towns has no town: expected at least one URL']],
];
for (const [name, text, expected] of wrong)
  test(name, (t) => {
    const problems = problemsOf(t, text);
    assert.equal(problems.length, expected.length, problems.join('\n'));
    for (const [index, each] of expected.entries())
      if (typeof each === 'string') assert.equal(problems[index], each);
      else assert.match(problems[index]!, each);
  });
