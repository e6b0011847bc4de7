import { join } from 'node:path';
import { formatCurl } from '../client/curl.ts';
import { packageFolder } from '../installation.ts';
import type { Server } from '../stand-in/create-server.ts';
import type { ServerOptions } from '../stand-in/options.ts';
import { describeAddress } from '../store/database-url.ts';

type WelcomeOptions = Pick<ServerOptions, 'memory' | 'data' | 'store' | 'dialect' | 'schema' | 'site' | 'controlToken'>;
type WelcomeServer = Pick<Server, 'url' | 'networkUrls' | 'controlToken' | 'world'>;

/** The text that `serve` prints when it listens: the URLs, the tokens, a request to paste, and what a client needs. */
export function formatWelcome(server: WelcomeServer, options: WelcomeOptions): string {
  const { url, networkUrls, controlToken } = server;
  const { memory, data, store, dialect, schema, site } = options;
  const users = server.world.store.all('users').flatMap((user) => (user.token ? [{ ...user, token: user.token }] : []));
  const { token = 'member-token' } = users.find(({ admin }) => !admin) ?? {};
  const schemaUrl = new URL('/__admin/schema.graphql', url).href;
  const lines = [
    `Plenum answers at ${url}`,
    ...networkUrls.map((each) => `In the network: ${each}`),
    `Dialect: ${dialect}${schema === undefined ? '' : ` with ${schema}`}; ${join(packageFolder, 'docs/reference/dialects.md')} compares the dialects.`,
    ...(site === undefined ? [] : [`Site: ${new URL('/', url)} has the files of ${site}.`]),
    `Pages: ${new URL(site === undefined ? '/' : '/__pages/', url)} has the explorer and the console.${describeControl(controlToken, options)}`,
    `Schema, for code generators: ${schemaUrl}`,
    memory
      ? 'Records are in memory only.'
      : `Records are kept in ${store === undefined ? data : describeAddress(store)}.`,
    '',
    ...users.map((each) => `  ${each.token.padEnd(14)}${each.name}${each.admin ? ', administrator' : ''}`),
    '',
    formatCurl({
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: '{"query":"{ session { user { name } } }"}',
    }),
    '',
    'For the .env file of a client:',
    `DECIDIM_API_URL=${url}`,
    `DECIDIM_API_TOKEN=${token}`,
    `DECIDIM_SCHEMA_URL=${schemaUrl}`,
  ];
  return lines.join('\n');
}

function describeControl(token: string | undefined, { controlToken: chosen }: WelcomeOptions): string {
  if (token === undefined) return '';
  return token === chosen
    ? ' The control needs the token of --control-token.'
    : ` Other machines reach this address, so the control needs the token ${token} (--control-token chooses one).`;
}
