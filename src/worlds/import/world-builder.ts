import type { Kind, RecordReference } from '../../records/records.ts';

/** A record that is being built: what was read of it. */
export type ImportedRecord = Record<string, unknown> & { id: number };

/** The user who stands for everybody whom the deployment has deleted, until the real ids are known. No other number is this one. */
export const deletedUser = Number.MIN_SAFE_INTEGER;

/** What the deployment shows of a user where it names one. */
export interface Person {
  name?: string | undefined;
  nickname?: string | undefined;
  /** What profiles show beside the name, such as `verified-badge`. */
  badge?: string | undefined;
  /** Whether the moderators have blocked the user. */
  blocked?: true;
  about?: unknown;
}

/** Collects what is read. Records that the import makes up follow when all others are known, so that no id is used twice. */
export class WorldBuilder {
  readonly records = new Map<Kind, Map<number, ImportedRecord>>();
  /** What is known of the organization. */
  readonly organization: Record<string, unknown> = {};
  /** Everybody who was named, by id. */
  readonly people = new Map<number, Person>();
  /** The followers of records and of their spaces, and how many follow the record itself. */
  readonly followers = new Map<RecordReference, { ids: number[]; space: RecordReference; count: number | undefined }>();
  /** The states of proposals, by the ids of both. */
  readonly stateOfProposal = new Map<number, number>();
  /** Records with comments that have to be read one by one. */
  readonly openThreads = new Set<RecordReference>();
  /** Whether the deployment lists the users who have a profile. */
  listsProfiles = false;
  /** The user to whom the token belongs. */
  sessionUser: number | undefined;
  /** Comments that were deleted: what they were on. */
  readonly deletedComments: RecordReference[] = [];
  /** The locale of texts that the API shows in one locale only. */
  locale = 'en';
  readonly #shown = new Map<string, Set<unknown>>();
  readonly #highestIds = new Map<Kind, number>();

  /** The values that the records of a component show in a field which tells something about its settings. */
  shownIn(component: number, name: string): Set<unknown> {
    const key = `${component} ${name}`;
    const values = this.#shown.get(key) ?? new Set();
    this.#shown.set(key, values);
    return values;
  }

  all(kind: Kind): ImportedRecord[] {
    return [...(this.records.get(kind)?.values() ?? [])];
  }

  find(kind: Kind, id: number): ImportedRecord | undefined {
    return this.records.get(kind)?.get(id);
  }

  /** Adds a record; what is known of it already stays where the new one says nothing. */
  put(kind: Kind, record: ImportedRecord): ImportedRecord {
    const ofKind = this.records.get(kind) ?? new Map<number, ImportedRecord>();
    this.records.set(kind, ofKind);
    const known = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
    const merged = { ...ofKind.get(record.id), ...known, id: record.id };
    ofKind.set(record.id, merged);
    this.#highestIds.set(kind, Math.max(record.id, this.#highestIds.get(kind) ?? 0));
    return merged;
  }

  /**
   * Adds a record that the import makes up, with the next id. Of a kind whose ids the API shows, all that were read must be
   * there before.
   */
  add(kind: Kind, fields: Record<string, unknown>): ImportedRecord {
    return this.put(kind, { ...fields, id: (this.#highestIds.get(kind) ?? 0) + 1 });
  }

  remove(kind: Kind, id: number): void {
    this.records.get(kind)?.delete(id);
  }
}

export const referenceTo = (kind: Kind, id: number): RecordReference => `${kind}/${id}`;
