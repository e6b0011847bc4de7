import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { createMemoryStore } from './stores.ts';
import { decidimServerDialect } from './decidim-dialect.ts';
import { type TestServer, startTestServer } from './test-server.ts';

/** The folder of the town. */
export const townWorld = fileURLToPath(new URL('../../fixtures/worlds/town', import.meta.url));

/** The town as the target of a run: the cases about comments, assemblies, debates and posts apply to it. */
export const townTarget = {
  dialect: 'decidim-0.32',
  worldFolder: townWorld,
  placeholders: {
    ...demoPlaceholders,
    proposals: '1',
    commentedProposal: '1',
    assembly: '1',
    debates: '5',
    debate: '1',
    blogs: '6',
    post: '1',
  } as Record<string, unknown>,
};

/** The day on which the town was recorded; some responses depend on it. */
const dayOfRecording = Date.parse('2026-11-21T12:00:00Z');

/** Starts a server of Decidim 0.32 on a free port, with the town in memory. Stops it after the test. */
export const startTownServer = (t: TestContext): Promise<TestServer> =>
  startTestServer(t, { dialect: decidimServerDialect, store: createMemoryStore(townWorld, () => dayOfRecording) });
