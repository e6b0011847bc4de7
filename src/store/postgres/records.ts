import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { schemaChecksum } from '../file-header.ts';
import { putRecords } from '../put-records.ts';
import { convertTables } from '../recover.ts';
import type { RecordsByKind } from '../records.ts';
import { formatRecords } from '../snapshot.ts';
import { Tables } from '../tables.ts';
import type { DatabaseAddress } from './address.ts';
import { damagedRows } from './database.ts';
import { type Connection, pageSize, readEntries, recordsOf } from './entries.ts';
import { readHead } from './writes.ts';

/** The records of a schema at a position. */
export interface LoadedRecords {
  tables: Tables;
  seq: number;
  /** About how many bytes the entries since the snapshot take. */
  bytes: number;
}

/** Loads the newest snapshot and the entries after it. Throws a CommandError if the records are damaged. */
export async function loadRecords(
  connection: Connection,
  address: DatabaseAddress,
  attempts = 5,
): Promise<LoadedRecords> {
  const { schema, name } = address;
  const head = await readHead(connection, address);
  const { rows } = await connection.query<SnapshotRow>(
    `select seq, part, records, schema_checksum from "${schema}".snapshots
      where seq = (select max(seq) from "${schema}".snapshots) order by part`,
  );
  if (rows.length === 0) throw damagedRows(address, 'there is no snapshot');
  const tables = new Tables();
  const put = (place: string, records: unknown): void => {
    try {
      putRecords(tables, records);
    } catch (error) {
      throw damagedRows(address, `${place}: ${(error as Error).message}`);
    }
  };
  let isCurrent = true;
  for (const [index, { seq, part, records, schema_checksum: checksum }] of rows.entries()) {
    if (part !== index + 1) throw damagedRows(address, `snapshot ${seq}: part ${index + 1} is missing`);
    put(`snapshot ${seq}, part ${part}`, records);
    isCurrent &&= Number(checksum) === schemaChecksum;
  }
  let seq = Number(rows[0]!.seq);
  let bytes = 0;
  for (;;) {
    const entries = await readEntries(connection, address, seq);
    const unexpected = entries.find((entry, index) => entry.kind === 'replace' || entry.seq !== seq + index + 1);
    const isShort = entries.length < pageSize && (entries.at(-1)?.seq ?? seq) < head;
    if (unexpected || isShort) {
      // Another server has replaced the records, or written a snapshot, in the meantime.
      if (attempts > 1) return loadRecords(connection, address, attempts - 1);
      const last = entries.slice(0, unexpected && entries.indexOf(unexpected)).at(-1)?.seq ?? seq;
      const reason = unexpected
        ? `write ${unexpected.seq} follows write ${last}`
        : `the entries end with write ${last}, but write ${head} was acknowledged`;
      throw damagedRows(address, reason);
    }
    for (const entry of entries) {
      put(`write ${entry.seq}`, recordsOf(entry));
      isCurrent &&= entry.isCurrent;
      bytes += entry.bytes;
      seq = entry.seq;
    }
    if (entries.length < pageSize) break;
  }
  if (tables.count('organization') !== 1) throw damagedRows(address, 'there must be exactly one organization');
  return { tables: isCurrent ? tables : convertTables(tables, name), seq, bytes };
}

interface SnapshotRow {
  seq: string;
  part: number;
  records: unknown;
  schema_checksum: string;
}

const maxStatementCharacters = 1024 * 1024;

/** Writes a snapshot of records after a write, in several statements; returns about how many bytes it takes. */
export async function writeSnapshot(
  client: ClientBase,
  { schema }: DatabaseAddress,
  seq: number,
  records: RecordsByKind,
): Promise<number> {
  let [part, bytes, characters] = [0, 0, 0];
  let texts: string[] = [];
  const insert = async () => {
    await client.query(
      `insert into "${schema}".snapshots (seq, part, records, schema_checksum)
       select $1, $2 + position, text::json, $3 from unnest($4::text[]) with ordinality as parts (text, position)`,
      [seq, part, schemaChecksum, texts],
    );
    part += texts.length;
    bytes += characters;
    [texts, characters] = [[], 0];
  };
  for (const text of formatRecords(records)) {
    texts.push(text);
    characters += text.length;
    if (characters > maxStatementCharacters) await insert();
  }
  if (texts.length > 0) await insert();
  return bytes;
}

/** Records that are written, but not yet those of the schema. */
export type StagedRecords = { seq: number };

/**
 * Writes records that will replace all others. Transactions of several servers can do it at once, because their negative numbers
 * differ.
 */
export async function stageRecords(
  client: ClientBase,
  address: DatabaseAddress,
  records: RecordsByKind,
): Promise<StagedRecords> {
  const seq = -randomInt(1, 2 ** 47);
  await writeSnapshot(client, address, seq, records);
  return { seq };
}

/** Replaces all records by those that the same transaction has written. Earlier entries are not needed any more. */
export async function replaceRecords(
  client: ClientBase,
  { schema }: DatabaseAddress,
  staged: StagedRecords,
  seq: number,
): Promise<void> {
  await client.query(`update "${schema}".snapshots set seq = $1 where seq = $2`, [seq, staged.seq]);
  for (const table of ['snapshots', 'entries'])
    await client.query(`delete from "${schema}".${table} where seq < $1`, [seq]);
}
