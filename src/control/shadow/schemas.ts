const string = { type: 'string' } as const;
const dateTime = { type: 'string', format: 'date-time' } as const;
const natural = { type: 'integer', minimum: 0 } as const;

const object = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items });

const response = object({ status: { type: 'integer' }, body: {} });

const example = object({
  time: dateTime,
  role: { enum: ['admin', 'member', 'anonymous', 'stranger'], description: 'whose credentials were used' },
  query: { ...string, description: 'the document that was sent; fields of a mutation that write are skipped' },
  operationName: { type: ['string', 'null'] },
  variables: {},
  difference: object({ path: string, standIn: {}, live: {} }, ['standIn', 'live']),
  standIn: response,
  live: response,
});

const group = object({
  cause: { ...string, examples: ['Meeting.title.translations.text: another value'] },
  kind: { enum: ['outcome', 'shape', 'value'] },
  known: { type: ['string', 'null'], description: 'why the cause is known' },
  count: natural,
  firstSeen: dateTime,
  lastSeen: dateTime,
  example,
});

const counts = ['observed', 'waiting', 'compared', 'equal', 'known', 'different', 'notSent', 'dropped', 'failed'];

/** The shape of the report of a shadow. */
export const shadowSchema = object({
  url: { type: ['string', 'null'], description: 'the endpoint of the live deployment; null without --shadow' },
  rate: { type: 'number', description: 'requests a second at most' },
  counts: object(Object.fromEntries(counts.map((name) => [name, natural]))),
  notSent: list(object({ reason: string, count: natural })),
  lastFailure: { anyOf: [object({ time: dateTime, reason: string }), { type: 'null' }] },
  groups: list(group),
  moreCauses: natural,
});
