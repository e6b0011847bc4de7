import { CommandError, exitCodes } from '../errors.ts';

/** Where the records are in PostgreSQL. */
export interface DatabaseAddress {
  url: string;
  schema: string;
  /** The address as messages name it, without the password. */
  name: string;
}

const usage = (message: string) => new CommandError(message, exitCodes.usage);
const expectedUrl = '--store must be a URL such as postgres://user@host/database?schema=town';

/** Reads a URL such as `postgres://user@host/database?schema=town`. Throws a CommandError, which never has the password. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw usage(expectedUrl);
  // What is not encoded ends the part of the URL that has it; then a part of the password would be in another one, which messages repeat.
  if (
    url.hash !== '' ||
    !/^(\/[^/:@]*)?$/.test(url.pathname) ||
    /%3a/i.test(url.username) ||
    isBadlyEncoded(url.password)
  )
    throw usage(
      `${expectedUrl}; in a user and a password, write / as %2F, : as %3A, @ as %40, # as %23, ? as %3F and % as %25`,
    );
  const schema = url.searchParams.get('schema') ?? 'plenum';
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw usage(`--store: the schema ${JSON.stringify(schema)} must have 1 to 50 lower-case letters, digits and "_"`);
  url.searchParams.delete('schema');
  const user = url.username && `${url.username}@`;
  const host = url.host || (url.searchParams.get('host') ?? '');
  return { url: url.href, schema, name: `postgres://${user}${host}${url.pathname}, schema ${schema}` };
}

function isBadlyEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) === undefined;
  } catch {
    return true;
  }
}

/** The address of a database as messages name it. Throws a CommandError as `parseDatabaseUrl` does. */
export const describeAddress = (url: string): string => parseDatabaseUrl(url).name;
