import { type KindRules } from '../define-kind.ts';
import { kindNames, kinds } from '../kinds.ts';
import type { CheckAddedMember, RecordLookup } from '../record-validators.ts';
import { type Kind, type Records, isTombstone } from '../records.ts';
import { createReferenceTest, referenceFields } from '../references.ts';
import type { Store } from '../store.ts';
import type { Transaction } from '../transaction.ts';
import { validateRecord } from '../validate-record.ts';
import { normalizeRecords } from '../world.ts';
import { type WorldProblem, formatFirstProblem, formatPlace, formatRecordProblem } from '../world-problem.ts';

/** A change of records after which the world would be invalid. The message names the record and the member of the first problem. */
export class InvalidRecordsError extends Error {
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    const [first, ...others] = problems;
    super(formatFirstProblem([first!, ...others]));
    this.problems = problems;
  }
}

type AnyRecord = Records[Kind];

/** The kinds whose records can become invalid by a change of another kind, though they do not refer to what changed. */
const dependentKinds = (changed: Kind): Kind[] =>
  changed === 'organization'
    ? kindNames
    : kindNames.filter((kind) => {
        const { sameComponent = {}, worldProblemKinds = [] }: Partial<KindRules> = kinds[kind];
        return Object.values(sameComponent).includes(changed) || worldProblemKinds.includes(changed);
      });

/** The records of a store as a transaction leaves them. */
export class WrittenWorld implements RecordLookup {
  readonly #store: Store;
  readonly #transaction: Transaction;

  constructor(store: Store, transaction: Transaction) {
    this.#store = store;
    this.#transaction = transaction;
  }

  get checkAddedMember(): CheckAddedMember | undefined {
    return this.#store.checkAddedMember;
  }

  get organization(): Records['organization'] {
    return this.#transaction.find('organization', this.#store.organization.id) ?? this.#store.organization;
  }

  locales(): string[] {
    const { locales } = this.organization;
    return Array.isArray(locales) ? locales : [];
  }

  find(kind: Kind, id: number): AnyRecord | undefined {
    return this.#transaction.find(kind, id);
  }

  where(kind: Kind, indexName: string, value: never): readonly AnyRecord[] {
    const getValue = kinds[kind].indexes[indexName]!;
    const written = this.#written(kind).filter((record) => getValue(record as never) === value);
    return [...this.#untouched(kind, this.#store.where(kind, indexName, value)), ...written];
  }

  all<K extends Kind>(kind: K): Records[K][] {
    return [...this.#untouched(kind, this.#store.all(kind)), ...this.#written(kind)] as Records[K][];
  }

  /** Every problem that the world has only since the changes. Adds missing defaults to the written records. */
  findProblems(): WorldProblem[] {
    const written = Object.keys(this.#transaction.writtenRecords) as Kind[];
    const problems = written.flatMap((kind) => [
      ...this.#written(kind).flatMap((record) => this.#findNewProblems(kind, record)),
      ...this.#findDuplicates(kind),
      ...this.#deleted(kind).flatMap((id) => this.#findReferrer(kind, id)),
    ]);
    if (this.all('organization').length !== 1)
      problems.push({ kind: 'organization', id: undefined, message: 'there must be exactly one organization' });
    if (problems.length > 0) return problems;
    return [...new Set(written.flatMap(dependentKinds))].flatMap((kind) =>
      this.#untouched(kind, this.#store.all(kind)).flatMap((record) => this.#findNewProblems(kind, record)),
    );
  }

  /** Brings the written records, which are valid, into the form in which they are stored. */
  normalize(): void {
    const zone = this.organization.timeZone;
    for (const kind of Object.keys(this.#transaction.writtenRecords) as Kind[])
      normalizeRecords(kind, this.#written(kind), zone);
  }

  #written(kind: Kind): AnyRecord[] {
    return this.#rows(kind).filter((row) => !isTombstone(row));
  }

  #deleted(kind: Kind): number[] {
    return this.#rows(kind).flatMap((row) => (isTombstone(row) ? [row.id] : []));
  }

  #rows = (kind: Kind): AnyRecord[] => [...(this.#transaction.writtenRecords[kind]?.values() ?? [])];

  #untouched(kind: Kind, records: readonly AnyRecord[]): readonly AnyRecord[] {
    const written = this.#transaction.writtenRecords[kind];
    return written ? records.filter(({ id }) => !written.has(id)) : records;
  }

  /** The problems of a record that it does not have in the store: clients can write what a world does not allow. */
  #findNewProblems(kind: Kind, record: AnyRecord): WorldProblem[] {
    const found = validateRecord(kind, record, this, true);
    if (found.length === 0) return [];
    const before = this.#store.find(kind, record.id);
    const lookup: RecordLookup = {
      find: (other, id) => this.#store.find(other, id),
      where: (other, indexName, value) => this.#store.where(other, indexName, value as number),
      locales: () => this.#store.organization.locales,
    };
    const known = before ? validateRecord(kind, structuredClone(before), lookup, true).map(formatRecordProblem) : [];
    return found
      .filter((problem) => !known.includes(formatRecordProblem(problem)))
      .map((problem) => ({ kind, id: record.id, ...problem }));
  }

  #findDuplicates(kind: Kind): WorldProblem[] {
    return kinds[kind].uniqueFields.flatMap((field) => {
      const valueOf = (record: AnyRecord) => (record as unknown as Record<string, unknown>)[field] ?? null;
      const ids = new Map<unknown, number>();
      return this.all(kind).flatMap((record): WorldProblem[] => {
        const [value, { id }] = [valueOf(record), record];
        const other = value === null ? undefined : ids.get(value);
        if (other === undefined) {
          ids.set(value, id);
          return [];
        }
        const message = `${JSON.stringify(value)} is already used by ${formatPlace({ kind, id: other })}`;
        return [{ kind, id, field, message }];
      });
    });
  }

  /** The problem that a record which refers to a deleted one is left. */
  #findReferrer(kind: Kind, id: number): WorldProblem[] {
    for (const other of kindNames) {
      const fields = referenceFields(other).filter((field) => field.kinds.includes(kind));
      for (const field of fields) {
        const referrers = this.all(other).filter(createReferenceTest([field], kind, id));
        if (referrers.length === 0) continue;
        const more = referrers.length > 1 ? `, and so do ${referrers.length - 1} more of ${other}` : '';
        const message = `cannot be deleted, because ${other} ${referrers[0]!.id} refers to it with ${field.name}${more}`;
        return [{ kind, id, message }];
      }
    }
    return [];
  }
}
