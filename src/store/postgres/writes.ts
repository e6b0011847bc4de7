import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { generateSigningKey, signingKeyBytes } from '../signing-key.ts';
import type { JournalEntry } from '../write-log.ts';
import { schemaChecksum } from '../file-header.ts';
import type { DatabaseAddress } from './address.ts';
import { damagedRows } from './database.ts';
import { type Entry, type EntryRow, entriesAfter, toEntry } from './entries.ts';

/** The channel on which servers of a schema tell each other the number of the last write. */
export const channelOf = ({ schema }: DatabaseAddress): string => `plenum_${schema}`;

/** The writes of one transaction: who wrote them, and which of its batches they are. */
export interface BatchId {
  server: string;
  batch: number;
}

/** Returns a function that creates the ids of the batches of a server. */
export function createBatchIds(): () => BatchId {
  const server = randomUUID();
  let batch = 0;
  return () => ({ server, batch: ++batch });
}

/** The head of a schema, which is locked. */
export interface LockedHead {
  /** The number of the last write. */
  head: number;
  /** The first entries after the position that this server knows. */
  entries: Entry[];
}

/** Reads the number of the last write. */
export async function readHead(connection: ClientBase | Pool, address: DatabaseAddress): Promise<number> {
  const { rows } = await connection.query<{ seq: string }>(`select seq from "${address.schema}".head`);
  return headOf(rows, address);
}

function headOf([row]: { seq: string }[], address: DatabaseAddress): number {
  if (!row) throw damagedRows(address, 'the head is missing');
  return Number(row.seq);
}

/**
 * Locks the head until the end of the transaction, so that no other server writes. `begin` is the statement before, if no transaction
 * has begun.
 */
export async function lockHead(
  client: PoolClient,
  address: DatabaseAddress,
  position: number,
  begin: 'begin' | '' = 'begin',
): Promise<LockedHead> {
  // One message for all statements saves round trips. The last one sees what was committed before the lock.
  const results = (await client.query(
    `${begin}; select seq from "${address.schema}".head for update; ${entriesAfter(address, position)}`,
  )) as unknown as object[];
  const [{ rows: heads }, { rows: entries }] = results.slice(-2) as [{ rows: { seq: string }[] }, { rows: EntryRow[] }];
  return { head: headOf(heads, address), entries: entries.map(toEntry) };
}

/**
 * Inserts entries behind the head, moves it, and notifies the other servers when the transaction is committed. Returns about how
 * many bytes the entries take.
 */
export async function insertEntries(
  client: ClientBase,
  address: DatabaseAddress,
  { server, batch }: BatchId,
  entries: readonly (JournalEntry | { seq: number; kind: Exclude<Entry['kind'], 'put'> })[],
): Promise<number> {
  const { schema } = address;
  const puts = entries.map((entry) => ('put' in entry ? JSON.stringify(entry.put) : null));
  await client.query({
    name: 'insert',
    text: `with inserted as (
        insert into "${schema}".entries (seq, kind, put, schema_checksum, server, batch)
        select seq, kind, put::json, $4::bigint, $5::uuid, $6::bigint from unnest($1::bigint[], $2::text[], $3::text[]) as rows (seq, kind, put)
      ), moved as (update "${schema}".head set seq = $7::bigint)
      select pg_notify($8, $7::bigint::text)`,
    values: [
      entries.map(({ seq }) => seq),
      entries.map((entry) => ('put' in entry ? 'put' : entry.kind)),
      puts,
      schemaChecksum,
      server,
      batch,
      entries.at(-1)!.seq,
      channelOf(address),
    ],
  });
  return puts.reduce((sum, put) => sum + (put?.length ?? 0), 0);
}

/** Whether a write is stored and belongs to a batch. */
export async function hasWritten(
  client: ClientBase,
  { schema }: DatabaseAddress,
  { server, batch }: BatchId,
  seq: number,
): Promise<boolean> {
  const { rows } = await client.query(`select from "${schema}".entries where seq = $1 and server = $2 and batch = $3`, [
    seq,
    server,
    batch,
  ]);
  return rows.length > 0;
}

/** Reads the key that signs tokens. */
export async function readSigningKey(connection: ClientBase | Pool, address: DatabaseAddress): Promise<Uint8Array> {
  const { rows } = await connection.query<{ key: Uint8Array }>(`select key from "${address.schema}".signing_key`);
  if (rows[0]?.key.length !== signingKeyBytes)
    throw damagedRows(address, `the signing key must have ${signingKeyBytes} bytes; --reset makes a new one`);
  return rows[0].key;
}

/** Stores a new key, with which every token ends, and returns it. */
export async function writeSigningKey(client: ClientBase, { schema }: DatabaseAddress): Promise<Uint8Array> {
  const key = generateSigningKey();
  await client.query(
    `insert into "${schema}".signing_key (key) values ($1) on conflict (single) do update set key = excluded.key`,
    [Buffer.from(key)],
  );
  return key;
}
