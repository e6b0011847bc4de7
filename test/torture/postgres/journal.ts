import { runSql } from '../../support/postgres.ts';
import type { Write } from './clients.ts';
import { type Digests, digestRecords } from './digest.ts';

interface StoredRecord {
  id: number;
  title?: { en?: string };
}

/** The entries of the database, read without Plenum: what they say of writes, and the records that they lead to. */
export class Journal {
  readonly problems: string[] = [];
  /** The number of the last entry that was read. */
  last = -1;
  readonly #url: string;
  readonly #schema: string;
  readonly #records = new Map<string, Map<number, StoredRecord>>();
  /** Where each title was written. */
  readonly #titles = new Map<string, { seq: number; id: number; batch: string }[]>();
  readonly #createdIds = new Map<string, string>();

  constructor(url: string, schema: string) {
    this.#url = url;
    this.#schema = schema;
  }

  /** Reads the new entries. */
  async read(): Promise<void> {
    if (this.last === -1) {
      const snapshots = await runSql(
        this.#url,
        `select seq, records from ${this.#schema}.snapshots order by seq, part`,
      );
      for (const { records } of snapshots) this.#put(records);
      this.last = Number(snapshots.at(-1).seq);
    }
    const entries = await runSql(
      this.#url,
      `select seq, kind, put, server || ' ' || batch as batch from ${this.#schema}.entries where seq > ${this.last} order by seq`,
    );
    for (const { seq, kind, put, batch } of entries) {
      if (Number(seq) !== this.last + 1) this.problems.push(`entry ${seq} follows entry ${this.last}`);
      if (kind !== 'put') this.problems.push(`entry ${seq} is of the kind ${kind}`);
      this.#put(put);
      for (const { id, title } of (put.meetings ?? []) as StoredRecord[])
        this.#titles.set(title!.en!, [...(this.#titles.get(title!.en!) ?? []), { seq: Number(seq), id, batch }]);
      this.last = Number(seq);
    }
  }

  #put(records: Record<string, StoredRecord[]>): void {
    for (const [kind, list] of Object.entries(records)) {
      const table = this.#records.get(kind) ?? new Map<number, StoredRecord>();
      this.#records.set(kind, table);
      for (const record of list) table.set(record.id, record);
    }
  }

  /** Compares the numbers of the entries with the head. */
  async verifyNumbers(): Promise<void> {
    const [{ head, first, last, count }] = await runSql(
      this.#url,
      `select (select seq::int from ${this.#schema}.head) as head, min(seq)::int as first, max(seq)::int as last, count(*)::int from ${this.#schema}.entries`,
    );
    if (count > 0 && (head !== last || count !== last - first + 1 || this.last !== last))
      this.problems.push(`there are ${count} entries from ${first} to ${last}, and the head is ${head}`);
  }

  /** The digests of the records after the last entry. */
  get digests(): Digests {
    return digestRecords((kind) => this.#records.get(kind)?.values() ?? []);
  }

  /** Says what is wrong with a write, after all entries were read; undefined if nothing is. Also says whether it is stored. */
  verify({ titles, ids, isCreation, outcome }: Write): {
    isStored: boolean;
    lost?: string;
    doubled?: string;
    half?: string;
  } {
    const places = titles.map((title) => this.#titles.get(title) ?? []);
    const isStored = places.every((each) => each.length > 0);
    const name = `${titles.join(' and ')} (${outcome})`;
    if (places.some((each) => each.length > 1))
      return {
        isStored,
        doubled: `${name} is in the entries ${places
          .flat()
          .map(({ seq }) => seq)
          .join(', ')}`,
      };
    const found = places.flat();
    if (found.length > 0 && (!isStored || new Set(found.map(({ batch }) => batch)).size > 1))
      return { isStored, half: `${name} is stored in part: ${JSON.stringify(found)}` };
    if (outcome === 'acknowledged' && String(found.map(({ id }) => id)) !== String(ids))
      return { isStored, lost: `${name}, ids ${ids}: the entries have ${JSON.stringify(found)}` };
    if (outcome === 'refused' && isStored) return { isStored, half: `${name} is stored in entry ${found[0]!.seq}` };
    for (const id of isCreation ? (ids ?? found.map((each) => String(each.id))) : []) {
      const other = this.#createdIds.get(id);
      if (other !== undefined) return { isStored, doubled: `${name} got id ${id}, which ${other} has` };
      this.#createdIds.set(id, name);
    }
    return { isStored };
  }
}
