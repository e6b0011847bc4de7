import { isJsonObject } from '../../json-object.ts';
import { dateTimeFields, isShown, kindNames, kinds } from '../../records/kinds.ts';
import type { Kind, Organization, Records, User } from '../../records/records.ts';
import { addSamples } from '../../records/samples.ts';
import type { Store } from '../store.ts';
import { changedKinds } from '../../records/tables.ts';
import { parseDateTime } from '../../records/time.ts';
import type { Transaction } from '../transaction.ts';
import { type RawRecord, normalizeRecords, setTimesAndReference } from '../../records/world.ts';
import { InvalidRecordsError, findNewProblems } from './new-problems.ts';

/** Changes records of a store as somebody who writes a world does: all of the changes, or none if the world becomes invalid. */
export class RecordEdit {
  readonly #store: Store;
  readonly #transaction: Transaction;
  readonly #highestIds = new Map<Kind, number>();
  /** The ids that samples refer to. */
  readonly #usableIds = new Map<string, number>();

  constructor(store: Store, transaction: Transaction) {
    this.#store = store;
    this.#transaction = transaction;
  }

  /** Creates a record, with defaults for the members that are left out and the records that it needs beside it. */
  create<K extends Kind>(kind: K, values: RawRecord): Records[K] {
    const { id } = values;
    if (this.#transaction.find(kind, id as number))
      throw new InvalidRecordsError([{ kind, id, field: 'id', message: 'there is a record with this id' }]);
    return this.#complete(kind, this.#add(kind, values));
  }

  /** Creates lists of records that can refer to each other. A record with the id of one that is there replaces it. */
  putAll(lists: { [K in Kind]?: RawRecord[] }): void {
    const added = (Object.entries(lists) as [Kind, RawRecord[]][]).map(
      ([kind, list]) => [kind, list.map((values) => this.#add(kind, values))] as const,
    );
    for (const [kind, records] of added) for (const record of records) this.#complete(kind, record);
  }

  #add(kind: Kind, values: RawRecord): RawRecord {
    // The id comes first, as in a world.
    const highest = this.#highestIds.get(kind) ?? this.#store.highestId(kind);
    const record = { id: highest + 1, ...values };
    this.#highestIds.set(kind, Math.max(highest, Number(record.id) || 0));
    this.#transaction.put(kind, record as unknown as Records[Kind]);
    return record;
  }

  #complete<K extends Kind>(kind: K, record: RawRecord): Records[K] {
    const { now } = this.#transaction;
    const { defaultLocale, referencePrefix } = this.#organization;
    addSamples(kinds[kind], {
      kind,
      id: record['id'] as number,
      record,
      now: parseDateTime(now, this.#store.organization.timeZone),
      defaultLocale,
      idOf: (other: Kind) => this.#usableId(other, other, isUsable),
      idOfParticipant: () => this.#usableId('participant', 'users', isParticipant),
      idOfComponent: (other: Records['components']['kind']) =>
        this.#usableId(`component ${other}`, 'components', (each) => each.kind === other && this.#isVisible(each), {
          kind: other,
        }),
      create: (other: Kind) => this.create(other, {}).id,
    });
    setTimesAndReference(kind, record, referencePrefix, now);
    return record as unknown as Records[K];
  }

  get #organization(): Organization {
    const { organization } = this.#store;
    return this.#transaction.find('organization', organization.id) ?? organization;
  }

  /** Replaces members of a record; undefined if there is no such record. */
  update<K extends Kind>(kind: K, id: number, values: RawRecord): Records[K] | undefined {
    const record = this.#transaction.find(kind, id);
    if (!record) return undefined;
    if (values['id'] !== undefined && values['id'] !== id)
      throw new InvalidRecordsError([{ kind, id, field: 'id', message: 'cannot be changed' }]);
    const updatedAt = 'updatedAt' in record && { updatedAt: this.#transaction.now };
    return this.#transaction.put(kind, { ...record, ...updatedAt, ...values });
  }

  /** Deletes a record; returns whether there was one. */
  delete(kind: Kind, id: number): boolean {
    if (!this.#transaction.find(kind, id)) return false;
    this.#transaction.delete(kind, id);
    return true;
  }

  /** Validates what was written, and brings it into the form in which it is stored. Throws an InvalidRecordsError if the world is invalid with it. */
  finish(): void {
    const { changes, tables } = this.#transaction;
    const problems = findNewProblems(this.#store.tables, changes, tables, this.#store.checkAddedMember);
    if (problems.length > 0) throw new InvalidRecordsError(problems);
    const { timeZone } = this.#organization;
    if (timeZone !== this.#store.organization.timeZone) this.#rewriteTimes();
    for (const kind of changedKinds(changes)) {
      const records = [...changes[kind]!.values()].filter((record) => record !== null);
      normalizeRecords(kind, records, timeZone);
    }
  }

  /** Writes every record with a date-time again, because records have them with the offset of the organization's time zone. */
  #rewriteTimes(): void {
    const { changes, tables } = this.#transaction;
    for (const kind of kindNames.filter((each) => dateTimeFields(each).length > 0))
      for (const record of tables.all(kind))
        if (!changes[kind]?.has(record.id)) this.#transaction.put(kind, { ...record });
  }

  #usableId<K extends Kind>(key: string, kind: K, fits: (record: Records[K]) => boolean, values: RawRecord = {}) {
    let id = this.#usableIds.get(key);
    if (id === undefined) {
      ({ id } = this.#transaction.tables.all(kind).find(fits) ?? this.create(kind, values));
      this.#usableIds.set(key, id);
    }
    return id;
  }

  /** Whether everybody sees a component. */
  #isVisible(component: Records['components']): boolean {
    const { processId, assemblyId } = component;
    const space =
      this.#transaction.find('processes', processId ?? 0) ?? this.#transaction.find('assemblies', assemblyId ?? 0);
    return space !== undefined && isUsable(space) && isUsable(component);
  }
}

/** Whether everybody sees a record as far as it is for itself to say. */
function isUsable(record: object): boolean {
  const { restricted = false, access = 'open' } = record as { restricted?: unknown; access?: unknown };
  return isShown(record) && restricted === false && access !== 'restricted';
}

const isParticipant = (user: User): boolean => isUsable(user) && user.key === null && !user.admin && !user.blocked;

/**
 * Edits records of a store in one write; resolves when it is stored for good. Rejects with an InvalidRecordsError if the world would
 * become invalid.
 */
export const editRecords = <T>(store: Store, run: (edit: RecordEdit) => T): Promise<T> =>
  store.updateDurably((transaction) => {
    const edit = new RecordEdit(store, transaction);
    const value = run(edit);
    edit.finish();
    return value;
  });

/** Returns a copy of the members of a record, without those that are undefined. Throws an InvalidRecordsError if it is something else. */
export function readValues(kind: Kind, values: unknown): RawRecord {
  const copy: unknown = values === undefined ? undefined : JSON.parse(JSON.stringify(values) ?? 'null');
  if (isJsonObject(copy)) return copy;
  throw new InvalidRecordsError([
    { kind, id: undefined, message: 'the values of a record must be an object with its members' },
  ]);
}
