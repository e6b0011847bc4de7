import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { CommandError, exitCodes } from '../../errors.ts';
import { schemaChecksum } from '../file-header.ts';
import { isKind } from '../kinds.ts';
import { convertTables } from '../recover.ts';
import type { RecordsByKind } from '../records.ts';
import { formatRecords } from '../snapshot.ts';
import { Tables } from '../tables.ts';
import type { DatabaseAddress } from './address.ts';
import { type Connection, pageSize, readEntries } from './entries.ts';

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
  const { rows } = await connection.query(
    `select seq, records, schema_checksum from "${schema}".snapshots
      where seq = (select max(seq) from "${schema}".snapshots) order by part`,
  );
  const tables = new Tables();
  const put = (records: RecordsByKind): void => {
    for (const [kind, list] of Object.entries(records)) {
      if (!isKind(kind))
        throw new CommandError(
          `${name}: unknown kind of record ${kind}; was it written by a newer version?`,
          exitCodes.damagedData,
        );
      for (const record of list) tables.put(kind, record);
    }
  };
  if (rows.length === 0) throw new CommandError(`${name} has no snapshot`, exitCodes.damagedData);
  let isCurrent = true;
  for (const row of rows) {
    put(row.records as RecordsByKind);
    isCurrent &&= Number(row.schema_checksum) === schemaChecksum;
  }
  let seq = Number(rows[0].seq);
  let bytes = 0;
  for (;;) {
    const entries = await readEntries(connection, address, seq);
    for (const entry of entries) {
      if (entry.kind === 'replace' || entry.seq !== seq + 1) {
        if (attempts === 1)
          throw new CommandError(`${name}: write ${entry.seq} follows write ${seq}`, exitCodes.damagedData);
        // Another server has replaced the records, or written a snapshot, in the meantime.
        return loadRecords(connection, address, attempts - 1);
      }
      put(entry.put ?? {});
      isCurrent &&= entry.isCurrent;
      bytes += entry.bytes;
      seq = entry.seq;
    }
    if (entries.length < pageSize) return { tables: isCurrent ? tables : convertTables(tables, name), seq, bytes };
  }
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
