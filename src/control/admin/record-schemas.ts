import { type Schema, list, natural, object, positive, ref, response, string } from './json-schema.ts';

const id = { ...positive, maximum: Number.MAX_SAFE_INTEGER };
const title = { type: ['string', 'null'], description: 'a short text of the record; null if it has none' };
const described = { title, record: { type: 'object' }, links: list(ref('RecordLink')) };

/** The shapes of the operations on records. */
export const recordSchemas: Record<string, Schema> = {
  RecordQuery: object(
    {
      search: {
        type: 'string',
        maxLength: 200,
        description: 'a part of a text of the record in any locale, or its id',
      },
      refersTo: {
        type: 'string',
        pattern: '^[A-Za-z]{1,100}/[1-9]\\d{0,14}$',
        description: 'a record, such as "proposals/1"',
      },
      through: { type: 'string', maxLength: 100, description: 'the field that refers to it; any by default' },
      first: { type: 'integer', minimum: 1, maximum: 1000, description: 'how many records at most; 50 by default' },
      after: { ...natural, description: 'the id of the record before the first one' },
      order: { enum: ['ascending', 'descending'], description: 'the order of the ids; ascending by default' },
    },
    [],
    { dependentRequired: { through: ['refersTo'] } },
  ),
  RecordLink: response({ field: string, kind: string, id, title }),
  RecordList: response({
    records: list(response(described)),
    count: { ...natural, description: 'how many records the query finds' },
    total: { ...natural, description: 'how many records of the kind there are' },
    next: { type: ['integer', 'null'], description: 'the value of "after" for the next page' },
  }),
  LinkedRecord: response({
    ...described,
    referrers: list(response({ kind: string, field: string, count: positive })),
  }),
};
