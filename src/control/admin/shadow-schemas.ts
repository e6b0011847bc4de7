import { dateTime, list, natural, object, orNull, response, string, textOrNull } from './json-schema.ts';

const sentResponse = response({ status: { type: 'integer' }, body: {} });

const example = response({
  time: dateTime,
  role: { enum: ['admin', 'member', 'anonymous', 'stranger'], description: 'whose credentials were used' },
  query: { ...string, description: 'the document that was sent; fields of a mutation that write are skipped' },
  operationName: textOrNull,
  variables: {},
  difference: object({ path: string, standIn: {}, live: {} }, ['path']),
  standIn: sentResponse,
  live: sentResponse,
});

const group = response({
  cause: { ...string, examples: ['Meeting.title.translations.text: another value'] },
  kind: { enum: ['outcome', 'shape', 'value'] },
  known: { ...textOrNull, description: 'why the cause is known' },
  count: natural,
  firstSeen: dateTime,
  lastSeen: dateTime,
  example,
});

const counts = ['observed', 'waiting', 'compared', 'equal', 'known', 'different', 'notSent', 'dropped', 'failed'];

/** The shape of the report of a shadow. */
export const shadowSchema = response({
  url: { ...textOrNull, description: 'the endpoint of the live deployment; null without --shadow' },
  rate: { type: 'number', description: 'requests a second at most' },
  counts: response(Object.fromEntries(counts.map((name) => [name, natural]))),
  notSent: list(response({ reason: string, count: natural })),
  lastFailure: orNull(response({ time: dateTime, reason: string })),
  groups: list(group),
  moreCauses: natural,
});
