/** Patterns of a value, and the placeholders that replace them before two values are compared. */
type Replacements = readonly (readonly [pattern: RegExp, placeholder: string | ((match: string) => string)])[];

/** A part of a response that differs between runs, and how it is compared. */
export interface VolatilePart {
  title: string;
  /** Names of fields or headers, preceded by the names of their parents if these matter; aliases are resolved. */
  names: readonly string[];
  /** What is compared, in plain words. */
  comparison: string;
  /** A value that does not match stays unchanged, and so differs; so does null. */
  replacements?: Replacements;
  /** The part is a list whose members are compared in any order. */
  anyOrder?: true;
  /** The list has a defined order if its parent field has an `order` argument. */
  onlyWithoutOrder?: true;
}

/** The times that a run writes: none is before November 2026, except for the time of day of a closed meeting. */
const timesOfRun: Replacements = [
  [/^(?:2026-1[12]|(?:202[7-9]|20[3-9]\d)-\d\d|2000-01)-\d\dT\d\d:\d\d:\d\d\+00:00$/, '<date-time>'],
];
/** The name of an application in its global ids. */
const application: Replacements[number] = [/(?<=gid:\/\/)[\w-]+(?=\/)/g, '<application>'];
const locale: Replacements[number] = [/^(<origin>)?\/(?:en|ca|es)(?=\/)/, '$1/<locale>'];

/** Every volatile part. Everything else is compared exactly: ids, locations, messages and the order of errors. */
export const volatileParts: readonly VolatilePart[] = [
  {
    title: 'times of the run',
    names: ['answeredAt', 'createdAt', 'updatedAt', 'publishedAt', 'closedAt', 'withdrawnAt'],
    comparison: 'a date-time in UTC, to the second; if it was recorded before November 2026, exactly',
    replacements: timesOfRun,
  },
  {
    title: 'references',
    names: ['reference'],
    comparison: 'prefix, kind and number; the year and month of creation may differ',
    replacements: [[/^([A-Z]+-[A-Z]+)-\d{4}-\d{1,2}-(\d+)$/, '$1-<year>-<month>-$2']],
  },
  {
    title: 'tokens',
    names: ['body.jwt_token', 'headers.authorization'],
    comparison: 'the form of a JSON Web Token, after an optional Bearer scheme',
    replacements: [[/^(Bearer )?[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/, '$1<token>']],
  },
  {
    title: 'URLs of the deployment',
    names: [
      'url',
      'budgetUrl',
      'profilePath',
      'reportedUrl',
      'headers.location',
      'avatarUrl',
      'heroImage',
      'thumbnail',
    ],
    comparison:
      'everything after the host and port; a first path segment that is a locale may be another locale; of a signed path segment of a stored file, its form',
    replacements: [
      [/^https?:\/\/[^/]+(?=\/)/, '<origin>'],
      [/^\/\/[^/]+(?=\/)/, '//<host>'],
      locale,
      [
        /(?<=^(?:<origin>)?\/(?:rails\/active_storage|private_downloads)\/.*)[\w-]+={0,2}--[\da-f]{40}(?=\/|$)/g,
        '<signed>',
      ],
    ],
  },
  {
    title: 'the link in the page of a redirection, and people in comments',
    names: ['body'],
    comparison: 'everything after the host and port, and after the name of the application',
    replacements: [[/(?<=<a href=")https?:\/\/[^/"]+/, '<origin>'], application],
  },
  {
    title: 'links to people in comments',
    names: ['formattedBody'],
    comparison: 'everything after the host and port',
    replacements: [[/https?:\/\/[^/"]+(?=(?:\/\w+)?\/profiles\/)/g, '<origin>']],
  },
  {
    title: 'signed ids of comments',
    names: ['sgid'],
    comparison: 'the record and the purpose; the name of the application and the signature may differ',
    replacements: [
      [/^[\w+/]+={0,2}(?=--[\da-f]{40}$)/, (id) => Buffer.from(id, 'base64').toString()],
      application,
      [/--[\da-f]{40}$/, '--<signature>'],
    ],
  },
  {
    title: 'ids of versions',
    names: ['versions.id'],
    comparison: 'a number',
    replacements: [[/^\d+$/, '<number>']],
  },
  {
    title: 'translations',
    names: ['translations', 'locales'],
    comparison: 'the same members, in any order',
    anyOrder: true,
  },
  {
    title: 'proposals of a closed meeting',
    names: ['proposalsFromMeeting'],
    comparison: 'the same members, in any order: the database has them as they were last written',
    anyOrder: true,
  },
  {
    title: 'lists of records without a requested order',
    names: ['nodes', 'edges'],
    comparison:
      'a complete list has the same records in any order; a page has the same number of records with the same keys. Cursors are positions and are compared exactly',
    anyOrder: true,
    onlyWithoutOrder: true,
  },
];
