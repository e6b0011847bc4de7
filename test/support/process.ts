import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { CommanderError } from 'commander';
import type { CreateCommand } from '../../src/cli/command.ts';
import type { Terminal } from '../../src/cli/terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLENUM_')));

/** The exit code of a process and its whole output. */
export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running process. */
export interface RunningProcess {
  child: ChildProcess;
  /** Resolves with the first match in the output; rejects when the process ends first, and after 30 seconds. */
  waitForOutput(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with the URL of the server once it listens. */
  waitForUrl(): Promise<string>;
  /** Sends SIGTERM and waits until the process ends. */
  stop(): Promise<ProcessResult>;
  result: Promise<ProcessResult>;
}

/** Starts a command in the folder of the project. After the test it is killed, with the processes that it started. */
export function startProcess(test: TestContext, command: string, args: string[], environment = {}): RunningProcess {
  const env = { ...inherited, ...environment };
  // A command that starts processes leads a group of its own. Node alone stays in the group of the tests, so that Ctrl-C ends it.
  const detached = command !== process.execPath;
  const child = spawn(command, args, { cwd: root, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
      child.emit('output');
    });
  }
  const result = new Promise<ProcessResult>((resolve) => child.once('close', (code) => resolve({ code, ...output })));
  test.after(async () => {
    try {
      process.kill(detached ? -child.pid! : child.pid!, 'SIGKILL');
    } catch {
      // It has ended already.
    }
    await result;
  });
  const waitForOutput = (stream: 'stdout' | 'stderr', pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}: ${output.stdout}${output.stderr}`));
      const late = setTimeout(() => fail(`no match for ${pattern}`), 30_000);
      const look = () => {
        const found = pattern.exec(output[stream]);
        if (!found) return;
        clearTimeout(late);
        child.off('output', look);
        resolve(found);
      };
      child.on('output', look);
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

// What is compiled starts in a third of the time.
const compiled = process.env['PLENUM_TEST_COMMAND'];

/** The arguments of Node.js that run `plenum`: from the sources, or the compiled program that PLENUM_TEST_COMMAND names. */
export const plenumArgs: readonly string[] = compiled
  ? [compiled]
  : ['--import', import.meta.resolve('tsx'), join(root, 'src/cli/main.ts')];

/** The folder of what is compiled; undefined if tests run the sources. */
export const compiledFolder = compiled && join(dirname(compiled), '../..');

/** The folder that `plenumArgs` run from, which has the worlds. */
export const installation = { folder: compiledFolder || root };

/** Starts `plenum` with these arguments. */
export const startPlenum = (test: TestContext, args: string[], environment = {}): RunningProcess =>
  startProcess(test, process.execPath, [...plenumArgs, ...args], environment);

/** Runs `plenum` with these arguments to its end. */
export const runPlenum = (test: TestContext, args: string[], environment = {}): Promise<ProcessResult> =>
  startPlenum(test, args, environment).result;

/** A port of the loopback address on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a command in this process, as `plenum` does, and returns its exit code. */
export async function runCommand(
  createCommand: CreateCommand,
  args: string[],
  changes: Partial<Terminal> = {},
): Promise<number> {
  const terminal: Terminal = {
    environment: {},
    print: () => {},
    printWorkflowCommand: (command) => changes.print?.(command),
    printError: () => {},
    progress: () => {},
    colors: false,
    columns: undefined,
    onSignal: () => () => {},
    signal: new AbortController().signal,
    exitCode: 0,
    ...changes,
  };
  try {
    await createCommand(terminal).parseAsync(args, { from: 'user' });
  } catch (error) {
    // The help was printed.
    if (!(error instanceof CommanderError)) throw error;
  }
  return terminal.exitCode;
}

/** Runs a command, and returns its exit code and what it prints. */
export async function captureCommand(
  command: CreateCommand,
  args: string[],
  terminal: Partial<Terminal> = {},
): Promise<{ code: number; printed: string[]; output: string }> {
  const printed: string[] = [];
  const code = await runCommand(command, args, { print: (text) => void printed.push(text), ...terminal });
  return { code, printed, output: printed.join('\n') };
}

/** A server in a separate process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Sends SIGKILL, waits for the end, and returns everything the server logged. */
  kill(): Promise<string>;
}

/** Starts `plenum serve` on a data folder and a free port, and waits until it prints its URL. */
export async function startServer(test: TestContext, data: string): Promise<ServerProcess> {
  const { child, waitForUrl, result } = startPlenum(test, ['serve', '--port', '0', '--data', data]);
  const kill = async () => {
    child.kill('SIGKILL');
    return (await result).stderr;
  };
  return { url: await waitForUrl(), pid: child.pid!, kill };
}
