/** What a volatile part must look like, and what stands in its place when two answers are compared. */
type Form = readonly (readonly [form: RegExp, placeholder: string])[];

/** A part of an answer that a deployment does not give twice, and how it is compared all the same. */
export interface VolatilePart {
  part: string;
  /** Names of fields, or of headers, with those before them where that matters; aliases are seen through. */
  where: readonly string[];
  /** In plain words, what is compared. */
  compared: string;
  /** A value that has not this form stays as it is, and differs. Null is a value of its own. */
  form?: Form;
  /** A list: its members are compared in any order. */
  anyOrder?: true;
  /** A list of which the order is only settled when the field above it was asked for one. */
  unlessOrdered?: true;
}

const locale: Form[number] = [/^(<origin>)?\/(?:en|ca|es)(?=\/)/, '$1/<locale>'];

/** Every volatile part. What is not in this table is compared as it is: ids, locations, texts and the order of errors. */
export const volatileParts: readonly VolatilePart[] = [
  {
    part: 'times of the run',
    where: ['answeredAt', 'createdAt', 'updatedAt', 'publishedAt', 'closedAt', 'withdrawnAt'],
    compared: 'a date-time in UTC, to the second',
    form: [[/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/, '<date-time>']],
  },
  {
    part: 'references',
    where: ['reference'],
    compared: 'prefix, kind and number, around any year and month of creation',
    form: [[/^([A-Z]+-[A-Z]+)-\d{4}-\d{1,2}-(\d+)$/, '$1-<year>-<month>-$2']],
  },
  {
    part: 'tokens',
    where: ['body.jwt_token', 'headers.authorization'],
    compared: 'a JSON Web Token, after the scheme where there is one',
    form: [[/^(Bearer )?[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}$/, '$1<token>']],
  },
  {
    part: 'addresses of this deployment',
    where: ['url', 'profilePath', 'headers.location'],
    compared: 'what follows scheme, host and port; the first segment may be any locale of the organization',
    form: [[/^https?:\/\/[^/]+(?=\/)/, '<origin>'], locale],
  },
  {
    part: 'ids of versions',
    where: ['versions.id'],
    compared: 'a number',
    form: [[/^\d+$/, '<number>']],
  },
  {
    part: 'translations',
    where: ['translations', 'locales'],
    compared: 'the same members, in any order',
    anyOrder: true,
  },
  {
    part: 'lists of records that were asked for without an order',
    where: ['nodes', 'edges'],
    compared:
      'the same records, in any order, where the list is whole; a page of it may have any records, as many and with the same keys. Cursors are places, and are compared as they are',
    anyOrder: true,
    unlessOrdered: true,
  },
];

/** How many records a list has at most that asks for no number of them. */
export const pageSize = 50;

/** What stands for a member's value on a page that may have any records. */
export const anyRecord = '<of any record>';
