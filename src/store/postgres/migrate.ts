import { readFileSync, readdirSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { CommandError, exitCodes } from '../../errors.ts';
import type { DatabaseAddress } from './address.ts';

const folder = new URL('migrations/', import.meta.url);

/** The SQL files by their numbers, which start with 1. */
const migrations = (): { number: number; file: string }[] =>
  readdirSync(folder)
    .flatMap((file) => (/^(\d{4})-[\w-]+\.sql$/.test(file) ? { number: Number(file.slice(0, 4)), file } : []))
    .toSorted((a, b) => a.number - b.number);

/**
 * Creates the schema if necessary, and applies the migrations that it lacks. Runs in a transaction that has the advisory lock of
 * the schema. Throws a CommandError if a newer version has migrated it.
 */
export async function migrate(client: PoolClient, { name, schema }: DatabaseAddress): Promise<void> {
  const encoding = await client.query<{ server_encoding: string }>('show server_encoding');
  if (encoding.rows[0]!.server_encoding !== 'UTF8')
    throw new CommandError(`${name} must have the encoding UTF8`, exitCodes.unavailable);
  const { rows: schemas } = await client.query('select from information_schema.schemata where schema_name = $1', [
    schema,
  ]);
  // Who may use a schema need not be allowed to create one.
  if (schemas.length === 0) await client.query(`create schema "${schema}"`);
  const isNew = (await client.query(`select to_regclass('"${schema}".migrations') as name`)).rows[0].name === null;
  if (isNew)
    await client.query(
      `create table "${schema}".migrations (number integer primary key, applied_at timestamptz not null default now())`,
    );
  const { rows } = await client.query<{ last: number }>(
    `select coalesce(max(number), 0) as last from "${schema}".migrations`,
  );
  const { last } = rows[0]!;
  const known = migrations();
  const newest = known.at(-1)!.number;
  if (last > newest) {
    throw new CommandError(
      `${name} is used by a newer version of plenum: it has migration ${last}, and this version knows ${newest}`,
      exitCodes.damagedData,
    );
  }
  for (const { number, file } of known.filter((each) => each.number > last)) {
    await client.query(`set local search_path to "${schema}"`);
    await client.query(readFileSync(new URL(file, folder), 'utf8'));
    await client.query(`insert into migrations (number) values ($1)`, [number]);
  }
}
