import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The groups beside the units: how their tests are found, and what is special about running them. */
export const groups = {
  slow: 'the tests of *.slow.test.ts: processes, killed servers, whole runs, planted differences',
  postgres: 'the store and servers on a PostgreSQL that it starts, or that PLENUM_TEST_POSTGRES names',
  browser: 'the pages and the reports in a browser',
  package: 'packs the package, installs it into an empty project and uses it',
  examples: 'the examples for Vitest and Playwright, in a real browser',
  clients: 'Apollo Client, urql, graphql-request, Relay, fetch, Python and a generated client',
  documentation: 'every code block of the documentation',
  image: 'the container image, built by buildah and run by runc, without a daemon',
  memory: 'hundreds of large documents sent to servers with a small heap',
  nodes: 'the unit tests on the newest supported version of Node.js',
};

/**
 * The files of a group: `check-*.ts` in the folder of its name in `test`.
 * @param {string} name
 */
export function filesOf(name) {
  const folder = join('test', name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^check-.*\.ts$/.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

/**
 * The names of `--group`: those that were passed, or for `all` every group that has tests.
 * @param {string[]} passed
 */
export function namesOf(passed) {
  const known = Object.keys(groups);
  const unknown = passed.find((name) => name !== 'all' && !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no group ${unknown}: expected one of ${known.join(', ')}, all`);
  if (passed.includes('all')) return known.filter((name) => isUnits(name) || filesOf(name).length > 0);
  const empty = passed.find((name) => !isUnits(name) && filesOf(name).length === 0);
  if (empty !== undefined) throw new Error(`the group ${empty} has no tests: expected files test/${empty}/check-*.ts`);
  return passed;
}

/**
 * Whether a group is made of files that are beside what they test.
 * @param {string} name
 */
export const isUnits = (name) => name === 'slow' || name === 'nodes';
