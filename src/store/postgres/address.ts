import { CommandError, exitCodes } from '../../errors.ts';

/** Where the records are in PostgreSQL. */
export interface DatabaseAddress {
  /** The address without what only Plenum reads. */
  connectionString: string;
  schema: string;
  /** The address as messages name it, without the password. */
  name: string;
}

const usage = (message: string) => new CommandError(message, exitCodes.usage);

/** Reads a URL such as `postgres://user@host/database?schema=town`. Throws a CommandError, which never has the password. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw usage('--store must be a URL such as postgres://user@host/database?schema=town');
  const schema = url.searchParams.get('schema') ?? 'plenum';
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw usage(`--store: the schema ${JSON.stringify(schema)} must have 1 to 50 lower-case letters, digits and "_"`);
  url.searchParams.delete('schema');
  const user = url.username && `${url.username}@`;
  const name = `postgres://${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}, schema ${schema}`;
  return { connectionString: url.href, schema, name };
}
