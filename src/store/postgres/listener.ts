import type { Client } from 'pg';
import type { DatabaseAddress } from './address.ts';
import { createClient, describeDatabaseError } from './database.ts';
import { channelOf } from './writes.ts';

export interface ListenerOptions {
  address: DatabaseAddress;
  /** Receives the number of the last write, when another server has written and at intervals. */
  onPosition(seq: number): void;
  /** Receives the reason when the database cannot be reached any more, and undefined when it can again. */
  onChange(problem: string | undefined): void;
}

/** How often the position is read, in case a notification was lost. */
const pollMs = 1000;
const minRetryMs = 50;
const maxRetryMs = 2000;

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
    const { address, onPosition, onChange } = this.#options;
    const client = createClient(address);
    this.#client = client;
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('the connection was closed')));
    client.on('notification', ({ payload }) => onPosition(Number(payload)));
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
    const { rows } = await client.query<{ seq: string }>(`select seq from "${address.schema}".head`);
    onPosition(Number(rows[0]?.seq ?? 0));
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
