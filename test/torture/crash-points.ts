import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { openStore } from '../support/stores.ts';
import { demoWorld } from '../support/test-server.ts';
import type { Torture } from './torture.ts';

/** What happens at one call of the file system. The first three are a kill: nothing of the process reaches the disk after it. */
const effects = ['kill before', 'kill in the middle', 'kill after', 'ENOSPC', 'EIO'] as const;
type Effect = (typeof effects)[number];

const isKill = (effect: Effect | undefined): boolean => effect?.startsWith('kill') ?? false;

/** The calls by which a store writes, of which one fails. */
class Disk {
  calls = 0;
  #isDead = false;
  readonly #point: number;
  readonly #effect: Effect | undefined;
  readonly #originals = { ...fs.promises };

  constructor(point = 0, effect?: Effect) {
    this.#point = point;
    this.#effect = effect;
    const { open, rename, rm } = this.#originals;
    Object.assign(fs.promises, {
      open: async (...args: Parameters<typeof open>) => this.#wrap(await this.#call(() => open(...args))),
      rename: (...args: Parameters<typeof rename>) => this.#call(() => rename(...args)),
      rm: (...args: Parameters<typeof rm>) => this.#call(() => rm(...args)),
    });
    syncBuiltinESMExports();
  }

  restore(): void {
    Object.assign(fs.promises, this.#originals);
    syncBuiltinESMExports();
  }

  #wrap(handle: fs.promises.FileHandle): fs.promises.FileHandle {
    const write = handle.write.bind(handle) as (...args: unknown[]) => Promise<unknown>;
    const methods: Record<string, (...args: never[]) => Promise<unknown>> = {
      write: (bytes: Buffer, offset: number, length: number, position: number) =>
        this.#call(
          () => write(bytes, offset, length, position),
          () => write(bytes, offset, Math.floor(length / 2), position),
        ),
    };
    for (const name of ['writeFile', 'sync', 'datasync', 'truncate'] as const) {
      const method = handle[name].bind(handle) as (...args: unknown[]) => Promise<unknown>;
      const half = (text: string) => method(text.slice(0, text.length / 2));
      methods[name] = (...args: unknown[]) =>
        this.#call(() => method(...args), name === 'writeFile' ? () => half(args[0] as string) : undefined);
    }
    return Object.assign(handle, methods);
  }

  async #call<T>(run: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> {
    this.calls += 1;
    if (!this.#isDead && this.calls !== this.#point) return run();
    if (this.#isDead || isKill(this.#effect)) {
      // A kill closes the files of its process too.
      if (!this.#isDead && this.#effect === 'kill after')
        await ((await run()) as { close?(): unknown } | null)?.close?.();
      if (!this.#isDead && this.#effect === 'kill in the middle') await half?.();
      this.#isDead = true;
      throw new Error('killed');
    }
    await half?.();
    throw Object.assign(new Error(`${this.#effect}: on purpose`), { code: this.#effect });
  }
}

/** What a process that wrote has told its clients. */
interface Outcomes {
  stored: Map<number, number>;
  refused: Set<number>;
}

/** Changes records in batches, so that `db.json` is written again and again, and replaces all records once. */
async function writeRecords(store: Store, { stored, refused }: Outcomes, firstVersion: number): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const writes = [1, 2, 3].map(async (id) => {
      const availableSlots = firstVersion + round * 3 + id;
      try {
        await store.updateDurably((transaction) => transaction.update('meetings', id, { availableSlots }));
        stored.set(id, availableSlots);
      } catch {
        refused.add(availableSlots);
      }
    });
    await Promise.all(writes);
    if (round === 2) await store.replace((tables) => tables).catch(() => {});
  }
}

const copyFolder = (from: string, to: string) =>
  fs.cpSync(from, to, { recursive: true, filter: (path) => !path.includes('locked-by') });

/** Lets the n-th call of a store fail, or be the last one of its process; for a share of all starts, calls and effects. */
export const crashPoints: Torture = async ({ folder, random, isShort, share }) => {
  const problems: string[] = [];
  const counts = { runs: 0, acknowledged: 0, refused: 0, lost: 0, refusedStarts: 0 };
  const written = join(folder, 'written');
  const seed = await openStore({ data: written, world: demoWorld });
  await writeRecords(seed.store, { stored: new Map(), refused: new Set() }, 1000);
  await seed.close();

  /** Runs a store on a disk; returns the number of calls. */
  async function run(start: 'first' | 'later' | 'reset', point = 0, effect?: Effect): Promise<number> {
    const title = `${start} start, ${effect} at call ${point}`;
    const data = join(folder, `${counts.runs}`);
    if (start !== 'first') copyFolder(written, data);
    const outcomes: Outcomes = { stored: new Map(), refused: new Set() };
    const disk = new Disk(point, effect);
    let opened: Awaited<ReturnType<typeof openStore>> | undefined;
    const survivor = `${data}-after`;
    try {
      opened = await openStore({ data, world: demoWorld, reset: start === 'reset', maxJournalBytes: 4000 });
      await writeRecords(opened.store, outcomes, 2000);
    } catch (error) {
      const isClear = error instanceof CommandError && error.exitCode === exitCodes.unavailable;
      if (!isClear || error.message.includes('\n')) problems.push(`${title}: ${String(error)}`);
    } finally {
      if (isKill(effect)) copyFolder(data, survivor);
      disk.restore();
      await opened?.close();
    }
    counts.runs += 1;
    counts.acknowledged += outcomes.stored.size === 0 ? 0 : 18 - outcomes.refused.size;
    counts.refused += outcomes.refused.size;
    try {
      const after = await openStore({ data: isKill(effect) ? survivor : data, world: demoWorld });
      for (const { id, availableSlots } of after.store.all('meetings')) {
        if (availableSlots < (outcomes.stored.get(id) ?? 0)) {
          counts.lost += 1;
          problems.push(`${title}: record ${id} has version ${availableSlots}, not ${outcomes.stored.get(id)}`);
        }
        // A client of a killed process has no response.
        if (!isKill(effect) && outcomes.refused.has(availableSlots))
          problems.push(`${title}: the refused write ${availableSlots} of record ${id} survived`);
      }
      await after.close();
    } catch (error) {
      counts.refusedStarts += 1;
      problems.push(`${title}: the next start: ${String(error)}`);
    }
    fs.rmSync(data, { recursive: true, force: true });
    fs.rmSync(survivor, { recursive: true, force: true });
    return disk.calls;
  }

  for (const start of ['first', 'later', 'reset'] as const) {
    const calls = await run(start);
    for (const effect of effects)
      for (let point = 1; point <= calls; point += 1)
        if (random() < (isShort ? 5 / calls : share)) await run(start, point, effect);
  }
  const { runs, acknowledged, refused, lost, refusedStarts } = counts;
  const summary = `${runs} runs, ${acknowledged} acknowledged writes, ${lost} lost; ${refused} refused writes; ${refusedStarts} refused starts`;
  return { summary, problems };
};
