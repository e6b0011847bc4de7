import type { Client } from 'pg';
import type { DatabaseAddress } from './address.ts';
import { createClient, describeDatabaseError } from './database.ts';
import { channelOf, readHead } from './writes.ts';

export interface ListenerOptions {
  address: DatabaseAddress;
  /** Receives the number of the last write, when another server has written and at intervals. */
  onPosition(seq: number): void;
  /** Receives a notice that has no number of a write. Any role of the database can send one. */
  onUnreadableNotice(payload: string): void;
  /** Receives the reason when the database cannot be reached any more, and undefined when it can again. */
  onChange(problem: string | undefined): void;
}

/** How often the position is read, in case a notification was lost. */
const pollMs = 1000;
const minRetryMs = 50;
const maxRetryMs = 2000;

/** The number of a write, which JavaScript can represent. */
const isPosition = /^\d{1,15}$/;

/** A connection of its own that follows the writes of other servers. It is made again with growing pauses when it is lost. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = minRetryMs;
  #isAway = false;
  #isStopped = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Connects for the first time, or after the connection was lost. */
  async start(): Promise<void> {
    const { address, onPosition, onUnreadableNotice, onChange } = this.#options;
    const client = createClient(address);
    this.#client = client;
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('the connection was closed')));
    client.on('notification', ({ payload = '' }) =>
      isPosition.test(payload) ? onPosition(Number(payload)) : onUnreadableNotice(payload),
    );
    try {
      await client.connect();
      await client.query(`listen "${channelOf(address)}"`);
      await this.#poll(client);
      this.#retryMs = minRetryMs;
      if (this.#isAway) onChange(undefined);
      this.#isAway = false;
    } catch (error) {
      this.#lose(client, error as Error);
    }
  }

  async #poll(client: Client): Promise<void> {
    const { address, onPosition } = this.#options;
    onPosition(await readHead(client, address));
    this.#schedule(pollMs, () => this.#poll(client).catch((error: Error) => this.#lose(client, error)));
  }

  #lose(client: Client, error: Error): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    client.end().catch(() => {});
    if (this.#isStopped) return;
    if (!this.#isAway) this.#options.onChange(describeDatabaseError(error));
    this.#isAway = true;
    this.#schedule(this.#retryMs, () => this.start());
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs);
  }

  #schedule(ms: number, run: () => Promise<void>): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void run(), ms);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }
}
