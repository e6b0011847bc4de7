import { type ChildProcess, spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLENUM_')));

/** How a process ended, and everything it said. */
export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A process that runs. */
export interface RunningProcess {
  child: ChildProcess;
  /** The first match of what it has said so far or says later; breaks when it ends before, and after ten seconds. */
  waitForOutput(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  /** Where it answers, once it does. */
  waitForUrl(): Promise<string>;
  /** Sends SIGTERM, and waits for the end. */
  stop(): Promise<ProcessResult>;
  result: Promise<ProcessResult>;
}

/** Starts a command in the project's folder; it and what it started are killed when the test is over. */
export function startProcess(test: TestContext, command: string, args: string[], environment = {}): RunningProcess {
  const env = { ...inherited, ...environment };
  // What starts processes of its own leads a group; a node alone stays in ours, and ends with it on Ctrl-C.
  const detached = command !== process.execPath;
  const child = spawn(command, args, { cwd: root, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
      child.emit('said');
    });
  }
  const result = new Promise<ProcessResult>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  test.after(async () => {
    try {
      process.kill(detached ? -child.pid! : child.pid!, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
    await result;
  });
  const waitForOutput = (stream: 'stdout' | 'stderr', pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}: ${said.stdout}${said.stderr}`));
      const late = setTimeout(() => fail(`never said ${pattern}`), 30_000);
      const look = () => {
        const found = pattern.exec(said[stream]);
        if (!found) return;
        clearTimeout(late);
        child.off('said', look);
        resolve(found);
      };
      child.on('said', look);
      void result.then(({ code }) => {
        clearTimeout(late);
        return fail(`ended with ${code}`);
      });
      look();
    });
  const waitForUrl = async () => (await waitForOutput('stdout', /^Plenum answers at (\S+)\n/m))[1]!;
  const stop = () => {
    child.kill('SIGTERM');
    return result;
  };
  return { child, waitForOutput, waitForUrl, stop, result };
}

/** Starts `plenum` with these arguments. */
export const startPlenum = (test: TestContext, args: string[], environment = {}): RunningProcess =>
  startProcess(test, process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], environment);

/** Runs `plenum` with these arguments to its end. */
export const runPlenum = (test: TestContext, args: string[], environment = {}): Promise<ProcessResult> =>
  startPlenum(test, args, environment).result;
