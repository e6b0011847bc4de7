import assert from 'node:assert/strict';
import test from 'node:test';
import { isCommandError } from '../../test/support/folders.ts';
import { dialectOfRecordings, loadServerDialect, suiteDialectByName, suiteDialects } from './dialects.ts';

for (const [folder, dialect] of [
  ['fixtures/recordings/decidim-0.32', 'decidim-0.32'],
  ['fixtures/recordings/decidim-0.32.2/', 'decidim-0.32'],
  ['specification-demo', 'specification'],
  ['specifications', 'decidim-0.32'],
  ['/tmp/recordings', 'decidim-0.32'],
] as const)
  test(`recordings in ${folder} are of the dialect ${dialect}`, () => {
    assert.equal(dialectOfRecordings(folder), dialect);
  });

test('every dialect has a name, a family and a server', async () => {
  for (const [name, dialect] of Object.entries(suiteDialects)) {
    assert.equal(suiteDialectByName(name), dialect);
    assert.ok(name === dialect.family || name.startsWith(`${dialect.family}-`), name);
    assert.ok((await loadServerDialect(name)).createSchema('empty').getQueryType());
  }
});

test('an unknown name is an error that lists the known names', async () => {
  const isExpected = isCommandError(
    2,
    /^unknown dialect nope; there are specification, decidim-0\.29, decidim-0\.30, .*decidim-develop$/,
  );
  assert.throws(() => suiteDialectByName('nope'), isExpected);
  await assert.rejects(loadServerDialect('nope'), isExpected);
});
