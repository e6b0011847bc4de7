import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// Checks the format beside types and lint, because it uses one core for as long as both others. Prints what each check says when it
// ends, so that their lines do not mix.
/** @param {string} command */
async function run(command) {
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  process.stdout.write(await text(child.stdout));
  const [code] = await closed;
  if (code !== 0) process.exitCode = 1;
}

await Promise.all([run('npm run types && npm run lint'), run('npm run format')]);
