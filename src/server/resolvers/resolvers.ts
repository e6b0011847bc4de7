import { GraphQLError, GraphQLScalarType } from 'graphql';
import { Budget, Budgets, Project } from './budgets.ts';
import {
  ComponentInterface,
  ComponentMutation,
  resolveMutationComponent,
  componentFields,
  resolveQueryComponent,
} from './components.ts';
import { Connection } from './connections.ts';
import { MeetingMutation, MeetingsMutation } from './meeting-mutations.ts';
import { Meeting, Meetings } from './meetings.ts';
import { ProposalMutation, ProposalsMutation } from './proposal-mutations.ts';
import { Proposal, Proposals } from './proposals.ts';
import type { Resolvers } from './resolver-types.ts';
import { Accountability, AccountabilityMutation, Result, Status } from './results.ts';
import {
  ParticipatoryProcess,
  ParticipatorySpace,
  ParticipatorySpaceInterface,
  participatoryProcess,
  participatoryProcesses,
} from './spaces.ts';
import { Taxonomy, resolveRootTaxonomies } from './taxonomies.ts';
import { TranslatedField } from './translations.ts';
import { Author, User, session } from './users.ts';

/** Accepts any string. The attribute validation checks its format, because it runs after the authorization. */
const DateTime = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  parseValue(value) {
    if (typeof value === 'string') return value;
    throw new GraphQLError('DateTime must be a string, such as "2027-03-12T18:00:00Z"');
  },
});

/** The resolvers of the contract. Other fields use the default resolver, which reads a record's property. */
export const resolvers = {
  Query: {
    component: resolveQueryComponent,
    organization: (_, __, { store }) => store.organization,
    participatoryProcess,
    participatoryProcesses,
    session,
  },
  Mutation: { component: resolveMutationComponent },
  ComponentInterface,
  ComponentMutation,
  Accountability,
  AccountabilityMutation,
  Author,
  Budget,
  BudgetConnection: Connection,
  Budgets,
  DateTime,
  Meeting,
  MeetingConnection: Connection,
  MeetingMutation,
  Meetings,
  MeetingsMutation,
  Organization: { taxonomies: resolveRootTaxonomies },
  Pages: componentFields,
  ParticipatoryProcess,
  ParticipatorySpace,
  ParticipatorySpaceInterface,
  Project,
  Proposal,
  ProposalConnection: Connection,
  ProposalMutation,
  Proposals,
  ProposalsMutation,
  Result,
  ResultConnection: Connection,
  Status,
  Taxonomy,
  TranslatedField,
  User,
} satisfies Resolvers;
