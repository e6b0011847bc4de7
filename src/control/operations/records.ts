import { operation } from '../api/operation.ts';
import { anyObject, list, named, object } from '../api/schema.ts';
import {
  createRecord,
  deleteRecord,
  describeKind,
  findRecords,
  kindDescription,
  linkedRecord,
  listRecords,
  readRecord,
  recordList,
  recordQuery,
  recordSchema,
  updateRecord,
} from '../records.ts';

const recordValues = named('RecordValues', { ...anyObject, description: 'members of a record, as a world has them' });

export const recordOperations = {
  describeKind: operation({
    endpoint: 'GET /__admin/kinds/{kind}',
    summary: 'Describes the records of a kind by a JSON Schema, with the locales of the organization.',
    response: kindDescription,
    run: ({ world, params }) => describeKind(world.store, params.kind),
  }),
  listRecords: operation({
    endpoint: 'GET /__admin/records/{kind}',
    summary: 'Lists the records of a kind, or those that a search finds.',
    query: recordQuery,
    response: recordList,
    run: ({ world, params, query }) => listRecords(world.store, params.kind, query),
  }),
  readRecord: operation({
    endpoint: 'GET /__admin/records/{kind}/{id}',
    summary: 'Reads a record, what it refers to, and what refers to it.',
    response: linkedRecord,
    run: ({ world, params }) => readRecord(world.store, params.kind, params.id),
  }),
  createRecord: operation({
    endpoint: 'POST /__admin/records/{kind}',
    summary: 'Creates a record, with defaults for what the body leaves out.',
    body: recordValues,
    response: recordSchema,
    status: 201,
    run: ({ world, params, body }) => createRecord(world, params.kind, body),
  }),
  findRecords: operation({
    endpoint: 'POST /__admin/records/{kind}/find',
    summary: 'Finds the records that have the members of the body.',
    body: recordValues,
    response: object({ records: list(recordSchema) }),
    run: ({ world, params, body }) => ({ records: findRecords(world, params.kind, body) }),
  }),
  updateRecord: operation({
    endpoint: 'PATCH /__admin/records/{kind}/{id}',
    summary: 'Replaces members of a record by those of the body.',
    body: recordValues,
    response: recordSchema,
    run: ({ world, params, body }) => updateRecord(world, params.kind, params.id, body),
  }),
  deleteRecord: operation({
    endpoint: 'DELETE /__admin/records/{kind}/{id}',
    summary: 'Deletes a record to which no other refers.',
    async run({ world, params }) {
      await deleteRecord(world, params.kind, params.id);
    },
  }),
};
