import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerRequest } from './worker.ts';

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));

/** What came of a request: the last message of the worker, or `timeout` if a case did not end. */
export type WorkerResult = Exclude<WorkerMessage, { kind: 'begins' }> | { kind: 'done'; killedBy: 'timeout' };

/** A process that runs cases. It is replaced when a mutant has blocked or ended it. */
export class WorkerProcess {
  readonly #codeFile: string;
  readonly #caseTimeoutMs: number;
  #child: ChildProcess | undefined;

  /** A case takes milliseconds, but a request without a response five seconds. */
  constructor(codeFile: string, caseTimeoutMs = 15_000) {
    this.#codeFile = codeFile;
    this.#caseTimeoutMs = caseTimeoutMs;
  }

  /** Rejects if the process ends without a result. */
  async run(request: WorkerRequest): Promise<WorkerResult> {
    const child = (this.#child ??= fork(workerFile, [this.#codeFile], {
      execArgv: ['--import', 'tsx'],
      // graphql skips checks that cost time in production, and the command line does the same.
      env: { ...process.env, NODE_ENV: 'production' },
    }));
    const result = await new Promise<WorkerResult>((resolve, reject) => {
      let timeout: NodeJS.Timeout | undefined;
      const finish = (settle: () => void): void => {
        clearTimeout(timeout);
        child.removeAllListeners();
        settle();
      };
      child.on('message', (message: WorkerMessage) => {
        if (message.kind !== 'begins') return finish(() => resolve(message));
        clearTimeout(timeout);
        timeout = setTimeout(() => resolve({ kind: 'done', killedBy: 'timeout' }), this.#caseTimeoutMs);
      });
      child.on('exit', (code) => finish(() => reject(new Error(`the worker ended with exit code ${code}`))));
      child.send(request);
    });
    if (result.kind === 'done' && (result.killedBy === 'timeout' || result.killedBy === 'crash')) this.close();
    return result;
  }

  close(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
