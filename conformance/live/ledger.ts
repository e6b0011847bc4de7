import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';
import type { Actor } from '../../src/client/actor.ts';
import { isJsonObject, parseJson } from '../../src/client/json-value.ts';
import { type Redact, redactValue } from '../../src/client/redactor.ts';
import { formatJson } from '../../src/client/format-text.ts';

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
  /** Whether it may stay where the API cannot undo it. */
  mayStay?: boolean;
}

/** The file has a line of JSON for each write, and another one for each write that was undone. */
type Line = LedgerEntry | { undone: number };

/** The file that lists the writes of a run. Each line is on the disk before the next request is sent. */
export class Ledger {
  readonly file: string;
  /** What is wrong with each line that cannot be read, such as one that a crash cut. */
  readonly damagedLines: string[] = [];
  readonly #open = new Map<number, LedgerEntry>();
  readonly #redact: Redact;
  #lastNumber = 0;
  #endsInLine = false;

  /** Reads the file if it exists. The file contains no secret, whatever the target sent. */
  constructor(file: string, redact: Redact = (text) => text) {
    this.file = file;
    this.#redact = redact;
    writing(file, () => mkdirSync(dirname(file), { recursive: true }));
    if (!existsSync(file)) return;
    const lines = readFileSync(file, 'utf8').split('\n');
    this.#endsInLine = lines.at(-1) !== '';
    for (const [index, text] of lines.entries()) {
      if (text === '') continue;
      const line = parseLine(text);
      if (line) this.#apply(line);
      else this.damagedLines.push(`line ${index + 1} of ${file} is damaged: what it lists is not undone`);
    }
  }

  /** The writes that are not undone, newest first. */
  get openEntries(): LedgerEntry[] {
    return [...this.#open.values()].toReversed();
  }

  /** Throws a CommandError if the open entries are writes to another deployment. */
  assertWrittenTo(url: string): void {
    const other = this.openEntries.find((entry) => entry.url !== this.#redact(url));
    if (other) throw new CommandError(`${this.file} lists writes to ${other.url}, not to ${url}`, exitCodes.usage);
  }

  add(entry: Omit<LedgerEntry, 'number'>): void {
    this.#append({ number: this.#lastNumber + 1, ...entry });
  }

  markUndone(number: number): void {
    this.#append({ undone: number });
  }

  #append(line: Line): void {
    const bytes = Buffer.from(`${this.#endsInLine ? '\n' : ''}${formatJson(this.#redactLine(line))}\n`);
    // What cannot be written is undone all the same.
    this.#apply(line);
    this.#endsInLine = true;
    writing(this.file, () => {
      const fd = openSync(this.file, 'a', 0o600);
      try {
        for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    });
    this.#endsInLine = false;
  }

  /** An undo that contains a secret, because the target returned it, is only kept in memory: redacted, it would write something else. */
  #redactLine(line: Line): Line {
    if ('undone' in line) return line;
    const { undo, ...entry } = line;
    const redacted = redactValue(entry, this.#redact);
    if (!undo || isDeepStrictEqual(redactValue(undo, this.#redact), undo))
      return { ...redacted, ...(undo && { undo }) };
    return {
      ...redacted,
      description: `${redacted.description} (what it was before contains a secret and is not stored)`,
    };
  }

  #apply(line: Line): void {
    if ('undone' in line) return void this.#open.delete(line.undone);
    this.#open.set(line.number, line);
    this.#lastNumber = Math.max(this.#lastNumber, line.number);
  }
}

/** Undefined if the text is not a line of a ledger. */
function parseLine(text: string): Line | undefined {
  const line = parseJson(text);
  if (!isJsonObject(line)) return undefined;
  const isEntry =
    typeof line['number'] === 'number' &&
    ['url', 'mutation', 'description'].every((name) => typeof line[name] === 'string');
  return isEntry || typeof line['undone'] === 'number' ? (line as unknown as Line) : undefined;
}
