import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadServerDialect } from './dialects/dialects.ts';
import type { ServeOptions } from './server/serve.ts';

/** One option: what it is for, how a text of the command line or the environment becomes its value, and its default. */
export interface Option<T> {
  help: string;
  /** The word for the value in the help; a switch has none. */
  value?: string;
  parse(text: string): T;
  default: T;
}

/** The root folder: of the sources, or of what is compiled from them. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

const refuse = (expected: string) => {
  throw new Error(expected);
};
const anyText = (text: string): string => text || refuse('must not be empty');
const whole = (low: number, high: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= low && value <= high ? value : refuse(`must be a whole number from ${low} to ${high}`);
};
const oneOf =
  <T extends string>(...values: T[]) =>
  (text: string): T =>
    values.find((value) => value === text) ?? refuse(`must be ${values.join(' or ')}`);
const toggle = (text: string): boolean => oneOf('true', 'false')(text) === 'true';

/** Every option, once: flags, environment, configuration file and help are read out of this table. */
export const options = {
  host: { value: 'ADDRESS', help: 'the address to listen on', parse: anyText, default: '127.0.0.1' },
  port: { value: 'PORT', help: 'the port to listen on, 0 for any free one', parse: whole(0, 65535), default: 4000 },
  data: { value: 'FOLDER', help: 'where the records are kept', parse: anyText, default: 'data' },
  world: {
    value: 'FOLDER',
    help: 'the records to begin with',
    parse: anyText,
    default: join(projectFolder, 'fixtures/world'),
  },
  memory: { help: 'keep nothing: begin with the world, and forget what is written', parse: toggle, default: false },
  dialect: {
    value: 'NAME',
    help: 'whose answers these are: specification or decidim-0.32',
    parse: anyText,
    default: 'specification',
  },
  fill: {
    value: 'mock|empty',
    help: 'what fields hold that no record answers: made-up values, or null and empty lists',
    parse: oneOf('mock', 'empty'),
    default: 'mock' as const,
  },
  limits: {
    value: 'on|off',
    help: 'on answers 429 to more than 100 requests a minute from one address',
    parse: oneOf('on', 'off'),
    default: 'off' as const,
  },
  'token-lifetime': {
    value: 'MINUTES',
    help: 'how long a token from sign-in is valid',
    parse: whole(1, 525_600),
    default: 120,
  },
  log: { value: 'text|json', help: 'the form of the log', parse: oneOf('text', 'json'), default: 'text' as const },
} satisfies Record<string, Option<unknown>>;

type Options = typeof options;
/** The values of all options, by name. */
export type Config = { -readonly [K in keyof Options]: ReturnType<Options[K]['parse']> };

/** The names of the options. */
export const optionNames = Object.keys(options) as (keyof Config)[];

/** Reads the value of an option from a flag, a variable or a program. Throws an Error that says what was expected. */
export function parseOption<K extends keyof Config>(name: K, raw: unknown): Config[K] {
  // An object or null is not a value of any option. No option accepts an empty text either.
  const text = ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : '';
  try {
    return options[name].parse(text) as Config[K];
  } catch (error) {
    throw new Error(`${(error as Error).message}, not ${JSON.stringify(raw)}`, { cause: error });
  }
}

/** What the server is started with. Throws a CommandError for an unknown dialect. */
export const createServeOptions = async (
  config: Omit<Config, 'log'>,
  onBug: (error: Error) => void,
): Promise<ServeOptions> => ({
  host: config.host,
  port: config.port,
  world: config.world,
  data: config.memory ? null : config.data,
  dialect: await loadServerDialect(config.dialect),
  mockMode: config.fill,
  limitRequests: config.limits === 'on',
  tokenLifetimeSeconds: config['token-lifetime'] * 60,
  onBug,
});
