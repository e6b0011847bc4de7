import type { DialectName } from '../../src/dialects/dialects.ts';
import { type Server, type ServerParts, createServer } from '../../src/stand-in/create-server.ts';
import type { ServerOptions } from '../../src/stand-in/options.ts';
import { loadDemoTables } from './test-server.ts';

/** The options and the parts of a server, in one object. */
export type TestSettings = Omit<Partial<ServerOptions>, 'dialect'> & ServerParts & { dialect?: string };

/** Creates a server on a free port, with the demo world in memory unless the settings say otherwise. */
export const startServer = ({ dialect, ...settings }: TestSettings): Promise<Server> =>
  createServer(
    {
      port: 0,
      memory: settings.data === undefined && settings.store === undefined,
      ...settings,
      dialect: (dialect ?? 'specification') as DialectName,
    },
    { ...(settings.world === undefined && { loadTables: loadDemoTables }), ...settings },
  );
