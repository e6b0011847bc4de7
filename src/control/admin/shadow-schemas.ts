import {
  choice,
  dateTime,
  integer,
  list,
  natural,
  number,
  object,
  optional,
  orNull,
  string,
  textOrNull,
  unknown,
} from './json-schema.ts';

const sentResponse = object({ status: integer, body: unknown });

const example = object({
  time: dateTime,
  role: { ...choice('admin', 'member', 'anonymous', 'stranger'), description: 'whose credentials were used' },
  query: { ...string, description: 'the document that was sent; fields of a mutation that write are skipped' },
  operationName: textOrNull,
  variables: unknown,
  difference: object({ path: string, standIn: optional(unknown), live: optional(unknown) }),
  standIn: sentResponse,
  live: sentResponse,
});

const group = object({
  cause: { ...string, examples: ['Meeting.title.translations.text: another value'] },
  kind: choice('outcome', 'shape', 'value'),
  known: { ...textOrNull, description: 'why the cause is known' },
  count: natural,
  firstSeen: dateTime,
  lastSeen: dateTime,
  example,
});

/** The shape of the report of a shadow. */
export const shadowSchema = object({
  url: { ...textOrNull, description: 'the endpoint of the live deployment; null without --shadow' },
  rate: { ...number, description: 'requests a second at most' },
  counts: object({
    observed: natural,
    waiting: natural,
    compared: natural,
    equal: natural,
    known: natural,
    different: natural,
    notSent: natural,
    dropped: natural,
    failed: natural,
  }),
  notSent: list(object({ reason: string, count: natural })),
  lastFailure: orNull(object({ time: dateTime, reason: string })),
  groups: list(group),
  moreCauses: natural,
});
