import { printSchema } from 'graphql';
import { readSchema } from '../../src/dialects/decidim/schema.ts';

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
