/** What a volatile part must look like, and what stands in its place when two answers are compared. */
type Form = readonly (readonly [form: RegExp, placeholder: string])[];

/** A part of an answer that a deployment does not give twice, and how it is compared all the same. */
export interface VolatilePart {
  title: string;
  /** Names of fields, or of headers, with those before them where that matters; aliases are seen through. */
  names: readonly string[];
  /** In plain words, what is compared. */
  comparison: string;
  /** A value that has not this form stays as it is, and differs. Null is a value of its own. */
  placeholders?: Form;
  /** A list: its members are compared in any order. */
  anyOrder?: true;
  /** A list of which the order is only settled when the field above it was asked for one. */
  onlyWithoutOrder?: true;
}

const locale: Form[number] = [/^(<origin>)?\/(?:en|ca|es)(?=\/)/, '$1/<locale>'];

/** Every volatile part. What is not in this table is compared as it is: ids, locations, texts and the order of errors. */
export const volatileParts: readonly VolatilePart[] = [
  {
    title: 'times of the run',
    names: ['answeredAt', 'createdAt', 'updatedAt', 'publishedAt', 'closedAt', 'withdrawnAt'],
    comparison: 'a date-time in UTC, to the second',
    placeholders: [[/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/, '<date-time>']],
  },
  {
    title: 'references',
    names: ['reference'],
    comparison: 'prefix, kind and number, around any year and month of creation',
    placeholders: [[/^([A-Z]+-[A-Z]+)-\d{4}-\d{1,2}-(\d+)$/, '$1-<year>-<month>-$2']],
  },
  {
    title: 'tokens',
    names: ['body.jwt_token', 'headers.authorization'],
    comparison: 'a JSON Web Token, after the scheme where there is one',
    placeholders: [[/^(Bearer )?[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/, '$1<token>']],
  },
  {
    title: 'addresses of this deployment',
    names: ['url', 'profilePath', 'headers.location'],
    comparison: 'what follows scheme, host and port; the first segment may be any locale of the organization',
    placeholders: [[/^https?:\/\/[^/]+(?=\/)/, '<origin>'], locale],
  },
  {
    title: 'ids of versions',
    names: ['versions.id'],
    comparison: 'a number',
    placeholders: [[/^\d+$/, '<number>']],
  },
  {
    title: 'translations',
    names: ['translations', 'locales'],
    comparison: 'the same members, in any order',
    anyOrder: true,
  },
  {
    title: 'lists of records that were asked for without an order',
    names: ['nodes', 'edges'],
    comparison:
      'the same records, in any order, where the list is whole; a page of it may have any records, as many and with the same keys. Cursors are places, and are compared as they are',
    anyOrder: true,
    onlyWithoutOrder: true,
  },
];

/** How many records a list has at most that asks for no number of them. */
export const defaultPageSize = 50;

/** What stands for a member's value on a page that may have any records. */
export const anyRecordPlaceholder = '<of any record>';
