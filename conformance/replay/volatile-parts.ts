/** Patterns of a value, and the placeholders that replace them before two values are compared. */
type Replacements = readonly (readonly [pattern: RegExp, placeholder: string | ((match: string) => string)])[];

/** A part of a response that differs between runs, and how it is compared. */
export interface VolatilePart {
  /** Names of fields or headers, preceded by the names of their parents if these matter; aliases are resolved. */
  names: readonly string[];
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
/** Signed segments of the paths of stored files. */
const signedSegment = String.raw`[\w-]+={0,2}--[\da-f]{40}`;
/** The name of an application in its global ids. */
const application: Replacements[number] = [/(?<=gid:\/\/)[\w-]+(?=\/)/g, '<application>'];
const locale: Replacements[number] = [/^(<origin>)?\/(?:en|ca|es)(?=\/)/, '$1/<locale>'];

/** Every volatile part. Everything else is compared exactly: ids, locations, messages and the order of errors. */
export const volatileParts: readonly VolatilePart[] = [
  // Times of the run: a date-time in UTC, to the second; if it was recorded before November 2026, exactly.
  {
    names: ['answeredAt', 'createdAt', 'updatedAt', 'publishedAt', 'closedAt', 'withdrawnAt'],
    replacements: timesOfRun,
  },
  // References: prefix, kind and number; the year and month of creation may differ.
  {
    names: ['reference'],
    replacements: [[/^([A-Z]+-[A-Z]+)-\d{4}-\d{1,2}-(\d+)$/, '$1-<year>-<month>-$2']],
  },
  // Tokens: the form of a JSON Web Token, after an optional Bearer scheme.
  {
    names: ['body.jwt_token', 'headers.authorization'],
    replacements: [[/^(Bearer )?[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/, '$1<token>']],
  },
  // URLs of the deployment: everything after the host and port; a first path segment that is a locale may be another
  // locale; of a signed path segment of a stored file, its form.
  {
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
    replacements: [
      [/^https?:\/\/[^/]+(?=\/)/, '<origin>'],
      [/^\/\/[^/]+(?=\/)/, '//<host>'],
      locale,
      [
        new RegExp(
          String.raw`(?<=^(?:<origin>)?/(?:rails/active_storage|private_downloads)/.*)${signedSegment}(?=/|$)`,
          'g',
        ),
        '<signed>',
      ],
    ],
  },
  // The link in the page of a redirection, and people in comments: everything after the host and port, and after the
  // name of the application.
  {
    names: ['body'],
    replacements: [[/(?<=<a href=")https?:\/\/[^/"]+/, '<origin>'], application],
  },
  // Links to people in comments, and pictures: everything after the host and port; of a signed path segment, its form.
  {
    names: ['formattedBody'],
    replacements: [
      [/https?:\/\/[^/"]+(?=(?:\/\w+)?\/profiles\/)/g, '<origin>'],
      [new RegExp(signedSegment, 'g'), '<signed>'],
    ],
  },
  // Mentions in stored texts: everything after the name of the application.
  {
    names: ['text', 'translation', 'en', 'ca', 'es'],
    replacements: [application],
  },
  // Times in the changes of a version: those of the run, to the millisecond.
  {
    names: [
      'updated_at',
      'created_at',
      'published_at',
      'answered_at',
      'state_published_at',
      'closed_at',
      'withdrawn_at',
    ],
    replacements: [[/^(?:2026-1[12]|(?:202[7-9]|20[3-9]\d)-\d\d)-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '<date-time>']],
  },
  // Signed ids of comments: the record and the purpose; the name of the application and the signature may differ.
  {
    names: ['sgid'],
    replacements: [
      [/^[\w+/]+={0,2}(?=--[\da-f]{40}$)/, (id) => Buffer.from(id, 'base64').toString()],
      application,
      [/--[\da-f]{40}$/, '--<signature>'],
    ],
  },
  // Ids of versions: a number.
  {
    names: ['versions.id'],
    replacements: [[/^\d+$/, '<number>']],
  },
  // Translations: the same members, in any order.
  {
    names: ['translations', 'locales'],
    anyOrder: true,
  },
  // Proposals of a closed meeting: the same members, in any order: the database has them as they were last written.
  {
    names: ['proposalsFromMeeting'],
    anyOrder: true,
  },
  // Lists of records without a requested order: the same records in any order. Cursors are positions and are compared exactly.
  {
    names: ['nodes', 'edges'],
    anyOrder: true,
    onlyWithoutOrder: true,
  },
];
