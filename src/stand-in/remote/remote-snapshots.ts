import { randomUUID } from 'node:crypto';
import type { Snapshot } from '../controls.ts';
import type { ControlClient } from './control-client.ts';

/** The snapshots that were taken through a connection. Each is kept by the world that took it, under a name that nobody else uses. */
export class RemoteSnapshots {
  readonly #taken = new Map<Snapshot, { name: string; client: ControlClient }>();

  async take(client: ControlClient): Promise<Snapshot> {
    const name = `connection-${randomUUID()}`;
    const { time } = await client.send('GET /__admin/clock');
    await client.send('PUT /__admin/snapshots/{name}', { params: { name } });
    const snapshot = Object.freeze({ time: Date.parse(time) });
    this.#taken.set(snapshot, { name, client });
    return snapshot;
  }

  /** Returns the world that took a snapshot to it. */
  async restore(snapshot: Snapshot, { session }: ControlClient): Promise<void> {
    const { name, client } = this.#find(snapshot);
    if (client.session !== session)
      throw new Error('the snapshot is of another world: over HTTP, open a session with { from: snapshot } instead');
    await client.send('POST /__admin/snapshots/{name}/restore', { params: { name } });
  }

  /** Creates a session that starts with a snapshot. */
  async createSession(session: string, snapshot: Snapshot): Promise<void> {
    const { name, client } = this.#find(snapshot);
    await client.send('PUT /__admin/sessions/{name}', { params: { name: session }, body: { from: name } });
  }

  /** Deletes all snapshots; those of sessions that are closed are gone already, and a server that has ended has none. */
  async deleteAll(): Promise<void> {
    const deletions = [...this.#taken.values()].map(({ name, client }) =>
      client.send('DELETE /__admin/snapshots/{name}', { params: { name } }),
    );
    this.#taken.clear();
    await Promise.allSettled(deletions);
  }

  #find(snapshot: Snapshot): { name: string; client: ControlClient } {
    const found = this.#taken.get(snapshot);
    if (!found) throw new TypeError('not a snapshot that was taken through this connection');
    return found;
  }
}
