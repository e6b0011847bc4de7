import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../model/case.ts';

interface GraphQLCall {
  query: string;
  variables: Record<string, unknown>;
}

/** A mutation that undoes a write, and the query that proves it. */
export interface Undo extends GraphQLCall {
  /** Sends both. */
  actor: Actor;
  /** After the mutation, the data of this query must equal `expected`. */
  check: GraphQLCall & { expected: unknown };
}

/** A write of a run to a deployment. */
export interface LedgerEntry {
  number: number;
  runId: string;
  url: string;
  dialect: string;
  /** Schema coordinate of the mutation, such as `MeetingsMutation.createMeeting`. */
  mutation: string;
  /** What was written, such as `meeting 12 in component 2`. */
  description: string;
  /** Undefined if the write cannot be undone. */
  undo?: Undo;
}

/** The file has a line of JSON for each write, and another one for each write that was undone. */
type Line = LedgerEntry | { undone: number };

/** The file that lists the writes of a run. Each line is on the disk before the next request is sent. */
export class Ledger {
  readonly file: string;
  readonly #open = new Map<number, LedgerEntry>();
  #lastNumber = 0;

  /** Reads the file if it exists. A CommandError names a line that is not JSON. */
  constructor(file: string) {
    this.file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      if (text !== '') this.#apply(parseLine(file, index + 1, text));
    }
  }

  /** The writes that are not undone, newest first. */
  get openEntries(): LedgerEntry[] {
    return [...this.#open.values()].toReversed();
  }

  add(entry: Omit<LedgerEntry, 'number'>): void {
    this.#append({ number: this.#lastNumber + 1, ...entry });
  }

  markUndone(number: number): void {
    this.#append({ undone: number });
  }

  #append(line: Line): void {
    const fd = openSync(this.file, 'a');
    writeSync(fd, `${JSON.stringify(line)}\n`);
    fsyncSync(fd);
    closeSync(fd);
    this.#apply(line);
  }

  #apply(line: Line): void {
    if ('undone' in line) return void this.#open.delete(line.undone);
    this.#open.set(line.number, line);
    this.#lastNumber = Math.max(this.#lastNumber, line.number);
  }
}

function parseLine(file: string, number: number, text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new CommandError(`${file}, line ${number}: not JSON`, exitCodes.usage);
  }
}
