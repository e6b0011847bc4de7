import { formatFirstProblem, formatWorldProblem } from '../../records/validate.ts';
import { parseWorld } from '../../records/world.ts';
import { worldFilesOf } from '../../records/write-world.ts';
import { maxBodyBytes } from '../../server/http/body.ts';
import { operation } from '../api/operation.ts';
import { ProblemError, notFound } from '../api/problem.ts';
import { boolean, dateTime, list, mapOf, nameSchema, named, object, optional, unknown } from '../api/schema.ts';

const session = named('Session', object({ name: nameSchema }));
const snapshot = named('Snapshot', object({ name: nameSchema, takenAt: dateTime }));
const worldFiles = named(
  'WorldFiles',
  mapOf(unknown, { description: 'the contents of the files of a world, by file name: lists of records' }),
);

/** The operations on test sessions, snapshots and the records of a world as a whole. */
export const worldOperations = {
  listSessions: operation({
    endpoint: 'GET /__admin/sessions',
    summary: 'Lists the test sessions.',
    hasNoWorld: true,
    response: object({ sessions: list(session) }),
    run: ({ server }) => ({ sessions: server.sessions.names.map((name) => ({ name })) }),
  }),
  createSession: operation({
    endpoint: 'PUT /__admin/sessions/{name}',
    summary: 'Creates or replaces a test session, from the world as it was loaded, or from the snapshot `from`.',
    body: object({ from: optional(nameSchema) }),
    response: session,
    async run({ server, world, params: { name }, body: { from } }) {
      const state = from === undefined ? undefined : world.findSnapshot(from);
      if (from !== undefined && !state)
        throw new ProblemError(400, `There is no snapshot ${JSON.stringify(from)}.`, 'from');
      await server.sessions.create(name, state);
      return { name };
    },
  }),
  deleteSession: operation({
    endpoint: 'DELETE /__admin/sessions/{name}',
    summary: 'Drops a test session.',
    hasNoWorld: true,
    run({ server, params: { name } }) {
      if (!server.sessions.delete(name)) notFound('session', name, 'name');
    },
  }),
  reset: operation({
    endpoint: 'POST /__admin/reset',
    summary: 'Returns to the world as it was loaded: records, ids, clock, faults and requests. Issued tokens end.',
    run: ({ world }) => world.reset(),
  }),
  listSnapshots: operation({
    endpoint: 'GET /__admin/snapshots',
    summary: 'Lists the snapshots.',
    response: object({ snapshots: list(snapshot) }),
    run: ({ world }) => ({ snapshots: world.snapshots }),
  }),
  takeSnapshot: operation({
    endpoint: 'PUT /__admin/snapshots/{name}',
    summary: 'Takes or replaces a snapshot of records, ids and clock.',
    body: object({
      shared: optional({
        ...boolean,
        description: 'whether every world of the server can return to it; none lists it',
      }),
    }),
    response: snapshot,
    run: ({ world, params: { name }, body: { shared } }) => world.takeSnapshot(name, shared),
  }),
  restoreSnapshot: operation({
    endpoint: 'POST /__admin/snapshots/{name}/restore',
    summary: 'Returns to a snapshot.',
    run: ({ world, params: { name } }) => world.restore(world.findSnapshot(name) ?? notFound('snapshot', name, 'name')),
  }),
  deleteSnapshot: operation({
    endpoint: 'DELETE /__admin/snapshots/{name}',
    summary: 'Forgets a snapshot.',
    run: ({ world, params: { name } }) => world.deleteSnapshot(name),
  }),
  exportState: operation({
    endpoint: 'GET /__admin/state',
    summary: 'Exports the records as the files of a world.',
    response: worldFiles,
    // Rejects with a StorageError if a write before it cannot be stored.
    run: async ({ world: { store } }) => worldFilesOf((await store.durableTables()).records()),
  }),
  importState: operation({
    endpoint: 'PUT /__admin/state',
    summary: 'Replaces the records by those of the files of a world.',
    body: worldFiles,
    // The records of a world take more space than a request to the API may.
    maxBodyBytes: 64 * maxBodyBytes,
    /** Tokens stay as they are, and revoked ones stay revoked. */
    async run({ world, body }) {
      const { store, clock } = world;
      const { tables, problems } = parseWorld(body, clock.now(), store.checkAddedMember);
      const [first, ...others] = problems;
      if (first) {
        const sentences = problems.slice(0, 1000).map(formatWorldProblem);
        throw new ProblemError(400, formatFirstProblem([first, ...others]), first.file, sentences);
      }
      await world.replace(() => tables);
    },
  }),
};
