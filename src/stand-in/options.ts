import type { DialectName } from '../dialects/dialect-name.ts';
import { CommandError, exitCodes } from '../errors.ts';
import {
  type Option,
  type OptionTable,
  type OptionValues,
  boolean,
  dialectName,
  list,
  oneOf,
  postgresUrl,
  text,
  wholeNumber,
} from '../option.ts';
import { worldFolder } from '../records/named-worlds.ts';

/** The options of `serve`. Flags, environment variables, the config file and the help are read from this table. */
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
    value: 'NAME|FOLDER',
    help: 'world that fills a new data folder: demo, demo-oauth (with applications of participants), town, or a folder',
    parse: (value: string) => worldFolder(text(value)),
    default: worldFolder('demo'),
  },
  reset: {
    help: 'load the world into the data folder or the database again at the start; every token from sign-in ends',
    parse: boolean,
    default: false,
  },
  memory: { help: 'keep the records in memory only and forget them at the end', parse: boolean, default: false },
  watch: {
    help: 'with --memory: load the world again when its files change',
    parse: boolean,
    isCommandOnly: true,
    default: false,
  },
  dialect: {
    value: 'NAME',
    help: 'whose behavior to follow: specification, decidim-0.29, -0.30, -0.31, -0.32 or decidim-develop',
    parse: dialectName,
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    default: 'specification' as DialectName,
  },
  schema: {
    value: 'FILE',
    help: 'schema of a town in SDL, laid over the release of --dialect: what the town adds has mock values, what it lacks is refused',
    parse: text,
    default: undefined,
  },
  fill: {
    value: 'VALUES',
    help: 'answer fields without a stored value with mock values, or with null and empty lists',
    parse: oneOf('mock', 'empty'),
    default: 'mock' as const,
  },
  limits: {
    value: 'STATE',
    help: 'answer 429 to more than 100 requests a minute from one IP address',
    parse: oneOf('on', 'off'),
    default: 'off' as const,
  },
  corsOrigin: {
    value: 'ORIGIN,ORIGIN',
    help: 'origins whose web pages may use the tokens of the world, besides those of this machine; * for all',
    parse: list,
    default: undefined,
  },
  allowedHosts: {
    value: 'NAME,NAME',
    help: 'names that the Host header may have, besides those of this machine; * for all',
    parse: list,
    default: undefined,
  },
  oauthAuto: {
    value: 'USER',
    help: 'nickname, name or e-mail address of the person who consents to every application at once',
    parse: text,
    default: undefined,
  },
  controlToken: {
    value: 'TOKEN',
    help: 'token of the control API below /__admin; a random one, which the start prints, with a --host that is not this machine',
    parse: text,
    default: undefined,
  },
  faults: {
    value: 'FILE|PRESET',
    help: 'faults of each world from its start: a JSON file with a list of rules, or offline, slow-3g, platform-429, platform-500 or maintenance',
    parse: text,
    default: undefined,
  },
  site: {
    value: 'FOLDER',
    help: 'built site that is served beside the API: its files, and its index.html for every other path',
    parse: text,
    default: undefined,
  },
  sessionPerVisitor: {
    help: 'give each visitor a session, by a cookie, so that visitors do not see the changes of others',
    parse: boolean,
    default: false,
  },
  record: {
    value: 'FILE',
    help: 'write every request to the API and its response to this new file, without credentials; plenum replay reads it',
    parse: text,
    default: undefined,
  },
  use: {
    value: 'FILE',
    help: 'ES module with a Koa middleware, or a list of them, that runs before the API',
    parse: text,
    isCommandOnly: true,
    default: undefined,
  },
  log: {
    value: 'FORMAT',
    help: 'format of the log, which has a line for each request; none turns it off',
    parse: oneOf('text', 'json', 'none'),
    isCommandOnly: true,
    default: 'text' as const,
  },
} satisfies OptionTable;

/** The values of the table, in the units of its help. */
export type ServerOptions = OptionValues<typeof serverOptions>;

type Table = typeof serverOptions;
type ServerOption = { [K in keyof Table]: Table[K] extends { isCommandOnly: true } ? never : K }[keyof Table];
/** What a program passes for an option: lists as one text, with commas. */
type Passed<T> = T extends readonly string[] ? string : T;

/** The options that a program can pass to `createStandIn`: those of `plenum serve`. */
export type StandInOptionValues = { [K in ServerOption]?: Passed<Exclude<ServerOptions[K], undefined>> };

/** The names of the options that a program can pass. */
export const standInOptionNames = Object.entries<Option<unknown>>(serverOptions).flatMap(([name, { isCommandOnly }]) =>
  isCommandOnly ? [] : [name as ServerOption],
);

/** The values of options that nobody set. */
export const defaultOptions = Object.fromEntries(
  Object.entries(serverOptions).map(([name, option]) => [name, option.default]),
) as ServerOptions;

/** Throws a CommandError for options that contradict each other. */
export function assertConsistent(options: ServerOptions): void {
  const { store, memory, reset, watch } = options;
  const contradictions: [boolean, string][] = [
    [store !== undefined && memory, 'store keeps the records in a database, and memory keeps none'],
    [reset && memory, 'reset replaces the records of a data folder or a database, and memory keeps none'],
    [watch && !memory, '--watch needs --memory: a data folder keeps its own records'],
  ];
  const found = contradictions.find(([isContradiction]) => isContradiction);
  if (found) throw new CommandError(found[1], exitCodes.usage);
}
