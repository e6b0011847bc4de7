import type { IResolvers } from '@graphql-tools/utils';
import { DecidimBudget, DecidimProject } from './budgets.ts';
import { DecidimMeeting, QuestionnaireEntityInterface } from './meetings.ts';
import { DecidimProposal } from './proposals.ts';
import { DecidimResult, DecidimStatus } from './results.ts';
import { DecidimProcess, DecidimSpace } from './spaces.ts';
import { organizationStatistics } from './statistics.ts';
import { DecidimTaxonomy } from './taxonomies.ts';
import { DecidimUser } from './users.ts';

/** What the platform answers beyond the contract and the store backs, by type. */
export const decidimRecordResolvers = {
  Budget: DecidimBudget,
  Meeting: DecidimMeeting,
  Organization: { stats: organizationStatistics },
  ParticipatoryProcess: DecidimProcess,
  ParticipatorySpace: DecidimSpace,
  Project: DecidimProject,
  Proposal: DecidimProposal,
  QuestionnaireEntityInterface,
  Result: DecidimResult,
  Status: DecidimStatus,
  Taxonomy: DecidimTaxonomy,
  User: DecidimUser,
} as unknown as IResolvers;
