import { CommandError, exitCodes } from '../errors.ts';
import { type Static, type TSchema, Type } from '../records/schema-builder.ts';
import { ajvFormats } from '../records/time.ts';
import { compileSchema, readValidatedJson } from './json-schema.ts';

const { Optional, Unsafe } = Type;
const string = Type.String();
const nonEmpty = Type.String({ minLength: 1 });
const boolean = Type.Boolean();
const object = <P extends Record<string, TSchema>>(properties: P, keywords = {}) =>
  Type.Object(properties, { additionalProperties: false, ...keywords });
const setOf = <S extends TSchema>(items: S) => Type.Array(items, { uniqueItems: true });

/** Where a secret is read from: an environment variable or a file. */
export type SecretSource = { env: string } | { file: string };
const source = Unsafe<SecretSource>({ oneOf: [object({ env: string }), object({ file: string })] });

/** A token, or the key and secret of a sign-in, and who the user is. The run stops if the credentials belong to another user. */
export type ActorEntry = Static<typeof actorSchema>;
const actorSchema = object(
  {
    token: Optional(source),
    key: Optional(source),
    secret: Optional(source),
    id: Optional(string),
    name: Optional(string),
    administrator: Optional(boolean),
  },
  {
    oneOf: [
      { required: ['token'], not: { anyOf: [{ required: ['key'] }, { required: ['secret'] }] } },
      { required: ['key', 'secret'], not: { required: ['token'] } },
    ],
  },
);

/** An OAuth application with a secret, and a person who signs in with it. */
export type OAuthEntry = Static<typeof oauth>;
const oauth = object({
  clientId: nonEmpty,
  clientSecret: source,
  // Nothing is sent to it.
  redirectUri: nonEmpty,
  person: object({ email: nonEmpty, password: source }),
});

/** A deployment to test, and what a run may use of it; docs/guides/judge-a-deployment.md describes each member. */
export type TargetFile = Static<typeof targetFile>;
const targetFile = object({
  url: Type.String({ pattern: '^https?://' }),
  dialect: string,
  locales: Optional(object({ default: nonEmpty, others: Optional(setOf(nonEmpty)) })),
  timeZone: Optional(string),
  placeholders: Optional(
    Unsafe<Record<string, string | number>>({
      type: 'object',
      additionalProperties: { type: ['string', 'integer'] },
    }),
  ),
  mayChange: Optional(setOf(string)),
  actors: Optional(
    object({ admin: Optional(actorSchema), member: Optional(actorSchema), other: Optional(actorSchema) }),
  ),
  oauth: Optional(oauth),
});

const isTargetFile = compileSchema<TargetFile>(targetFile);

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
  if (timeZone !== undefined && !ajvFormats['time-zone'](timeZone))
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
