import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { isMain } from '../src/is-main.ts';

/**
 * The changelog of a release: what was unreleased gets the heading of the version. The date is below it, because the action that publishes
 * finds the text of a release by a heading that is the version alone.
 */
export function releaseChanges(changelog: string, version: string, date: string): string {
  const heading = '## Unreleased\n\n';
  const [before, after] = changelog.split(heading);
  if (!after || after.startsWith('## '))
    throw new Error(`CHANGELOG.md: expected the changes of ${version} below the heading "## Unreleased"`);
  return `${before}${heading}## ${version}\n\n${date}\n\n${after}`;
}

// What .github/workflows/release.yml runs for the pull request of a release.
if (isMain(import.meta.url)) {
  execFileSync('npx', ['--yes', '@changesets/cli@2', 'version'], { stdio: 'inherit' });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  writeFileSync('CHANGELOG.md', releaseChanges(changelog, version, new Date().toISOString().slice(0, 10)));
  // Changesets writes the version to package.json only.
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    stdio: 'inherit',
  });
}
