import type { IResolvers } from '@graphql-tools/utils';
import { Attachment, AttachmentCollection } from './attachments.ts';
import { BadgeScore } from './badges.ts';
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
import { Debate, DebateMutation, DebatesMutation } from './debates.ts';
import { Meeting, MeetingAgenda, MeetingAgendaItem, MeetingMutation } from './meetings.ts';
import { Moderation, Reportable, ReportableUser, UserModeration, moderationQueries } from './moderation.ts';
import { Page, StaticPage, StaticPageTopic, staticPageQueries } from './pages.ts';
import { Post } from './posts.ts';
import { ProposalMutation, ProposalsMutation } from './proposal-mutations.ts';
import { Amendment, Proposal, ProposalState } from './proposals.ts';
import { Accountability, Milestone, Result } from './results.ts';
import { spaceQueries } from './space-queries.ts';
import {
  Assembly,
  ParticipatoryProcess,
  ParticipatoryProcessGroup,
  ParticipatoryProcessStep,
  ParticipatorySpace,
  ParticipatorySpaceLink,
  ParticipatorySpaceManifest,
} from './spaces.ts';
import { Statistic, organizationStatistics } from './statistics.ts';
import { Questionnaire, QuestionnaireEntityInterface, Survey } from './surveys.ts';
import { Taxonomy } from './taxonomies.ts';
import { TranslatedField } from './translated-field.ts';
import { User, createUserQueries } from './users.ts';
import { TraceVersion } from './versions.ts';

/** The resolvers that all releases add to the contract's resolvers, or replace there, by type. */
export const decidimResolvers: IResolvers = {
  ...componentResolvers,
  Query: {
    ...moderationQueries,
    ...spaceQueries,
    ...staticPageQueries,
    ...createUserQueries(),
    commentable: resolveCommentable,
    decidim: () => ({ applicationName: 'My Application Name', version: null }),
  },
  Mutation: { comment: resolveCommentMutation, commentable: resolveCommentableMutation },
  AmendableEntityInterface: { __resolveType: () => 'Proposal' },
  Accountability: { ...componentResolvers['Accountability'], ...Accountability },
  Amendment,
  Assembly,
  Attachment,
  AttachmentCollection,
  BadgeScore,
  Comment,
  CommentMutation,
  CommentableInterface,
  CommentableMutation,
  Debate,
  DebateMutation,
  DebatesMutation,
  Meeting,
  MeetingAgenda,
  MeetingAgendaItem,
  MeetingMutation,
  Milestone,
  Moderation,
  Organization: { stats: organizationStatistics },
  Page,
  ParticipatoryProcess,
  ParticipatoryProcessGroup,
  ParticipatoryProcessStep,
  ParticipatorySpace,
  ParticipatorySpaceLink,
  ParticipatorySpaceManifest,
  Post,
  Project,
  Proposal,
  ProposalMutation,
  ProposalState,
  ProposalsMutation,
  Questionnaire,
  QuestionnaireEntityInterface,
  Reportable,
  ReportableUser,
  Result,
  StaticPage,
  StaticPageTopic,
  Statistic,
  Survey,
  Taxonomy,
  TraceVersion,
  TranslatedField,
  User,
  UserModeration,
};
