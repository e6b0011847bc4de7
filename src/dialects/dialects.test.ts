import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { townSdl } from '../../test/support/town-server.ts';
import { isInReleases, isNameOfDialect } from './suite-dialect.ts';
import { dialectOfRecordings, loadDocumentRules, loadServerDialect, suiteDialectByName } from './dialects.ts';

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

test('an unknown name is an error that lists the known names', async () => {
  const isExpected = isCommandError(
    2,
    /^unknown dialect nope\. The dialects are specification, decidim-0\.29, decidim-0\.30, .*decidim-develop\.$/,
  );
  assert.throws(() => suiteDialectByName('nope'), isExpected);
  await assert.rejects(loadServerDialect('nope'), isExpected);
});

test('a name can lay the schema of a town over a release, which stays what cases and requirements ask for', async (t) => {
  const file = join(createTemporaryFolder(t), 'town.graphql');
  writeFileSync(file, townSdl);
  const name = `decidim-0.31+${file}`;
  const dialect = suiteDialectByName(name);
  assert.equal(dialect.name, name);
  assert.ok(dialect.readSchema!().getType('VoteWeight'));
  assert.ok(isNameOfDialect('decidim-0.31', dialect) && isNameOfDialect('decidim', dialect));
  assert.ok(isInReleases({ since: 'decidim-0.31', until: 'decidim-0.31' }, dialect));
  const { schema } = await loadDocumentRules(name);
  assert.ok(schema.getType('VoteWeight'));
  // Servers of one process share what they can, until the file changes.
  assert.equal(await loadServerDialect(name), await loadServerDialect(name));
  const before = await loadServerDialect(name);
  writeFileSync(file, `${townSdl}\nscalar Later`);
  assert.notEqual(await loadServerDialect(name), before);
  for (const unknown of [`decidim-0.1+${file}`, `specification+${file}`])
    assert.throws(() => suiteDialectByName(unknown), isCommandError(2, 'unknown dialect'), unknown);
});
