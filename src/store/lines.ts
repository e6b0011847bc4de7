import { crc32 } from 'node:zlib';
import { isJsonObject } from '../json-object.ts';
import { isKind, kindNames } from '../records/kinds.ts';
import type { Kind, RecordsByKind } from '../records/records.ts';
import { type Changes, Tables, changedKinds } from '../records/tables.ts';

/** The checksum of a text or of its bytes: eight hexadecimal digits. */
export const checksumOf = (data: string | Buffer, before = 0): string =>
  crc32(data, before).toString(16).padStart(8, '0');

/** Adds the checksum of a JSON object as its last member. */
export const withChecksum = (json: string): string => `${json.slice(0, -1)},"checksum":"${checksumOf(json)}"}`;

/** Parses a line that `withChecksum` made. Throws an Error with the reason if it is damaged. */
export function parseLine(line: string): Record<string, unknown> {
  const end = line.lastIndexOf(',"checksum":"');
  const json = `${line.slice(0, end)}}`;
  if (end < 0 || withChecksum(json) !== line) throw new Error('the checksum does not fit');
  return JSON.parse(json) as Record<string, unknown>;
}

/** What a write changed, as JSON has it. */
export interface StoredWrite {
  put: RecordsByKind;
  delete: { [K in Kind]?: number[] };
}

export function storedWrite(changes: Changes): StoredWrite {
  const write: StoredWrite = { put: {}, delete: {} };
  for (const kind of changedKinds(changes)) {
    const entries = [...changes[kind]!];
    const records = entries.flatMap(([, record]) => record ?? []);
    const deleted = entries.flatMap(([id, record]) => (record ? [] : id));
    if (records.length > 0) write.put[kind] = records as never;
    if (deleted.length > 0) write.delete[kind] = deleted;
  }
  return write;
}

const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, unknown[]>);

/** The changes of a write. Throws an Error with the reason if it has another form; fields of records are not validated. */
export function changesOf({ put, delete: deleted }: Record<string, unknown>): Changes {
  const changes: { [K in Kind]?: Map<number, { id: number } | null> } = {};
  for (const [kind, records] of entriesOf(put))
    changes[assertKind(kind)] = new Map(assertRecords(kind, records).map((record) => [record.id, record]));
  for (const [kind, ids] of entriesOf(deleted))
    for (const id of ids) (changes[assertKind(kind)] ??= new Map()).set(id, null);
  return changes as Changes;
}

/** Tables with stored records. Throws an Error with the reason if they have another form; fields are not validated. */
export function tablesOf({ records, highestIds }: Record<string, unknown>): Tables {
  if (!isJsonObject(records)) throw new Error('there are no records by kind');
  for (const [kind, list] of Object.entries(records)) assertRecords(assertKind(kind), list);
  const tables = Tables.of(records, highestIds ?? {});
  if (tables.all('organization').length !== 1) throw new Error('there must be exactly one organization');
  return tables;
}

function assertKind(kind: string): Kind {
  if (!isKind(kind)) throw new Error(`unknown kind of record ${kind}; the kinds are ${kindNames.join(', ')}`);
  return kind;
}

function assertRecords(kind: string, list: unknown): { id: number }[] {
  if (!Array.isArray(list)) throw new Error(`${kind} is not a list`);
  for (const [index, record] of (list as unknown[]).entries())
    if (!isJsonObject(record) || !Number.isSafeInteger(record['id']))
      throw new Error(`${kind}: record ${index + 1} is not an object with an id`);
  return list as { id: number }[];
}
