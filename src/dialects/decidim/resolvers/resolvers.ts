import type { IResolvers } from '@graphql-tools/utils';
import { AttachmentCollection } from './attachments.ts';
import { Project } from './budgets.ts';
import {
  CommentMutation,
  CommentableMutation,
  resolveCommentMutation,
  resolveCommentableMutation,
} from './comment-mutations.ts';
import { CommentableInterface, resolveCommentable } from './commentable.ts';
import { Comment } from './comments.ts';
import { componentResolvers } from './component-lists.ts';
import {
  Meeting,
  MeetingAgenda,
  MeetingAgendaItem,
  MeetingMutation,
  QuestionnaireEntityInterface,
} from './meetings.ts';
import { Moderation, Reportable, ReportableUser, UserModeration, moderationQueries } from './moderation.ts';
import { Page, StaticPage, StaticPageTopic, staticPageQueries } from './pages.ts';
import { ProposalMutation, ProposalsMutation } from './proposal-mutations.ts';
import { Proposal } from './proposals.ts';
import { Accountability, Milestone, Result } from './results.ts';
import { ParticipatoryProcess, ParticipatorySpace, ParticipatorySpaceManifest, spaceQueries } from './spaces.ts';
import { Statistic, organizationStatistics } from './statistics.ts';
import { Taxonomy } from './taxonomies.ts';
import { TranslatedField } from './translated-field.ts';
import { User, userQueries } from './users.ts';
import { TraceVersion } from './versions.ts';

/** The resolvers that all Decidim versions add to the contract's resolvers, or replace there, by type. */
export const decidimResolvers = {
  ...componentResolvers,
  Query: {
    ...moderationQueries,
    ...spaceQueries,
    ...staticPageQueries,
    ...userQueries,
    commentable: resolveCommentable,
    decidim: () => ({ applicationName: 'My Application Name', version: null }),
  },
  Mutation: { comment: resolveCommentMutation, commentable: resolveCommentableMutation },
  Accountability: { ...componentResolvers['Accountability'], ...Accountability },
  AttachmentCollection,
  Comment,
  CommentMutation,
  CommentableInterface,
  CommentableMutation,
  Meeting,
  MeetingAgenda,
  MeetingAgendaItem,
  MeetingMutation,
  Milestone,
  Moderation,
  Organization: { stats: organizationStatistics },
  Page,
  ParticipatoryProcess,
  ParticipatorySpace,
  ParticipatorySpaceManifest,
  Project,
  Proposal,
  ProposalMutation,
  ProposalsMutation,
  QuestionnaireEntityInterface,
  Reportable,
  ReportableUser,
  Result,
  StaticPage,
  StaticPageTopic,
  Statistic,
  Taxonomy,
  TraceVersion,
  TranslatedField,
  User,
  UserModeration,
} as unknown as IResolvers;
