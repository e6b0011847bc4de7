import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setAddress } from '../scripts/set-address.mjs';
import { createTemporaryFolder } from './support/folders.ts';

const before = '{\n  "name": "plenum",\n  "files": ["dist"]\n}\n';

function writePackage(t: TestContext): string {
  const file = join(createTemporaryFolder(t), 'package.json');
  writeFileSync(file, before);
  return file;
}

test('a pipeline writes its address to package.json', (t) => {
  const file = writePackage(t);
  setAddress(file, { GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'town/plenum' });
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    name: 'plenum',
    files: ['dist'],
    homepage: 'https://forge.example/town/plenum#readme',
    bugs: { url: 'https://forge.example/town/plenum/issues' },
    repository: { type: 'git', url: 'git+https://forge.example/town/plenum.git' },
  });
});

for (const environment of [
  {},
  { GITHUB_SERVER_URL: 'https://forge.example' },
  { GITHUB_REPOSITORY: 'town/plenum' },
  { GITHUB_SERVER_URL: 'forge.example', GITHUB_REPOSITORY: 'town/plenum' },
  { GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'plenum' },
])
  test(`an address of ${JSON.stringify(environment)} is refused, and nothing is written`, (t) => {
    const file = writePackage(t);
    assert.throws(
      () => setAddress(file, environment),
      ({ message }: Error) =>
        message.startsWith(`${file}: `) && /GITHUB_SERVER_URL,.* GITHUB_REPOSITORY,/.test(message),
    );
    assert.equal(readFileSync(file, 'utf8'), before);
  });
