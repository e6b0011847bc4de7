import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {{ url: string, stop: () => Promise<void> }} Running */

const root = fileURLToPath(new URL('../..', import.meta.url));
// Milliseconds until a server must listen.
const patience = 30_000;

// The stand-in runs with the options of its command line, whatever the caller's shell sets.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLENUM_')));

/** @type {Set<() => void>} */
const running = new Set();
// However this process ends, no server and no folder outlives it.
process.once('exit', () => running.forEach((end) => end()));

/**
 * Starts a server as a process of its own, with a temporary folder; the promise is kept once it listens.
 * @param {import('./servers.mjs').Server} server
 * @returns {Promise<Running>}
 */
export async function startServer({ name, command }) {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  const child = spawn(process.execPath, command(folder), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => {
    child.kill('SIGKILL');
    // A server may be making a file in the moment that it is killed.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  running.add(end);

  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      // Not ended from here: its log says why.
      if (signal !== 'SIGKILL') process.stderr.write(`${name} ended with ${signal ?? code}\n${log}`);
      resolve(undefined);
    });
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    end();
    running.delete(end);
  };
  const url = await printedUrl(child);
  if (url) return { url, stop };
  await stop();
  throw new Error(`${name} does not listen`);
}

/**
 * The first URL that a server prints; undefined when it ends without, as it must after a while.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, any>} child
 */
async function printedUrl(child) {
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  try {
    for await (const line of createInterface(child.stdout)) {
      const url = /http:\S+/.exec(line)?.[0];
      if (url) return url;
    }
    return undefined;
  } finally {
    clearTimeout(late);
    // What it prints later is not kept, and must not fill the pipe.
    child.stdout.resume();
  }
}
