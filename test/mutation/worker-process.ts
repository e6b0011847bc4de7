import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerMessage, WorkerRequest } from './worker.ts';

const workerFile = fileURLToPath(new URL('worker.ts', import.meta.url));
// Milliseconds. A case takes a few; a request without a response ends after five seconds.
const caseTimeoutMs = 30_000;

/** What came of a request: the last message of the worker, or `timeout` if a case did not end. */
export type WorkerResult = Exclude<WorkerMessage, { kind: 'begins' }> | { kind: 'done'; killedBy: 'timeout' };

/** A process that runs cases. It is replaced when a mutant has blocked or ended it. */
export class WorkerProcess {
  readonly #codeFile: string;
  #child: ChildProcess | undefined;

  constructor(codeFile: string) {
    this.#codeFile = codeFile;
  }

  /** Rejects if the process ends without a result. */
  async run(request: WorkerRequest): Promise<WorkerResult> {
    const child = (this.#child ??= fork(workerFile, [this.#codeFile], {
      execArgv: ['--import', 'tsx'],
      // graphql skips checks that cost time in production, and the command line does the same.
      env: { ...process.env, NODE_ENV: 'production' },
    }));
    const result = await new Promise<WorkerResult>((resolve, reject) => {
      const timeout = setTimeout(() => resolve({ kind: 'done', killedBy: 'timeout' }), caseTimeoutMs);
      const finish = (settle: () => void): void => {
        clearTimeout(timeout);
        child.removeAllListeners();
        settle();
      };
      child.on('message', (message: WorkerMessage) => {
        timeout.refresh();
        if (message.kind !== 'begins') finish(() => resolve(message));
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
