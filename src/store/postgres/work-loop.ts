import { setImmediate } from 'node:timers/promises';

/** Runs pieces of work one at a time. */
export class WorkLoop {
  readonly #next: () => Promise<void> | undefined;
  #running: Promise<void> | undefined;

  /** `next` begins the next piece of work; it returns undefined if there is none, and its promise must not reject. */
  constructor(next: () => Promise<void> | undefined) {
    this.#next = next;
  }

  /** Looks for work soon: the requests that have already arrived share it. */
  wake(): void {
    this.#running ??= setImmediate().then(() => this.#run());
  }

  /** Runs a further piece of work when no other one runs. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    await this.idle();
    const result = work();
    const proceed = () => this.#run();
    this.#running = result.then(proceed, proceed);
    return result;
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    for (let work = this.#next(); work; work = this.#next()) await work;
    this.#running = undefined;
  }
}
