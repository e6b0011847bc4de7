import type { IResolvers } from '@graphql-tools/utils';
import { Budget, Project } from './budgets.ts';
import {
  CommentableInterface,
  resolveCommentMutation,
  resolveCommentable,
  resolveCommentableMutation,
} from './commentable.ts';
import { Meeting, MeetingMutation, QuestionnaireEntityInterface } from './meetings.ts';
import { Pages, staticPageQueries } from './pages.ts';
import { Connection } from './pagination.ts';
import { ProposalMutation, ProposalsMutation } from './proposal-mutations.ts';
import { Proposal, Proposals } from './proposals.ts';
import { Accountability, Milestone, Result, Status } from './results.ts';
import { ParticipatoryProcess, ParticipatorySpace, ParticipatorySpaceManifest, spaceQueries } from './spaces.ts';
import { Statistic, organizationStatistics } from './statistics.ts';
import { Taxonomy } from './taxonomies.ts';
import { TranslatedField } from './translated-field.ts';
import { User, userQueries } from './users.ts';

/** The resolvers that all Decidim versions add to the contract's resolvers, or replace there, by type. */
export const decidimResolvers = {
  Query: {
    ...spaceQueries,
    ...staticPageQueries,
    ...userQueries,
    commentable: resolveCommentable,
    decidim: () => ({ applicationName: 'My Application Name', version: null }),
    moderatedUsers: () => [],
    moderations: () => [],
  },
  Mutation: { comment: resolveCommentMutation, commentable: resolveCommentableMutation },
  Accountability,
  Budget,
  BudgetConnection: Connection,
  CommentableInterface,
  Meeting,
  MeetingConnection: Connection,
  MeetingMutation,
  Milestone,
  Organization: { stats: organizationStatistics },
  PageConnection: Connection,
  Pages,
  ParticipatoryProcess,
  ParticipatorySpace,
  ParticipatorySpaceManifest,
  Project,
  Proposal,
  ProposalConnection: Connection,
  ProposalMutation,
  Proposals,
  ProposalsMutation,
  QuestionnaireEntityInterface,
  Result,
  ResultConnection: Connection,
  Statistic,
  Status,
  Taxonomy,
  TranslatedField,
  User,
} as unknown as IResolvers;
