import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import { demoPlaceholders } from '../../src/cases/demo-world.ts';
import { createMemoryStore } from './stores.ts';
import { decidimServerDialect } from './dialects.ts';
import { type TestServer, startTestServer } from './test-server.ts';
import { printSchema } from 'graphql';
import { readSchema } from '../../src/dialects/decidim/schema.ts';

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

/** A made-up module of a town, laid over the schema of 0.31: three fields, a type, an enum and a mutation. */
const townModule = `
extend type Proposal { voteWeights: [VoteWeight!]! ballot: Ballot nearbyMeeting: Meeting }
type VoteWeight { weight: Int! label: TranslatedField }
enum Ballot { OPEN SECRET }
extend type ProposalMutation { weigh(weight: Int!): Proposal }
`;

const release031 = printSchema(readSchema({ number: '0.31' }));

/** The schema of a town that runs 0.31 with the module, and without \`Proposal.answeredAt\`. */
export const townSdl =
  release031.replace(/(type Proposal implements[\s\S]*?)\n  answeredAt: DateTime\n/, '$1\n') + townModule;
