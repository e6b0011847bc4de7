import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filesOf, groups, namesOf } from './groups.mjs';

// Checks types, lint, unused code, format and units. With `--group NAME`, runs the tests of a group instead; test/README.md describes them.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env['PATH'] = [join(process.cwd(), 'node_modules/.bin'), process.env['PATH']].join(delimiter);

/**
 * Runs a program; its failure is that of the run.
 * @param {string} program
 * @param {string[]} args
 */
function run(program, ...args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status === 0) return true;
  process.exitCode = 1;
  return false;
}

const node = (/** @type {string[]} */ ...args) => run(process.execPath, ...args);

/** @param {string} name */
function runGroup(name) {
  if (name === 'slow') return node('scripts/unit.mjs', '--slow');
  if (name === 'nodes') return node('scripts/unit.mjs', '--node', '26');
  const folder = join('test', name);
  // A folder with packages of its own installs and compiles them first.
  if (existsSync(join(folder, 'package.json'))) {
    const isInstalled = run('npm', '--prefix', folder, 'ci', '--no-audit', '--no-fund', '--ignore-scripts');
    if (!isInstalled || !run('tsc', '--project', folder)) return false;
  }
  const concurrency = name === 'postgres' ? ['--test-concurrency=2'] : [];
  return node('--import', 'tsx', '--test', ...concurrency, ...filesOf(name));
}

try {
  const { group } = parseArgs({ options: { group: { type: 'string', multiple: true } } }).values;
  if (group) for (const name of namesOf(group)) runGroup(name);
  else if (node('scripts/check.mjs')) node('scripts/unit.mjs');
} catch (error) {
  const list = Object.entries(groups).map(([name, text]) => `  ${name.padEnd(14)}${text}`);
  process.stderr.write(`npm test: ${/** @type {Error} */ (error).message}\n\n${list.join('\n')}\n`);
  process.exitCode = 2;
}
