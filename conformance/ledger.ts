import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandError, exitCodes, writing } from '../src/errors.ts';
import type { Actor } from '../src/client/actor.ts';
import { isJsonObject, parseJson } from '../src/client/json-value.ts';
import { type Redact, redactValue } from '../src/client/redactor.ts';
import { formatJson } from '../src/client/format-text.ts';

/** A mutation that undoes a write, and the query that proves it. */
export interface Undo {
  /** Sends both. */
  actor: Actor;
  query: string;
  /** The variables of both; that of what was created is added when its id is known. */
  variables: Record<string, unknown>;
  /** After the mutation, the data of this query must equal `expected`. */
  check: { query: string; expected: unknown };
  /** A query for the records that the field creates, which finds those whose id the response did not show. */
  find?: string;
}

/** A write of a run to a deployment. */
export interface LedgerEntry {
  number: number;
  runId: string;
  url: string;
  dialect: string;
  /** Schema coordinate of the field, such as `MeetingsMutation.createMeeting`. */
  write: string;
  /** What is written, such as `the answer of proposal 12 in component 2`. */
  what: string;
  /** Whether the suite knows what the field writes. */
  isKnown: boolean;
  /** Undefined if the write cannot be undone. */
  undo?: Undo;
  /** Whether it may stay where the API cannot undo it. */
  mayStay?: boolean;
  /** The id of what was created. */
  id?: string;
}

/** The file has a line of JSON for each write, others for the ids of what was created, and others for what is undone or was not written. */
type Line = LedgerEntry | { created: number; id: string } | { closed: number };

/** The file that lists the writes of a run. Each line is on the disk before the request is sent. */
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

  add(entry: Omit<LedgerEntry, 'number'>): LedgerEntry {
    const numbered = { number: this.#lastNumber + 1, ...entry };
    this.#append(numbered);
    return numbered;
  }

  /** Adds the id of what a write created. */
  addId(number: number, id: string): void {
    this.#append({ created: number, id });
  }

  /** Ends an entry: it is undone, or nothing was written. */
  close(number: number): void {
    this.#append({ closed: number });
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
    if (!('write' in line)) return redactValue(line, this.#redact);
    const { undo, ...entry } = line;
    const redacted = redactValue(entry, this.#redact);
    if (!undo || isDeepStrictEqual(redactValue(undo, this.#redact), undo))
      return { ...redacted, ...(undo && { undo }) };
    return {
      ...redacted,
      what: `${redacted.what} (what it was before contains a secret and is not stored)`,
    };
  }

  #apply(line: Line): void {
    if ('closed' in line) return void this.#open.delete(line.closed);
    if ('created' in line) return void Object.assign(this.#open.get(line.created) ?? {}, { id: line.id });
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
    ['url', 'runId', 'write', 'what'].every((name) => typeof line[name] === 'string');
  const isNote =
    typeof line['closed'] === 'number' || (typeof line['created'] === 'number' && typeof line['id'] === 'string');
  return isEntry || isNote ? (line as unknown as Line) : undefined;
}
