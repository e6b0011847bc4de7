import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, test } from 'node:test';
import { releaseChanges } from '../scripts/release-version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const [, ...releases] = changelog.split(/^## /m);
const [unreleased = '', ...released] = releases;
/** The changes of a release below a heading, or without one. */
const changesOf = (release: string): string[] => release.split(/^- /m).slice(1);

describe('CHANGELOG.md', () => {
  test('begins with what is unreleased; every release has its version and date', () => {
    assert.match(unreleased, /^Unreleased\n/);
    for (const release of released) assert.match(release, /^\d+\.\d+\.\d+\n\n\d{4}-\d\d-\d\d\n\n/);
  });

  test('says where each change but corrections is documented', () => {
    const changes = releases.flatMap((release) => changesOf(release.split('### Fixed')[0]!));
    assert.ok(changes.length > 100);
    assert.deepEqual(
      changes.filter((change) => !change.includes('](')),
      [],
    );
  });

  test('has unreleased changes while there is a changeset, which makes the release that has them', () => {
    const changesets = readdirSync(join(root, '.changeset')).filter((file) => file.endsWith('.md'));
    assert.equal(changesets.length > 0, changesOf(unreleased).length > 0);
  });
});

describe('the version of a release', () => {
  test('is the heading of what was unreleased, above the earlier releases', () => {
    assert.equal(
      releaseChanges('# Changelog\n\n## Unreleased\n\n- New\n\n## 1.0.0\n\n- Old\n', '1.1.0', '2030-02-01'),
      '# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n2030-02-01\n\n- New\n\n## 1.0.0\n\n- Old\n',
    );
  });

  for (const text of [
    '# Changelog\n',
    '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\n- Old\n',
    '# Changelog\n\n## Unreleased\n\n',
  ])
    test(`is refused without changes: ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => releaseChanges(text, '1.1.0', '2030-02-01'),
        /^Error: CHANGELOG\.md: .* 1\.1\.0 .*"## Unreleased"$/,
      );
    });
});
