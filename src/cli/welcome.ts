import { createMeeting } from '../control/examples/changes.ts';
import type { Example } from '../control/examples/example.ts';
import { createExample } from '../control/examples/examples.ts';
import type { ServerOptions } from '../stand-in/options.ts';
import { parseDatabaseUrl } from '../store/postgres/address.ts';
import type { Store } from '../store/store.ts';

type WelcomeOptions = Pick<ServerOptions, 'memory' | 'data' | 'store' | 'dialect' | 'no-admin'>;

/** The text that `serve` prints when it listens: the URLs, the fixed tokens, and a request to paste. */
export function formatWelcome(url: string, store: Store, options: WelcomeOptions): string {
  const { memory, data, store: database, dialect } = options;
  const users = store.all('users').filter(({ token }) => token);
  const example = createExample(createMeeting, store);
  const sender = users.find(({ id }) => id === example?.user?.id);
  const lines = [
    `Plenum answers at ${url}${dialect === 'specification' ? '' : ` as ${dialect}`}`,
    ...(options['no-admin'] ? [] : [`Open ${new URL('/', url)} in a browser to look at it.`]),
    memory
      ? 'Records are in memory only.'
      : `Records are kept in ${database === undefined ? data : parseDatabaseUrl(database).name}.`,
    '',
    ...users.map(({ token, name, admin }) => `  ${token!.padEnd(14)}${name}${admin ? ', administrator' : ''}`),
  ];
  return (example && sender ? [...lines, '', curl(url, sender.token!, example)] : lines).join('\n');
}

function curl(url: string, token: string, { query, variables }: Example): string {
  const body = JSON.stringify({ query: query.replaceAll(/\s+/g, ' '), variables });
  return `curl ${url} -H 'Content-Type: application/json' -H 'Authorization: Bearer ${token}' -d '${body}'`;
}
