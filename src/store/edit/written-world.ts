import type { KindRules } from '../define-kind.ts';
import { kindNames, kinds } from '../kinds.ts';
import type { Kind, Records } from '../records.ts';
import { createReferenceTest, referenceFields } from '../references.ts';
import type { Store } from '../store.ts';
import { type Tables, changedKinds } from '../tables.ts';
import type { Transaction } from '../transaction.ts';
import {
  type CheckAddedMember,
  type RecordLookup,
  type WorldProblem,
  formatFirstProblem,
  formatPlace,
  formatRecordProblem,
  uniqueValue,
  validateFields,
  validateRelations,
} from '../validate.ts';
import { normalizeRecords } from '../world.ts';

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
export class WrittenWorld {
  readonly #store: Store;
  readonly #transaction: Transaction;

  constructor(store: Store, transaction: Transaction) {
    this.#store = store;
    this.#transaction = transaction;
  }

  get organization(): Records['organization'] {
    return this.#transaction.find('organization', this.#store.organization.id) ?? this.#store.organization;
  }

  all<K extends Kind>(kind: K): readonly Records[K][] {
    return this.#transaction.tables.all(kind);
  }

  /** Every problem that the world has only since the changes. Adds missing defaults to the written records. */
  findProblems(): WorldProblem[] {
    const { changes } = this.#transaction;
    const [before, after] = [this.#store.tables, this.#transaction.tables];
    const written = changedKinds(changes);
    const problems = written.flatMap((kind) => [
      ...[...changes[kind]!].flatMap(([id, record]) =>
        record ? this.#findNewProblems(kind, record, before, after) : findReferrer(kind, id, after),
      ),
      ...findDuplicates(kind, after),
    ]);
    if (after.all('organization').length !== 1)
      problems.push({ kind: 'organization', id: undefined, message: 'there must be exactly one organization' });
    if (problems.length > 0) return problems;
    return [...new Set(written.flatMap(dependentKinds))].flatMap((kind) =>
      after
        .all(kind)
        .filter(({ id }) => !changes[kind]?.has(id))
        .flatMap((record) => this.#findNewProblems(kind, record, before, after)),
    );
  }

  /** Brings the written records, which are valid, into the form in which they are stored. */
  normalize(): void {
    const { changes } = this.#transaction;
    for (const kind of changedKinds(changes)) {
      const records = [...changes[kind]!.values()].filter((record) => record !== null);
      normalizeRecords(kind, records, this.organization.timeZone);
    }
  }

  /** The problems of a record that it does not have in the store: clients can write what a world does not allow. */
  #findNewProblems(kind: Kind, record: AnyRecord, before: Tables, after: Tables): WorldProblem[] {
    const found = validate(kind, record, after, this.#store.checkAddedMember);
    const former = before.find(kind, record.id);
    if (found.length === 0) return [];
    const known = former ? validate(kind, structuredClone(former), before).map(formatRecordProblem) : [];
    return found
      .filter((problem) => !known.includes(formatRecordProblem(problem)))
      .map((problem) => ({ kind, id: record.id, ...problem }));
  }
}

function validate(kind: Kind, record: AnyRecord, tables: Tables, checkAddedMember?: CheckAddedMember) {
  const lookup: RecordLookup = {
    find: (other, id) => tables.find(other, id),
    where: (other, indexName, value) => tables.where(other, indexName, value as number),
    // The organization itself can be invalid.
    locales: () => [tables.locales()].flat(),
  };
  const problems = validateFields(kind, record, lookup, checkAddedMember);
  return problems.length > 0 ? problems : validateRelations(kind, record, lookup);
}

function findDuplicates(kind: Kind, tables: Tables): WorldProblem[] {
  return kinds[kind].uniqueFields.flatMap((field) => {
    const ids = new Map<unknown, number>();
    return tables.all(kind).flatMap((record): WorldProblem[] => {
      const value = uniqueValue(record, field);
      const other = value === null ? undefined : ids.get(value);
      ids.set(value, other ?? record.id);
      if (other === undefined) return [];
      const message = `${JSON.stringify(value)} is already used by ${formatPlace({ kind, id: other })}`;
      return [{ kind, id: record.id, field, message }];
    });
  });
}

/** The problem that a record which refers to a deleted one is left. */
function findReferrer(kind: Kind, id: number, tables: Tables): WorldProblem[] {
  for (const other of kindNames) {
    for (const field of referenceFields(other).filter((each) => each.kinds.includes(kind))) {
      const referrers = tables.all(other).filter(createReferenceTest([field], kind, id));
      if (referrers.length === 0) continue;
      const more = referrers.length > 1 ? `, and so do ${referrers.length - 1} more of ${other}` : '';
      const message = `cannot be deleted, because ${other} ${referrers[0]!.id} refers to it with ${field.name}${more}`;
      return [{ kind, id, message }];
    }
  }
  return [];
}
