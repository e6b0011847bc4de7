import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../model/case.ts';

/** Something that a run wrote into a deployment, and what would undo it. */
export interface LedgerEntry {
  number: number;
  run: string;
  url: string;
  dialect: string;
  /** What was written, in plain words: `meeting 12 of component 2`. */
  what: string;
  /** The request that takes it back, by the actor who wrote it; undefined when the API has none. */
  undo?: { actor: Actor; query: string; variables: Record<string, unknown> };
}

/** What a ledger holds: a line for each write, and one for each that was undone. */
type Line = LedgerEntry | { undone: number };

/** The record on the disk of what a run wrote. Each line is there before the next request is sent. */
export class Ledger {
  readonly file: string;
  readonly #open = new Map<number, LedgerEntry>();
  #last = 0;

  constructor(file: string) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text === '') continue;
      this.#take(parseLine(file, index + 1, text));
    }
  }

  /** What is not undone yet, the last first. */
  get openEntries(): LedgerEntry[] {
    return [...this.#open.values()].toReversed();
  }

  add(written: Omit<LedgerEntry, 'number'>): void {
    this.#append({ number: this.#last + 1, ...written });
  }

  markUndone(number: number): void {
    this.#append({ undone: number });
  }

  #append(line: Line): void {
    const fd = openSync(this.file, 'a');
    writeSync(fd, `${JSON.stringify(line)}\n`);
    fsyncSync(fd);
    closeSync(fd);
    this.#take(line);
  }

  #take(line: Line): void {
    if ('undone' in line) return void this.#open.delete(line.undone);
    this.#open.set(line.number, line);
    this.#last = Math.max(this.#last, line.number);
  }
}

function parseLine(file: string, number: number, text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new CommandError(`${file}, line ${number}: not JSON`, exitCodes.usage);
  }
}
