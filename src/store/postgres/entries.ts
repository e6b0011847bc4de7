import type { ClientBase, Pool } from 'pg';
import { schemaChecksum } from '../file-header.ts';
import type { RecordsByKind } from '../records.ts';
import type { DatabaseAddress } from './address.ts';

export type Connection = ClientBase | Pool;

/** What a row of the table of entries says. */
export interface Entry {
  seq: number;
  kind: 'put' | 'replace' | 'key';
  /** The records of a `put`. */
  put: RecordsByKind | null;
  /** Whether the records follow the schemas of this version. */
  isCurrent: boolean;
  /** About how many bytes the records take. */
  bytes: number;
}

/** The records that an entry puts into the store, as they are in the database. */
export const recordsOf = ({ kind, put }: Entry): unknown => (kind === 'put' ? put : {});

/** How many entries are read at once. */
export const pageSize = 500;

/** The statement that reads the next entries after a position, in order, without gaps. */
export const entriesAfter = ({ schema }: DatabaseAddress, position: number): string =>
  `select seq, kind, put, schema_checksum, octet_length(put::text) as bytes
     from "${schema}".entries where seq > ${position} order by seq limit ${pageSize}`;

/** Reads the next entries after a position. */
export async function readEntries(
  connection: Connection,
  address: DatabaseAddress,
  position: number,
): Promise<Entry[]> {
  const { rows } = await connection.query<EntryRow>(entriesAfter(address, position));
  return rows.map(toEntry);
}

/** A row of the table of entries. */
export interface EntryRow {
  seq: string;
  kind: Entry['kind'];
  put: RecordsByKind | null;
  schema_checksum: string;
  bytes: number | null;
}

export const toEntry = ({ seq, kind, put, schema_checksum: checksum, bytes }: EntryRow): Entry => ({
  seq: Number(seq),
  kind,
  put,
  isCurrent: Number(checksum) === schemaChecksum,
  bytes: bytes ?? 0,
});
