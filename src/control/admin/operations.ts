/** An operation of the control API. */
export interface Operation {
  method: 'get' | 'put' | 'post' | 'delete';
  /** The path, with parameters in braces. */
  path: string;
  summary: string;
  /** The schema of the query: an object whose members are its parameters. Without one, the query is not read. */
  query?: string;
  /** The schema of the body. Without one, the body must be empty or an object without members. */
  body?: string;
  /** Whether the body may be omitted; then it is an object without members. */
  isBodyOptional?: boolean;
  /** The schema of the response; if omitted, the response is empty. */
  response?: string;
  /** The media type of the response; JSON by default. */
  mediaType?: string;
  /** The status of a successful response: by default 200, or 204 if it is empty. */
  status?: number;
}

/** The path below which every operation is, but `GET /`. */
export const adminPath = '/__admin';

const get = (path: string, summary: string, response: string, query?: string): Operation => ({
  method: 'get',
  path: adminPath + path,
  summary,
  response,
  ...(query && { query }),
});
const remove = (path: string, summary: string): Operation => ({ method: 'delete', path: adminPath + path, summary });
const post = (path: string, summary: string, shapes: Partial<Operation> = {}): Operation => ({
  method: 'post',
  path: adminPath + path,
  summary,
  ...shapes,
});
const put = (path: string, summary: string, shapes: Partial<Operation> = {}): Operation => ({
  ...post(path, summary, shapes),
  method: 'put',
});

/** Every operation by its id. The OpenAPI file, the routes and the validation of requests are made from this table. */
export const operations = {
  identify: { method: 'get', path: '/', summary: 'Says which server this is.', response: 'Identity' },
  describeApi: get('/openapi.json', 'Returns this file.', 'OpenApi'),
  readHealth: get('/health', 'Says that the server is ready, and counts its records.', 'Health'),
  listUsers: get('/users', 'Lists the users that can sign in or have a fixed token.', 'UserList'),
  listExamples: get('/examples', 'Lists GraphQL requests that fit the dialect and the world.', 'ExampleList'),
  readSchema: get('/schema', 'Returns the schema of the API, in the schema definition language.', 'Schema'),
  listSessions: get('/sessions', 'Lists the test sessions.', 'SessionList'),
  createSession: put(
    '/sessions/{name}',
    'Creates or replaces a test session, with the world as it was loaded or from a snapshot.',
    {
      body: 'NewSession',
      isBodyOptional: true,
      response: 'Session',
    },
  ),
  deleteSession: remove('/sessions/{name}', 'Drops a test session.'),
  reset: post('/reset', 'Returns to the world as it was loaded: records, ids, clock, faults and requests.'),
  listSnapshots: get('/snapshots', 'Lists the snapshots.', 'SnapshotList'),
  takeSnapshot: put('/snapshots/{name}', 'Takes or replaces a snapshot of records, ids and clock.', {
    response: 'Snapshot',
  }),
  restoreSnapshot: post('/snapshots/{name}/restore', 'Returns to a snapshot.'),
  deleteSnapshot: remove('/snapshots/{name}', 'Forgets a snapshot.'),
  exportState: get('/state', 'Exports the records as the files of a world.', 'WorldFiles'),
  importState: put('/state', 'Replaces the records by those of the files of a world.', { body: 'WorldFiles' }),
  listRecords: get(
    '/records/{kind}',
    'Lists the records of a kind, or those that a query finds.',
    'RecordList',
    'RecordQuery',
  ),
  readRecord: get('/records/{kind}/{id}', 'Reads a record, with the records that it refers to.', 'LinkedRecord'),
  createToken: post('/tokens', 'Issues a token for a user.', { body: 'NewToken', response: 'Token', status: 201 }),
  listTokens: get('/tokens', 'Lists the tokens that were issued here, without the tokens themselves.', 'TokenList'),
  deleteToken: remove('/tokens/{id}', 'Revokes a token.'),
  readClock: get('/clock', 'Reads the clock.', 'Clock'),
  setClock: put('/clock', 'Sets the clock.', { body: 'ClockSetting', response: 'Clock' }),
  advanceClock: post('/clock/advance', 'Moves the clock forward.', { body: 'ClockAdvance', response: 'Clock' }),
  addFault: post('/faults', 'Adds a fault.', { body: 'NewFault', response: 'Fault', status: 201 }),
  listFaults: get('/faults', 'Lists the faults.', 'FaultList'),
  deleteFault: remove('/faults/{id}', 'Removes a fault.'),
  listRequests: get('/requests', 'Lists the last requests, newest last.', 'ExchangeList'),
  readRequest: get('/requests/{id}', 'Returns the whole of a request and of its response.', 'ExchangeDetails'),
  draftCase: get('/requests/{id}/case', 'Turns a request into the draft of a conformance case.', 'DraftCase'),
  findRequests: post('/requests/find', 'Finds requests.', { body: 'RequestFilter', response: 'ExchangeList' }),
  countRequests: post('/requests/count', 'Counts requests.', { body: 'RequestFilter', response: 'Count' }),
  waitForRequests: post('/requests/wait', 'Waits for requests; those so far count.', {
    body: 'RequestWait',
    response: 'ExchangeList',
  }),
  deleteRequests: remove('/requests', 'Forgets all requests so far.'),
  streamRequests: {
    ...get('/events', 'Sends each request from now on as a server-sent event.', 'ServerSentEvents'),
    mediaType: 'text/event-stream',
  },
  readShadow: get('/shadow', 'Lists where the responses of a live deployment differ, grouped by cause.', 'Shadow'),
  deleteShadow: remove('/shadow', 'Forgets the comparisons so far.'),
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
