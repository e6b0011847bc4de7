import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Runs the unit tests: those that start processes each in a process of its own, all others in three processes. With `--slow`, runs
// those of the files `*.slow.test.ts` instead. With `--node VERSION`, runs on another version of Node.js, which npm installs, only those
// of what uses most of Node.js, and of them only those that start no process.
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { node: version, slow } = parseArgs({
  options: { node: { type: 'string' }, slow: { type: 'boolean', default: false } },
}).values;
// Some versions of Node.js find no test in the files of a command line, and succeed.
const minimumTests = slow ? 150 : version ? 500 : 2000;
const usesNode = (/** @type {string} */ file) => /^src\/(cli|server|stand-in|store)\//.test(file);

const testFiles = ['src', 'conformance', 'tools', 'test', 'bench/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) => file.endsWith('.slow.test.ts') === slow);
const startsProcesses = (/** @type {string} */ file) =>
  /support\/process|child_process|chromium/.test(readFileSync(file, 'utf8'));
const alone = testFiles.filter((file) => slow || startsProcesses(file) || (version && !usesNode(file)));

const node = version
  ? execFileSync('npx', ['--yes', `--package=node@${version}`, 'node', '--print', 'process.execPath'], {
      encoding: 'utf8',
    }).trim()
  : process.execPath;
const reporter = `--test-reporter=${process.stdout.isTTY && !version ? 'spec' : 'tap'}`;
const parts = [0, 1, 2].map((part) => `test/support/run-part-${part}.ts`);
const files = [...(slow ? [] : parts), ...(version ? [] : alone)];
// Tests create much garbage that lives briefly; with more room for it, Node.js collects it less often. A third process works while
// others wait.
const flags = ['--max-semi-space-size=64', '--import', 'tsx', '--test', '--test-concurrency=3', reporter];
const child = spawn(node, [...flags, ...files], {
  env: { ...process.env, ALONE: alone.join('\n') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(child, 'close');
const chunks = [];
for await (const chunk of child.stdout.setEncoding('utf8')) {
  chunks.push(chunk);
  if (!version) process.stdout.write(chunk);
}
const output = chunks.join('');
const [code] = await ended;
const count = Number(/^(?:#|ℹ) tests (\d+)$/m.exec(output)?.[1] ?? 0);
if (code !== 0 || count < minimumTests) {
  if (version) process.stdout.write(output);
  process.stderr.write(`unit tests: ${code === 0 ? `only ${count} tests ran` : `exit code ${code}`}, with ${node}\n`);
  process.exitCode = 1;
} else if (version) {
  const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  process.stdout.write(`Node.js ${exact}: ${count} tests passed\n`);
}
