// Runs as a separate process: a server with the store of the first argument on the port of the second one. The third argument names
// a defect that the attack must notice. Sends the digests of its records to the parent process when this asks for them.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { SnapshotWriter } from '../../../src/store/postgres/snapshot-writer.ts';
import { CommandError, StorageError } from '../../../src/errors.ts';
import { startServer } from '../../support/start-server.ts';
import { digestRecords } from './digest.ts';

const [store, port, defect] = process.argv.slice(2) as [string, string, string?];

// Snapshots are written after hundreds of writes instead of tens of thousands.
const { count } = SnapshotWriter.prototype;
SnapshotWriter.prototype.count = function (bytes) {
  count.call(this, 50 * bytes);
};

type Query = (...parameters: unknown[]) => unknown;

/** What replaces a statement; `query` sends it with a text. */
const defects: Record<string, (query: (text: string) => unknown, text: string) => unknown> = {
  'acknowledges before the commit': (query, text) =>
    text === 'commit'
      ? void setTimeout(300)
          .then(() => query(text))
          .catch(() => {})
      : query(text),
  'skips the writes of other servers': (query, text) => query(text.replace('kind, put,', "kind, '{}'::json as put,")),
  'does not look up a lost commit': (query, text) => query(text.replace('where seq = $1', 'where false and seq = $1')),
};

if (defect) {
  const plant = defects[defect]!;
  const client = Client.prototype as { query: Query };
  const { query } = client;
  client.query = function (first, ...rest) {
    const send = (text: unknown) => query.call(this, text, ...rest);
    return typeof first === 'string' ? plant(send, first) : send(first);
  };
}

const report = (message: object) => process.send!(message);
try {
  const { openedStore } = await startServer({
    store,
    port: Number(port),
    onBug: (error) => !(error instanceof StorageError) && report({ bug: String(error.stack) }),
  });
  process.on('message', () => {
    const { shared } = openedStore.store;
    const digests = digestRecords((kind) => openedStore.store.all(kind as never));
    report({ position: shared!.position, problem: shared!.problem, digests });
  });
  report({ isListening: true });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  report({ failure: error.message });
  process.disconnect();
}
process.once('disconnect', () => process.exit());
