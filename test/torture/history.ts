import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStore } from '../support/stores.ts';
import type { OpenedStore } from '../../src/store/store.ts';
import { demoWorld } from '../support/test-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const writer = ['--import', 'tsx', 'test/torture/writer.ts'];

/** The outcomes of all writes to a data folder, from processes that were killed. */
export class History {
  /** The version of each record that was stored last. */
  readonly stored = new Map<number, number>();
  readonly refused = new Set<number>();
  /** What must never happen. */
  readonly problems: string[] = [];
  storedCount = 0;
  /** The longest wait for the outcome of a write, in milliseconds. */
  worstWaitMs = 0;
  #highestVersion = 0;

  constructor(readonly data: string) {}

  /** Starts a process that writes, with the longest journal in bytes. */
  start(maxJournalBytes = 50_000) {
    const args = [...writer, this.data, String(maxJournalBytes), String(this.#highestVersion)];
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const closed = once(child, 'close').then(([code]) => {
      if (code) this.problems.push(`a process ended with code ${code}`);
      return true;
    });
    let outcomes = 0;
    let wake: (() => void) | undefined;
    createInterface(child.stdout).on('line', (line) => {
      outcomes += 1;
      this.#add(...(JSON.parse(line) as [string, never, number, number?]));
      wake?.();
    });
    return {
      /** Resolves when the process has reported this many outcomes, or has ended. */
      waitFor: async (count: number | (() => boolean)) => {
        const isDone = typeof count === 'number' ? () => outcomes >= count : count;
        while (!isDone()) {
          const next = new Promise<void>((resolve) => (wake = resolve));
          if (await Promise.race([next, closed])) return;
        }
      },
      kill: async () => {
        try {
          process.kill(-child.pid!, 'SIGKILL');
        } catch {
          // It has ended.
        }
        await closed;
      },
    };
  }

  #add(type: string, first: never, version: number, waitMs = 0): void {
    this.worstWaitMs = Math.max(this.worstWaitMs, waitMs);
    if (version) this.#highestVersion = Math.max(version, this.#highestVersion);
    if (type === 'stored') {
      this.storedCount += 1;
      this.stored.set(first, Math.max(version, this.stored.get(first) ?? 0));
    } else if (type === 'refused') this.refused.add(version);
    else if (type === 'visible') this.problems.push(`refused write ${version} of record ${first} is visible`);
    else if (type === 'failed') this.problems.push(first);
  }

  get summary(): string {
    return `${this.storedCount} acknowledged and ${this.refused.size} refused writes, worst wait ${this.worstWaitMs} ms`;
  }

  /** Opens the folder, and compares its records with the history. */
  async verify(): Promise<void> {
    let opened: OpenedStore;
    try {
      opened = await openStore({ data: this.data, world: demoWorld });
    } catch (error) {
      this.problems.push(String(error));
      return;
    }
    for (const [id, version] of this.stored) {
      const found = opened.store.find('meetings', id)?.availableSlots ?? 0;
      if (found < version) this.problems.push(`lost: record ${id} has version ${found}, but ${version} was stored`);
    }
    for (const { id, availableSlots } of opened.store.all('meetings'))
      if (this.refused.has(availableSlots))
        this.problems.push(`write ${availableSlots} of record ${id} was refused, but survived`);
    await opened.store.close();
  }
}
