import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// Checks the format beside types, lint and unused code, because it uses one core for as long as both others. Prints what each check says when it
// ends, so that their lines do not mix.
/** @param {string} command */
async function run(command) {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  process.stdout.write(await text(child.stdout));
  const [code] = await closed;
  if (code !== 0) process.exitCode = 1;
}

// Prettier itself expects a folder at node_modules/.cache/prettier.
const cache = 'node_modules/.cache/prettier-check';
await Promise.all([
  run('tsc && tsc --project src/pages && oxlint --type-aware --deny-warnings && knip'),
  run(`prettier --check . --cache --cache-location ${cache} --cache-strategy content`),
]);
