import { CommandError, exitCodes } from '../errors.ts';
import { compileSchemaFile, readValidatedJson } from './json-schema.ts';
import { isTimeZone } from './time.ts';
import type { ActorEntries, OAuthEntry } from './credentials.ts';

/** A target file; see `target.schema.json`. */
export interface TargetFile {
  url: string;
  dialect: string;
  locales?: { default: string; others?: string[] };
  /** A name of the IANA time zone database. */
  timeZone?: string;
  /** Ids of components and records, by the names in cases. */
  placeholders?: Record<string, string | number>;
  /** Names in `placeholders` of records that a run may change. */
  mayChange?: string[];
  /** If omitted, credentials come from the environment variables that `plenum conform --help` names. */
  actors?: ActorEntries;
  /** If omitted, the cases in which a person signs in with an application could not run. */
  oauth?: OAuthEntry;
}

const isTargetFile = compileSchemaFile<TargetFile>(new URL('target.schema.json', import.meta.url));

/** Reads a target file. A CommandError names the invalid member. */
export function readTargetFile(file: string): TargetFile {
  const target = readValidatedJson(file, isTargetFile, 'the target');
  const problem = targetFileProblem(target);
  if (problem === undefined) return target;
  throw new CommandError(`${file}: ${problem}`, exitCodes.usage);
}

/** What the schema cannot say. */
function targetFileProblem({
  timeZone,
  placeholders = {},
  mayChange = [],
  actors = {},
}: TargetFile): string | undefined {
  const misplaced = Object.keys(placeholders).find((name) => Object.hasOwn(ownMembers, name));
  if (misplaced) return `placeholders.${misplaced} is not an id: set ${ownMembers[misplaced]}`;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    return `timeZone ${timeZone} is not a name such as Europe/Madrid`;
  const unknown = mayChange.find((name) => !Object.hasOwn(placeholders, name));
  if (unknown) return `mayChange names ${unknown}, which placeholders does not have`;
  if (actors.admin?.administrator === false) return 'actors.admin is not an administrator';
  const administrator = (['member', 'other'] as const).find((actor) => actors[actor]?.administrator);
  return administrator && `actors.${administrator} is an administrator`;
}

/** The names of placeholders that a target file has as members of their own. */
const ownMembers: Record<string, string> = {
  locale: 'locales.default',
  otherLocale: 'locales.others',
  timeZone: 'timeZone',
};

/** The names of placeholders that come from other members of a target file. */
export const derivedNames = [
  'clientId',
  'clientSecret',
  'keptMeetings',
  'locale',
  'otherLocale',
  'personEmail',
  'personPassword',
  'redirectUri',
  'signInKey',
  'signInSecret',
  'timeZone',
];

/**
 * The placeholders that cases can use of a target: its ids, locales and time zone. In the component `keptMeetings` a run may
 * leave meetings that the API cannot undo.
 */
export const placeholdersOf = ({
  placeholders,
  mayChange = [],
  locales,
  timeZone,
}: Omit<TargetFile, 'url' | 'dialect'>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(placeholders ?? {}).map(([name, id]) => [name, String(id)])),
  ...(mayChange.includes('meetings') && { keptMeetings: String(placeholders?.['meetings']) }),
  ...(locales && { locale: locales.default }),
  ...(locales?.others?.[0] !== undefined && { otherLocale: locales.others[0] }),
  ...(timeZone !== undefined && { timeZone }),
});
