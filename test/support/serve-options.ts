import { serverDialect } from '../../src/dialects/specification/server.ts';
import type { ServeOptions } from '../../src/stand-in/serve-options.ts';
import { demoWorld } from './test-server.ts';

/** The options of a server on a free port with the demo world in memory; `options` takes precedence. */
export const createTestServeOptions = (options: Partial<ServeOptions> & Pick<ServeOptions, 'onBug'>): ServeOptions => ({
  dialect: serverDialect,
  identity: { version: '0.0.0', dialect: 'specification', world: 'demo' },
  host: '127.0.0.1',
  port: 0,
  data: null,
  world: demoWorld,
  mockMode: 'mock',
  limitRequests: false,
  tokenLifetimeSeconds: 60,
  ...options,
});
