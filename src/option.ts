import type { DialectName } from './dialects/dialect-name.ts';

/** Reads a text, or throws an Error whose message says what is expected, such as "must not be empty". */
export interface Parser<T> {
  (text: string): T;
  /** The words that it accepts, if they are few. */
  choices?: readonly string[];
}

/** One option of a command: how its text on the command line, in the environment or in a file becomes a value. */
export interface Option<T> {
  help: string;
  /** The placeholder of the value in the help; a switch has none. */
  value?: string;
  parse: Parser<T>;
  default?: T;
  isRequired?: true;
  /** The names of options that cannot be passed with this one. */
  conflicts?: readonly string[];
  /** Whether only commands have it, and programs that embed a server do not. */
  isCommandOnly?: true;
  /** Whether the value can have a password, so that no message may repeat it. */
  isSecret?: boolean;
}

/** Options by the names that programs use, such as `corsOrigin` for the flag `--cors-origin`. */
export type OptionTable = Record<string, Option<unknown>>;

/** The name of an option on the command line and in the config file, such as `cors-origin`. */
export const flagName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Says which member of an object is not one of these, and which there are; undefined if all are known. */
export function describeUnknown(value: object, known: readonly string[], kind = 'option'): string | undefined {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  return unknown === undefined
    ? undefined
    : `unknown ${kind} ${JSON.stringify(unknown)}; the ${kind}s are ${known.join(', ')}`;
}

type Unset<O> = O extends { isRequired: true } ? never : O extends { default: infer D } ? D : undefined;

/** The values of a table of options, by their names. */
export type OptionValues<T extends OptionTable> = {
  -readonly [K in keyof T]: ReturnType<T[K]['parse']> | Unset<T[K]>;
};

const expected = (message: string): never => {
  throw new Error(message);
};

/** Any text but the empty one. */
export const text = (value: string): string => value || expected('must not be empty');

/** Words with commas between them. */
export const list = (value: string): string[] =>
  text(value)
    .split(',')
    .map((word) => text(word.trim()));

/** A whole number within bounds, both included. */
export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = /^\d+$/.test(value) ? Number(value) : NaN;
    return number >= min && number <= max ? number : expected(`must be a whole number from ${min} to ${max}`);
  };

/** One of these words. */
export const oneOf = <T extends string>(...choices: T[]) =>
  Object.assign(
    (value: string): T => choices.find((word) => word === value) ?? expected(`must be ${choices.join(' or ')}`),
    { choices },
  );

/** `true` or `false`; on the command line a switch has no value and means `true`. */
export const boolean = (value: string): boolean => oneOf('true', 'false')(value) === 'true';

/** A switch of a command. */
export const flag = (help: string) => ({ help, parse: boolean, default: false });

/** A number above zero. */
export const positiveNumber =
  (expectation: string) =>
  (value: string): number => {
    const number = Number(value);
    return value.trim() !== '' && number > 0 && Number.isFinite(number) ? number : expected(`must be ${expectation}`);
  };

/** The name of a dialect; `0.32` is short for `decidim-0.32`. */
export const dialectName = (value: string) => text(value).replace(/^(?=\d)/, 'decidim-') as DialectName;

/** The URL of a GraphQL endpoint over http or https: `/api`, unless it has another path. */
export function endpointUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return expected('must be an http or https URL');
  const { origin, pathname, search, hash, username, password } = url;
  if (search || hash || username || password) expected('must be a URL without a query, a fragment or credentials');
  return origin + (pathname === '/' ? '/api' : pathname.replace(/\/$/, ''));
}

/** A URL of a PostgreSQL database. */
export const postgresUrl = (value: string): string =>
  URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
    ? value
    : expected('must be a URL such as postgres://user@host/database?schema=town');

/** Reads the value of an option from a file or a program. Throws an Error that says what was expected. */
export function parseOption(option: Pick<Option<unknown>, 'parse' | 'isSecret'>, value: unknown): unknown {
  // Lists, objects and null become an empty text, which every option refuses.
  const valueText = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  try {
    return option.parse(valueText);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(option.isSecret ? message : `${message}, not ${JSON.stringify(value)}`, { cause: error });
  }
}
