import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {{ url: string, stop: () => Promise<void> }} RunningServer */

const root = fileURLToPath(new URL('../..', import.meta.url));
// The time that a server has to print its URL.
const startTimeoutMs = 30_000;

// Environment variables of the shell must not change the options of the stand-in.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLENUM_')));

/** @type {Set<() => void>} */
const cleanups = new Set();
// No server and no temporary folder must outlive this process.
process.once('exit', () => cleanups.forEach((cleanUp) => cleanUp()));

/**
 * Starts a server as a child process with a temporary folder; resolves when it listens, rejects if it does not.
 * @param {import('./servers.mjs').Server} server
 * @returns {Promise<RunningServer>}
 */
export async function startServer({ name, command }) {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  const child = spawn(process.execPath, command(folder), { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const cleanUp = () => {
    child.kill('SIGKILL');
    // A killed server may still be creating a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  cleanups.add(cleanUp);

  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const closed = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      // The server was not stopped by this process, so its log explains why.
      if (signal !== 'SIGKILL') process.stderr.write(`${name} ended with ${signal ?? code}\n${log}`);
      resolve(undefined);
    });
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await closed;
    cleanUp();
    cleanups.delete(cleanUp);
  };
  const url = await readUrl(child);
  if (url) return { url, stop };
  await stop();
  throw new Error(`${name} does not listen`);
}

/**
 * Reads the first URL that a server prints; undefined if it exits first or prints none in time.
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, any>} child
 */
async function readUrl(child) {
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    for await (const line of createInterface(child.stdout)) {
      const url = /http:\S+/.exec(line)?.[0];
      if (url) return url;
    }
    return undefined;
  } finally {
    clearTimeout(timer);
    // Later output is discarded, so that it does not fill the pipe.
    child.stdout.resume();
  }
}
