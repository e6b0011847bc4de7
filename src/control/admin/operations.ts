import type { Operation } from './operation.ts';
import { recordOperations } from './record-operations.ts';
import { requestOperations } from './request-operations.ts';

/**
 * Every operation by its id. The routes, the validation of requests, the OpenAPI file, the table in `docs/control.md`, and the
 * types of the handlers and of the pages' requests are made from this table.
 */
const table = {
  identify: {
    endpoint: 'GET /',
    summary: 'Says which server this is: name, version, dialect, world. Also with `--no-admin`.',
    response: 'Identity',
  },
  describeApi: {
    endpoint: 'GET /__admin/openapi.json',
    summary: 'Returns the OpenAPI file.',
    response: 'OpenApi',
  },
  readHealth: {
    endpoint: 'GET /__admin/health',
    summary: 'Says that the server is ready: version, dialect, world, uptime, number of records, state of a database.',
    response: 'Health',
  },
  listUsers: {
    endpoint: 'GET /__admin/users',
    summary: 'Lists the users that can sign in or have a fixed token.',
    response: 'UserList',
  },
  listExamples: {
    endpoint: 'GET /__admin/examples',
    summary: 'Lists GraphQL requests that fit the dialect and the world: name, user, query, variables.',
    response: 'ExampleList',
  },
  readSchema: {
    endpoint: 'GET /__admin/schema',
    summary: 'Returns the schema of the API in JSON: `{ "sdl": "…" }`.',
    response: 'Schema',
  },
  readSdl: {
    endpoint: 'GET /__admin/schema.graphql',
    summary:
      'Returns the schema of the API as SDL, for code generators. Introspection of Decidim needs an administrator.',
    response: 'Sdl',
    mediaType: 'text/plain',
  },
  listCoordinates: {
    endpoint: 'GET /__admin/coordinates',
    summary: 'Lists the coordinates of the fields that faults and filters can name.',
    response: 'CoordinateList',
  },
  listSessions: {
    endpoint: 'GET /__admin/sessions',
    summary: 'Lists the test sessions.',
    response: 'SessionList',
  },
  createSession: {
    endpoint: 'PUT /__admin/sessions/{name}',
    summary: 'Creates or replaces a test session, from the world as it was loaded, or from the snapshot `from`.',
    body: 'NewSession',
    isBodyOptional: true,
    response: 'Session',
  },
  deleteSession: {
    endpoint: 'DELETE /__admin/sessions/{name}',
    summary: 'Drops a test session.',
  },
  reset: {
    endpoint: 'POST /__admin/reset',
    summary: 'Returns to the world as it was loaded: records, ids, clock, faults and requests. Issued tokens end.',
  },
  listSnapshots: {
    endpoint: 'GET /__admin/snapshots',
    summary: 'Lists the snapshots.',
    response: 'SnapshotList',
  },
  takeSnapshot: {
    endpoint: 'PUT /__admin/snapshots/{name}',
    summary: 'Takes or replaces a snapshot of records, ids and clock.',
    response: 'Snapshot',
  },
  restoreSnapshot: {
    endpoint: 'POST /__admin/snapshots/{name}/restore',
    summary: 'Returns to a snapshot.',
  },
  deleteSnapshot: {
    endpoint: 'DELETE /__admin/snapshots/{name}',
    summary: 'Forgets a snapshot.',
  },
  exportState: {
    endpoint: 'GET /__admin/state',
    summary: 'Exports the records as the files of a world.',
    response: 'WorldFiles',
  },
  importState: {
    endpoint: 'PUT /__admin/state',
    summary: 'Replaces the records by those of the files of a world.',
    body: 'WorldFiles',
  },
  ...recordOperations,
  saveState: {
    endpoint: 'POST /__admin/state/save',
    summary: 'Writes the records, and the files of pictures, to a new folder in that of the server, for `--world`.',
    body: 'SavedWorld',
    response: 'SavedWorld',
    status: 201,
  },
  createToken: {
    endpoint: 'POST /__admin/tokens',
    summary: 'Issues a token for a user.',
    body: 'NewToken',
    response: 'Token',
    status: 201,
  },
  listTokens: {
    endpoint: 'GET /__admin/tokens',
    summary: 'Lists the tokens that were issued here, without the tokens themselves.',
    response: 'TokenList',
  },
  deleteToken: {
    endpoint: 'DELETE /__admin/tokens/{id}',
    summary: 'Revokes a token.',
  },
  readClock: {
    endpoint: 'GET /__admin/clock',
    summary: 'Reads the clock.',
    response: 'Clock',
  },
  setClock: {
    endpoint: 'PUT /__admin/clock',
    summary: 'Sets the clock.',
    body: 'ClockSetting',
    response: 'Clock',
  },
  advanceClock: {
    endpoint: 'POST /__admin/clock/advance',
    summary: 'Moves the clock forward.',
    body: 'ClockAdvance',
    response: 'Clock',
  },
  addFault: {
    endpoint: 'POST /__admin/faults',
    summary: 'Adds a fault.',
    body: 'NewFault',
    response: 'Fault',
    status: 201,
  },
  listFaults: {
    endpoint: 'GET /__admin/faults',
    summary: 'Lists the faults.',
    response: 'FaultList',
  },
  deleteFaults: {
    endpoint: 'DELETE /__admin/faults',
    summary: 'Removes all faults.',
  },
  deleteFault: {
    endpoint: 'DELETE /__admin/faults/{id}',
    summary: 'Removes a fault.',
  },
  ...requestOperations,
  readShadow: {
    endpoint: 'GET /__admin/shadow',
    summary: 'Lists where the responses of a live deployment differ, grouped by cause.',
    response: 'Shadow',
  },
  deleteShadow: {
    endpoint: 'DELETE /__admin/shadow',
    summary: 'Forgets the comparisons so far.',
  },
} as const satisfies Record<string, Operation>;

export type Table = typeof table;
export type OperationId = keyof Table;

/** The operations by their ids. */
export const operations: Readonly<Record<OperationId, Operation>> = table;
