import { WorkerProcess, type WorkerResult } from './worker-process.ts';
import type { WorkerRequest } from './worker.ts';

/** Processes that run requests at the same time, each one request after the other. */
export class WorkerPool {
  readonly #workers: WorkerProcess[];
  readonly #free: WorkerProcess[];
  readonly #waiting: ((worker: WorkerProcess) => void)[] = [];

  constructor(codeFile: string, size: number) {
    this.#workers = Array.from({ length: size }, () => new WorkerProcess(codeFile));
    this.#free = [...this.#workers];
  }

  /** Runs a request as soon as a process is free. */
  async run(request: WorkerRequest): Promise<WorkerResult> {
    const worker = this.#free.pop() ?? (await new Promise<WorkerProcess>((resolve) => this.#waiting.push(resolve)));
    try {
      return await worker.run(request);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(worker);
      else this.#free.push(worker);
    }
  }

  close(): void {
    for (const worker of this.#workers) worker.close();
  }
}
