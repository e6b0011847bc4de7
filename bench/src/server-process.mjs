import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A server that listens.
 * @typedef {object} RunningServer
 * @property {string} url
 * @property {() => number} residentMegabytes
 * @property {() => number | undefined} cpuMs the CPU time of its process so far; undefined where there is no /proc
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop sends its process a signal, by default SIGKILL, and waits for its end
 */

// The time that a server has to print its URL.
const startTimeoutMs = 120_000;

// Environment variables of the shell must not change the options of the stand-in. Apollo Server sends stack traces, and graphql-js
// does additional checks, unless NODE_ENV is "production".
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLENUM_'))),
  NODE_ENV: 'production',
};

/** @type {Set<() => void>} */
const cleanups = new Set();
// No server and no temporary folder must outlive this process. Servers are stopped before their folders are removed.
process.once('exit', () => [...cleanups].toReversed().forEach((cleanUp) => cleanUp()));

/** Creates a temporary folder; `remove` removes it, and so does the exit of this process. */
export function createTemporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  // A killed server may still be creating a file.
  const cleanUp = () => rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  cleanups.add(cleanUp);
  const remove = () => {
    cleanUp();
    cleanups.delete(cleanUp);
  };
  return { path, remove };
}

/**
 * Starts a server as a child process; resolves when it listens, rejects if it does not.
 * @param {string} name
 * @param {string[]} command the arguments of Node.js
 * @param {string} cwd
 * @returns {Promise<RunningServer>}
 */
export async function startServer(name, command, cwd) {
  const child = spawn(process.execPath, command, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  cleanups.add(kill);

  let log = '';
  let isStopping = false;
  child.stderr.on('data', (chunk) => (log += chunk));
  const closed = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      if (!isStopping) process.stderr.write(`${name} ended with ${signal ?? code}\n${log}`);
      resolve(undefined);
    });
  });
  /** @type {RunningServer['stop']} */
  const stop = async (signal = 'SIGKILL') => {
    isStopping = true;
    child.kill(signal);
    await closed;
    cleanups.delete(kill);
  };
  const residentMegabytes = () => {
    const kibibytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
    return (kibibytes * 1024) / 1e6;
  };
  const url = await readUrl(child);
  if (url) return { url, residentMegabytes, cpuMs: () => readCpuMs(child.pid), stop };
  await stop();
  throw new Error(`${name} does not listen`);
}

/**
 * See proc_pid_stat(5); a clock tick is 10 ms.
 * @param {number | undefined} pid
 */
function readCpuMs(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // The second field, the name of the program in parentheses, can contain spaces.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) * 10;
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
