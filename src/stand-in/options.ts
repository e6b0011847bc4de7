import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type OptionTable,
  type OptionValues,
  boolean,
  endpointUrl,
  list,
  oneOf,
  originUrl,
  postgresUrl,
  text,
  wholeNumber,
} from '../option.ts';

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

const worldNames = new Set(['demo', 'town']);
const builtInWorld = (name: string): string => join(projectFolder, 'fixtures', name);

/** The folder of a world: one that comes with the package, by its name, or any other. */
const worldFolder = (value: string): string => (worldNames.has(value) ? builtInWorld(value) : text(value));

/** The options of `serve`, `reset` and `check`. Flags, environment variables, the config file and the help are read from this table. */
export const serverOptions = {
  host: { value: 'ADDRESS', help: 'address to listen on', parse: text, default: '127.0.0.1' },
  port: { value: 'PORT', help: 'port to listen on; 0 for any free one', parse: wholeNumber(0, 65535), default: 4000 },
  data: { value: 'FOLDER', help: 'data folder, which holds the records', parse: text, default: 'data' },
  store: {
    value: 'URL',
    help: 'PostgreSQL database that holds the records instead of the data folder, such as postgres://user@host/database?schema=town',
    parse: postgresUrl,
    default: undefined,
    isSecret: true,
  },
  world: {
    value: 'demo|town|FOLDER',
    help: 'world that fills a new data folder: the small one, a living town, or a folder',
    parse: worldFolder,
    default: builtInWorld('demo'),
  },
  memory: { help: 'keep the records in memory only and forget them at the end', parse: boolean, default: false },
  watch: { help: 'with --memory: load the world again when its files change', parse: boolean, default: false },
  dialect: {
    value: 'NAME',
    help: 'whose behavior to follow: specification, decidim-0.32 or decidim-develop',
    parse: text,
    default: 'specification',
  },
  fill: {
    value: 'mock|empty',
    help: 'answer fields without a stored value with mock values, or with null and empty lists',
    parse: oneOf('mock', 'empty'),
    default: 'mock' as const,
  },
  limits: {
    value: 'on|off',
    help: 'answer 429 to more than 100 requests a minute from one IP address',
    parse: oneOf('on', 'off'),
    default: 'off' as const,
  },
  'cors-origin': {
    value: 'ORIGIN,ORIGIN',
    help: 'origins whose web pages may use the tokens of the world, besides those of this machine; * for all',
    parse: list,
    default: undefined,
  },
  'allowed-hosts': {
    value: 'NAME,NAME',
    help: 'names that the Host header may have, besides those of this machine; * for all',
    parse: list,
    default: undefined,
  },
  'token-lifetime': {
    value: 'MINUTES',
    help: 'how long a token from sign-in is valid',
    parse: wholeNumber(1, 525_600),
    default: 120,
  },
  'admin-token': {
    value: 'TOKEN',
    help: 'token of the control API below /__admin; needed with --host, unless the address is one of this machine',
    parse: text,
    default: undefined,
  },
  'no-admin': { help: 'no control API, and no headers X-Plenum-*', parse: boolean, default: false },
  'max-sessions': {
    value: 'COUNT',
    help: 'how many test sessions there may be at a time',
    parse: wholeNumber(1, 100_000),
    default: 1000,
  },
  'session-idle': {
    value: 'MINUTES',
    help: 'how long a test session is kept without a request',
    parse: wholeNumber(1, 1440),
    default: 10,
  },
  'require-session': {
    help: 'refuse requests without the header X-Plenum-Session',
    parse: boolean,
    default: false,
  },
  upstream: {
    value: 'URL',
    help: 'origin of a deployment that answers what the stand-in does not know',
    parse: originUrl,
    default: undefined,
  },
  'upstream-writes': {
    help: 'with --upstream: also forward POST, PUT, PATCH and DELETE, except to /api',
    parse: boolean,
    default: false,
  },
  shadow: {
    value: 'URL',
    help: 'endpoint of a deployment that gets the same requests in the form that changes nothing; responses are compared',
    parse: endpointUrl,
    default: undefined,
  },
  'shadow-rate': {
    value: 'COUNT',
    help: 'with --shadow: how many requests a second it gets at most',
    parse: wholeNumber(1, 100),
    default: 2,
  },
  log: { value: 'text|json', help: 'format of the log', parse: oneOf('text', 'json'), default: 'text' as const },
  verbose: {
    help: 'log a line for each request; on by default if the log goes to a terminal',
    parse: boolean,
    default: undefined,
  },
} satisfies OptionTable;

export type ServerOptions = OptionValues<typeof serverOptions>;
