import type { IResolvers } from '@graphql-tools/utils';
import type { RequestContext } from '../../../contract/request-context.ts';
import { notFound } from '../../../errors.ts';
import type { ConnectionArguments } from '../../../server/resolvers/connections.ts';
import { CommentableInterface, commentMutation, commentableMutation, commentable } from './commentable.ts';
import { Connection } from './pagination.ts';
import { ParticipatorySpaceManifest, Statistic } from './labels.ts';
import { Accountability, Meeting, Project, ProposalOverrides, Proposals, Result } from './record-overrides.ts';
import { assemblies, components, participatoryProcess, participatoryProcesses } from './space-queries.ts';
import { TranslatedField } from './translated-field.ts';
import { participantDetails, user, users } from './user-queries.ts';

const none = () => [];

const missing = (type: string) => () => {
  throw notFound(type);
};

/** The one page that every organization has; its texts are not stored. */
const staticPages = (_: unknown, __: unknown, { origin, store }: RequestContext) => [
  { id: 1, url: `${origin}/${store.organization.defaultLocale}/pages/terms-of-service`, topic: null },
];

/** What this platform answers in its own way, or beyond the records that the store keeps. */
export const resolverOverrides = {
  Query: {
    assemblies,
    assembly: missing('Assembly'),
    commentable,
    decidim: () => ({ applicationName: 'My Application Name', version: null }),
    moderatedUsers: none,
    moderations: none,
    participantDetails,
    participatoryProcess,
    participatoryProcessGroup: missing('ParticipatoryProcessGroup'),
    participatoryProcessGroups: none,
    participatoryProcesses,
    staticPageTopics: none,
    staticPages,
    user,
    users,
  },
  Mutation: { comment: commentMutation, commentable: commentableMutation },
  Accountability,
  BudgetConnection: Connection,
  CommentableInterface,
  Meeting,
  MeetingConnection: Connection,
  PageConnection: Connection,
  Pages: {
    page: missing('Page'),
    pages: (_: unknown, page: ConnectionArguments, { behavior }: RequestContext) => ({
      records: [],
      pagination: page,
      maxPageSize: behavior.maxPageSize,
    }),
  },
  ParticipatoryProcess: { components },
  ParticipatorySpace: { components },
  ParticipatorySpaceManifest,
  Project,
  Proposal: ProposalOverrides,
  ProposalConnection: Connection,
  Proposals,
  Result,
  ResultConnection: Connection,
  Statistic,
  TranslatedField,
} as unknown as IResolvers;
