/** The operations on records, a part of the table of operations. */
export const recordOperations = {
  describeKind: {
    endpoint: 'GET /__admin/kinds/{kind}',
    summary: 'Describes the records of a kind by a JSON Schema, with the locales of the organization.',
    response: 'KindDescription',
  },
  readFile: {
    endpoint: 'GET /__admin/records/{kind}/{id}/files/{field}',
    summary: 'Sends the file of a field of a record: that of the world, or a drawing for a picture that is missing.',
    response: 'FileContent',
    mediaType: 'application/octet-stream',
  },
  listRecords: {
    endpoint: 'GET /__admin/records/{kind}',
    summary: 'Lists the records of a kind, or those that a search finds.',
    query: 'RecordQuery',
    response: 'RecordList',
  },
  readRecord: {
    endpoint: 'GET /__admin/records/{kind}/{id}',
    summary: 'Reads a record, what it refers to, and what refers to it.',
    response: 'LinkedRecord',
  },
  createRecord: {
    endpoint: 'POST /__admin/records/{kind}',
    summary: 'Creates a record, with defaults for what the body leaves out.',
    body: 'RecordValues',
    isBodyOptional: true,
    response: 'Record',
    status: 201,
  },
  findRecords: {
    endpoint: 'POST /__admin/records/{kind}/find',
    summary: 'Finds the records that have the members of the body.',
    body: 'RecordValues',
    isBodyOptional: true,
    response: 'FoundRecords',
  },
  updateRecord: {
    endpoint: 'PATCH /__admin/records/{kind}/{id}',
    summary: 'Replaces members of a record by those of the body.',
    body: 'RecordValues',
    response: 'Record',
  },
  deleteRecord: {
    endpoint: 'DELETE /__admin/records/{kind}/{id}',
    summary: 'Deletes a record to which no other refers.',
  },
  createQuery: {
    endpoint: 'GET /__admin/records/{kind}/{id}/query',
    summary: 'Returns a GraphQL query for a record; null if the dialect has none for its kind.',
    response: 'RecordQueryText',
  },
} as const;
