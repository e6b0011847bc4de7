import { RequestError } from '../../errors.ts';
import type { SharedLog } from '../write-log.ts';

// How long a request waits for a write of another server. A notification takes a few milliseconds, a poll a second.
const waitMs = 5000;
// How long health tells of an unreadable notice: long enough for a monitor that asks every half minute.
const noticeMs = 60_000;

/** How far this server is: what it shows of the writes in the database, and who waits for more. */
export class Positions implements SharedLog {
  #position: number;
  /** The highest number that another server has announced. */
  #announced: number;
  #mustLook = false;
  readonly #onBehind: () => void;
  readonly #waiting = new Set<{ position: number; resolve: () => void }>();
  /** The last notice that no server of the schema can have sent, and when it came. */
  #foreignNotice: { text: string; time: number } | undefined;
  /** Why the database cannot be reached now. */
  outage: string | undefined;
  /** Why the writes of other servers cannot be read, although the database is there. */
  unreadable: string | undefined;

  constructor(position: number, onBehind: () => void) {
    this.#position = position;
    this.#announced = position;
    this.#onBehind = onBehind;
  }

  get position(): number {
    return this.#position;
  }

  get problem(): string | undefined {
    return this.outage ?? this.unreadable ?? this.#noticeProblem;
  }

  get #noticeProblem(): string | undefined {
    if (!this.#foreignNotice || performance.now() - this.#foreignNotice.time > noticeMs) return undefined;
    return `a client of the database sent the unreadable notice ${this.#foreignNotice.text}; the records were read instead`;
  }

  /** Whether other servers have written what this server does not show yet. */
  get isBehind(): boolean {
    return this.#mustLook || this.#announced > this.#position;
  }

  /** Another server has written up to this number. */
  announce(position: number): void {
    this.#announced = Math.max(this.#announced, position);
    if (this.isBehind) this.#onBehind();
    else this.unreadable = undefined;
  }

  /**
   * A notice has no number of a write, so it may hide one: the server reads. Returns what to log of it; undefined if one was logged
   * a short time ago, because any role of the database can send any number of them.
   */
  announceUnreadable(payload: string): string | undefined {
    const isRepeated = this.#noticeProblem !== undefined;
    this.#foreignNotice = { text: JSON.stringify(payload.slice(0, 40)), time: performance.now() };
    this.#mustLook = true;
    this.#onBehind();
    return isRepeated ? undefined : this.#foreignNotice.text;
  }

  /** The server begins to read. Call the returned function if there is nothing more: what was announced since then still counts. */
  beginReading(): () => void {
    const announced = this.#announced;
    this.#mustLook = false;
    return () => {
      if (this.#announced === announced) this.#announced = this.#position;
    };
  }

  /** Nothing can be read now; `reason` says why, if there is more. */
  giveUp(reason?: string): void {
    this.#mustLook = false;
    this.#announced = this.#position;
    this.unreadable = reason;
  }

  /** The store shows the write with this number. */
  advance(position: number): void {
    this.#position = position;
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.resolve();
  }

  async waitFor(position: number): Promise<void> {
    if (position <= this.#position) return;
    this.#mustLook = true;
    this.#onBehind();
    await new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        finish();
      };
      const waiter = { position, resolve: settle(resolve) };
      const timer = setTimeout(
        settle(() => reject(new RequestError(503, this.#describe(position), 1))),
        waitMs,
      );
      this.#waiting.add(waiter);
    });
  }

  #describe(position: number): string {
    return `This server has not read write ${position} of the database within ${waitMs / 1000} seconds; its last one is ${this.#position}.`;
  }
}
