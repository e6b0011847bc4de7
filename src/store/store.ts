import { ReplacementError } from '../errors.ts';
import { settle } from './conflicts.ts';
import type { JournalEntry, SharedLog, WriteLog } from './write-log.ts';
import { type Kind, type Records, type RecordsByKind, isTombstone, listsOf } from './records.ts';
import type { CheckAddedMember } from './record-validators.ts';
import { RecordReader } from './record-reader.ts';
import type { Tables } from './tables.ts';
import type { Now } from './time.ts';
import { Transaction } from './transaction.ts';
import { validateRecord } from './validate-record.ts';
import { formatRecordProblem } from './world-problem.ts';

/**
 * The records of a deployment, in memory. `update` is the only way to change them. It replaces records and never
 * changes them in place, so a record that was read before stays the same.
 */
export class Store extends RecordReader {
  readonly #log: WriteLog | undefined;
  readonly #clock: Now;
  #seq: number;
  #isReplaced = false;
  /** What edited records may have beyond their kinds; nothing by default. */
  checkAddedMember: CheckAddedMember | undefined;

  /** `seq` is the number of the last write in `tables`. */
  constructor(tables: Tables, clock: Now = Date.now, log?: WriteLog, seq = 0) {
    super(tables);
    this.#clock = clock;
    this.#log = log;
    this.#seq = seq;
  }

  /** Skips the next id of a kind, as the platform does when it cannot create a record. Not persisted. */
  skipNextId(kind: Kind): void {
    this.tables.skipNextId(kind);
  }

  /** The number of the last write that the store shows. */
  get lastWrite(): number {
    return this.#seq;
  }

  /** The current time in the format of the API. */
  now(): string {
    return this.formatDateTime(this.#clock());
  }

  /**
   * Runs `recipe`, validates the records it wrote, and puts them into the store and the journal: all of them, or none if
   * anything throws. Reads see the write at once; nothing that they tell may leave the process before `durable` resolves.
   */
  update<T>(recipe: (transaction: Transaction) => T): T {
    if (this.#isReplaced) throw new ReplacementError();
    const transaction = new Transaction(this, this.now());
    const value = recipe(transaction);
    const put = transaction.records();
    for (const [kind, records] of listsOf(put))
      for (const record of records) if (!isTombstone(record)) this.validate(kind, record, transaction);
    const seq = this.#seq + 1;
    if (this.#log) {
      const undo = this.tables.createUndo(put);
      this.#log.append({ seq, put }, () => {
        undo();
        this.#seq = seq - 1;
      });
    }
    this.#seq = seq;
    this.#put(put);
    return value;
  }

  /**
   * Resolves when every write so far is on the disk; undefined if they are. Rejects with a StorageError if they cannot be
   * stored, and with a ConflictError if another server wrote first; then they are undone.
   */
  get durable(): Promise<void> | undefined {
    return this.#log?.durable;
  }

  /** What several servers on the same records know of each other; undefined if this server has them for itself. */
  get shared(): SharedLog | undefined {
    return this.#log?.shared;
  }

  /** Puts a write of another server into the store. Writes that are not persisted must be undone before. */
  apply({ seq, put }: JournalEntry): void {
    this.#seq = seq;
    this.#put(put);
  }

  #put(put: RecordsByKind): void {
    for (const [kind, records] of listsOf(put)) for (const record of records) this.tables.put(kind, record);
  }

  /** Replaces all records by those that another server wrote; `seq` is the number of the last write in `tables`. */
  load(tables: Tables, seq: number): void {
    this.tables = tables;
    this.#seq = seq;
  }

  /**
   * Freezes the records as they are, so that other stores can share them, and goes on with a layer over them. Waits for the
   * disk first, because writes that cannot be stored are undone.
   */
  async freeze(): Promise<Tables> {
    await settle(this);
    const frozen = this.tables;
    this.tables = frozen.layer();
    return frozen;
  }

  /** Replaces all records by frozen ones; resolves when they are on the disk. Until then, `update` throws a ReplacementError. */
  async replace(frozen: Tables): Promise<void> {
    const tables = frozen.layer();
    this.#isReplaced = true;
    try {
      if (this.#log) this.#seq = await this.#log.replace(tables.rows());
      this.tables = tables;
    } finally {
      this.#isReplaced = false;
    }
  }

  /** Throws unless a written record follows the rules of its kind. */
  protected validate(kind: Kind, record: Records[Kind], transaction: Transaction): void {
    const find = (other: Kind, id: number) => transaction.find(other, id);
    const former = this.find(kind, record.id) ?? {};
    const problems = validateRecord(kind, record, {
      find,
      locales: () => this.organization.locales,
      checkAddedMember: (_, name, value) =>
        // What the record had already is kept, whatever schema is served.
        Object.hasOwn(former, name) ? undefined : (this.checkAddedMember ?? refuseAddedMember)(kind, name, value),
    });
    if (problems.length > 0)
      throw new Error(`cannot store an invalid record of ${kind}: ${problems.map(formatRecordProblem).join('; ')}`);
  }
}

const refuseAddedMember: CheckAddedMember = () => 'is unknown';
