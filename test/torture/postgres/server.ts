// Runs as a separate process: a server with the store of the first argument on the port of the second one. The third argument names
// a defect that the attack must notice. Sends the digests of its records to the parent process when this asks for them.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { serve } from '../../../src/stand-in/serve.ts';
import { SnapshotWriter } from '../../../src/store/postgres/snapshot-writer.ts';
import { CommandError, StorageError } from '../../../src/errors.ts';
import { createTestServeOptions } from '../../support/serve-options.ts';
import { digestRecords } from './digest.ts';

const [store, port, defect] = process.argv.slice(2) as [string, string, string?];

// Snapshots are written after hundreds of writes instead of tens of thousands.
const { count } = SnapshotWriter.prototype;
SnapshotWriter.prototype.count = function (bytes) {
  count.call(this, 50 * bytes);
};

type Query = (...parameters: unknown[]) => unknown;
type Defect = (query: () => unknown, text: string) => unknown;

const defects: Record<string, Defect> = {
  'acknowledges before the commit': (query, text) =>
    text === 'commit'
      ? void setTimeout(100)
          .then(query)
          .then(undefined, () => {})
      : query(),
  'skips the writes of other servers': async (query, text) => {
    const result = (await query()) as { rows: { put: unknown }[] };
    if (/select seq, kind, put/.test(text)) for (const row of result.rows) row.put = {};
    return result;
  },
  'does not look up a lost commit': async (query, text) =>
    /where seq = \$1 and server = \$2/.test(text) ? { rows: [] } : query(),
};

if (defect) {
  const plant = defects[defect]!;
  const { query } = Client.prototype as { query: Query };
  (Client.prototype as { query: Query }).query = function (...parameters) {
    const [first] = parameters as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    return plant(() => query.apply(this, parameters), text);
  };
}

const send = (message: object) => process.send!(message);
try {
  const { openedStore } = await serve(
    createTestServeOptions({
      store,
      port: Number(port),
      onBug: (error) => !(error instanceof StorageError) && send({ bug: String(error.stack) }),
      tokenLifetimeSeconds: 7200,
    }),
  );
  process.on('message', () => {
    const { shared } = openedStore.store;
    const digests = digestRecords((kind) => openedStore.store.all(kind as never));
    send({ position: shared!.position, problem: shared!.problem, digests });
  });
  send({ isListening: true });
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  send({ failure: error.message });
  process.disconnect();
}
process.once('disconnect', () => process.exit());
