import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CommandError, exitCodes, writing } from '../src/errors.ts';
import type { Actor } from '../src/client/actor.ts';
import { formatJson } from '../src/client/format-text.ts';
import { isJsonObject, parseJson } from '../src/client/json-value.ts';
import { type Redact, redactValue } from '../src/client/redactor.ts';

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
  /** A query that shows one of them with its texts. */
  own?: string;
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
  /** The id of what was created, as the response says. */
  id?: string;
  /** Whether a read has proven, by the mark of the run, that the record with this id is its own. */
  isOwn?: boolean;
  /** Whether it is undone, or nothing was written. */
  isClosed?: true;
}

/** The file that lists the writes of a run: a line of JSON for each, and for what becomes known of it later. */
export class Ledger {
  readonly file: string;
  /** What is wrong with each line that cannot be read, such as one that a crash cut. */
  readonly damagedLines: string[] = [];
  readonly #entries = new Map<number, LedgerEntry>();
  readonly #redact: Redact;

  /** Reads the file if it exists. The file contains no secret, whatever the target sent. */
  constructor(file: string, redact: Redact = (text) => text) {
    this.file = file;
    this.#redact = redact;
    writing(file, () => mkdirSync(dirname(file), { recursive: true }));
    if (!existsSync(file)) return;
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      const line = parseJson(text);
      const isEntry =
        isJsonObject(line) &&
        ['url', 'runId', 'write', 'what'].every((name) => typeof line[name] === 'string') &&
        typeof line['number'] === 'number';
      if (isEntry) this.#entries.set(line['number'] as number, line as unknown as LedgerEntry);
      else if (text !== '')
        this.damagedLines.push(`line ${index + 1} of ${file} is damaged: what it lists is not undone`);
    }
  }

  /** The writes that are not undone, newest first. */
  get openEntries(): LedgerEntry[] {
    return [...this.#entries.values()].filter(({ isClosed }) => !isClosed).toReversed();
  }

  /** Throws a CommandError if the open entries are writes to another deployment. */
  assertWrittenTo(url: string): void {
    const other = this.openEntries.find((entry) => entry.url !== this.#redact(url));
    if (other) throw new CommandError(`${this.file} lists writes to ${other.url}, not to ${url}`, exitCodes.usage);
  }

  /** Adds an entry, or replaces that with the same number. It is on the disk before this returns. */
  write(given: Omit<LedgerEntry, 'number'> & { number?: number }): LedgerEntry {
    const entry = { ...given, number: given.number ?? Math.max(0, ...this.#entries.keys()) + 1 };
    // What cannot be written is undone all the same.
    this.#entries.set(entry.number, entry);
    // A line break also ends a line that a crash cut.
    const bytes = Buffer.from(`\n${formatJson(this.#withoutSecrets(entry))}\n`);
    writing(this.file, () => {
      const fd = openSync(this.file, 'a', 0o600);
      try {
        for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    });
    return entry;
  }

  /** An undo that contains a secret, because the target returned it, is only kept in memory: redacted, it would write something else. */
  #withoutSecrets({ undo, ...entry }: LedgerEntry): LedgerEntry {
    const redacted = redactValue(entry, this.#redact);
    if (!undo || isDeepStrictEqual(redactValue(undo, this.#redact), undo))
      return { ...redacted, ...(undo && { undo }) };
    return { ...redacted, what: `${redacted.what} (what it was before contains a secret and is not stored)` };
  }
}
