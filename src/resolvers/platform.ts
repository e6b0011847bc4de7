import type { IResolvers } from '@graphql-tools/utils';
import { PlatformBudget, PlatformProject } from './budgets.ts';
import { PlatformMeeting, QuestionnaireEntityInterface } from './meetings.ts';
import { PlatformProposal } from './proposals.ts';
import { PlatformResult, PlatformStatus } from './results.ts';
import { PlatformProcess, PlatformSpace } from './platform-spaces.ts';
import { organizationStatistics } from './statistics.ts';
import { PlatformTaxonomy } from './taxonomies.ts';
import { PlatformUser } from './users.ts';

/** What the platform answers beyond the contract and the store backs, by type. */
export const platformResolvers = {
  Budget: PlatformBudget,
  Meeting: PlatformMeeting,
  Organization: { stats: organizationStatistics },
  ParticipatoryProcess: PlatformProcess,
  ParticipatorySpace: PlatformSpace,
  Project: PlatformProject,
  Proposal: PlatformProposal,
  QuestionnaireEntityInterface,
  Result: PlatformResult,
  Status: PlatformStatus,
  Taxonomy: PlatformTaxonomy,
  User: PlatformUser,
} as unknown as IResolvers;
