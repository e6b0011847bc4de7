import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes the public address of the project to a package.json. The pipeline that publishes knows it: the sources name none, so that a copy of the
 * project does not name that of another one.
 * @param {string} file
 * @param {NodeJS.ProcessEnv} environment
 */
export function setAddress(file, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  // The registry compares `repository` with the provenance, and shows links of the README as files of it.
  if (!/^https:\/\/[^/]+$/.test(server ?? '') || !/^[\w.-]+\/[\w.-]+$/.test(name ?? ''))
    throw new Error(
      `${file}: repository, bugs and homepage need the address of the project. Expected GITHUB_SERVER_URL, such as https://github.com, and GITHUB_REPOSITORY, such as owner/name: publish from .github/workflows/release.yml`,
    );
  const address = `${server}/${name}`;
  const description = {
    ...JSON.parse(readFileSync(file, 'utf8')),
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: 'git', url: `git+${address}.git` },
  };
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`);
}
