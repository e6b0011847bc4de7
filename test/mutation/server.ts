import type { RequestListener } from 'node:http';
import type { DialectName } from '../../src/dialects/dialects.ts';
import { createServer as createStandInServer } from '../../src/stand-in/create-server.ts';

/** A server without a socket. */
export interface MutatedServer {
  listener: RequestListener;
  reset(): Promise<void>;
}

/** Creates a server with a world in memory. */
export async function createServer(dialect: string, world: string): Promise<MutatedServer> {
  const server = await createStandInServer(
    { dialect: dialect as DialectName, world, memory: true },
    { listens: false, onBug: () => {} },
  );
  return { listener: server.listener, reset: () => server.world.reset() };
}
