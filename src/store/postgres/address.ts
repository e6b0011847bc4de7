import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { CommandError, exitCodes } from '../../errors.ts';

/** Where the records are in PostgreSQL. */
export interface DatabaseAddress {
  /** How `pg` connects; files of certificates are read once, because a connection is made again when they may be gone. */
  connection: ClientConfig;
  schema: string;
  /** The address as messages name it, without the password. */
  name: string;
}

const usage = (message: string) => new CommandError(message, exitCodes.usage);

/**
 * Whether the text of a user or a password may be in another part of a URL, which messages repeat: it was not encoded, so its "/",
 * "#" or "?" ends the part that has it.
 */
function isMisread(url: URL): boolean {
  const { username, password, pathname, search, hash, searchParams } = url;
  try {
    // `pg` decodes both.
    decodeURIComponent(password);
    if (decodeURIComponent(username).includes(':')) return true;
  } catch {
    return true;
  }
  const hasUser = username !== '' || searchParams.has('user') || searchParams.has('password');
  return hash !== '' || !/^(\/[^/:@]*)?$/.test(pathname) || (!hasUser && search.includes('@'));
}

/** Reads a URL such as `postgres://user@host/database?schema=town`. Throws a CommandError, which never has the password. */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw usage('--store must be a URL such as postgres://user@host/database?schema=town');
  if (isMisread(url))
    throw usage(
      '--store must be a URL such as postgres://user@host/database?schema=town; in a user and a password, write / as %2F, : as %3A, @ as %40, # as %23, ? as %3F and % as %25',
    );
  const schema = url.searchParams.get('schema') ?? 'plenum';
  if (!/^[a-z_][a-z0-9_]{0,49}$/.test(schema))
    throw usage(`--store: the schema ${JSON.stringify(schema)} must have 1 to 50 lower-case letters, digits and "_"`);
  url.searchParams.delete('schema');
  const user = url.username && `${url.username}@`;
  const name = `postgres://${user}${url.host || (url.searchParams.get('host') ?? '')}${url.pathname}, schema ${schema}`;
  return { connection: readConnection(url.href), schema, name };
}

/** The settings in a URL, with the contents of the files that it names. */
function readConnection(href: string): ClientConfig {
  try {
    return parseIntoClientConfig(href);
  } catch (error) {
    throw usage(`--store: ${(error as Error).message}`);
  }
}
