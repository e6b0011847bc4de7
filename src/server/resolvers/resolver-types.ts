import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import type {
  Budget,
  Component,
  Meeting,
  Organization,
  Process,
  Project,
  Proposal,
  Result,
  Status,
  Taxonomy,
  Translations,
  User,
} from '../../records/records.ts';
import type { ConnectionSource } from './connections.ts';
import type { Space } from './find-space.ts';

/** What the resolvers of a type get as their source. */
interface Sources {
  Query: unknown;
  Mutation: unknown;
  Accountability: Component;
  AccountabilityMutation: Component;
  Author: User;
  Budget: Budget;
  BudgetConnection: ConnectionSource<Budget>;
  Budgets: Component;
  ComponentInterface: Component;
  ComponentMutation: Component;
  Meeting: Meeting;
  MeetingConnection: ConnectionSource<Meeting>;
  MeetingMutation: Meeting;
  Meetings: Component;
  MeetingsMutation: Component;
  Organization: Organization;
  Pages: Component;
  ParticipatoryProcess: Process;
  ParticipatorySpace: Space;
  ParticipatorySpaceInterface: Space;
  Project: Project;
  Proposal: Proposal;
  ProposalConnection: ConnectionSource<Proposal>;
  ProposalMutation: Proposal;
  Proposals: Component;
  ProposalsMutation: Component;
  Result: Result;
  ResultConnection: ConnectionSource<Result>;
  Status: Status;
  Taxonomy: Taxonomy;
  TranslatedField: Translations;
  User: User;
}

// GraphQL coerces the arguments to the types of the schema, which each resolver repeats.
type Resolver<Source> = (source: Source, args: never, context: RequestContext, info: GraphQLResolveInfo) => unknown;

/** The resolvers of the contract, by type and field; the schema refuses those of fields that it does not have. */
export type Resolvers = { [Type in keyof Sources]: Record<string, Resolver<Sources[Type]>> } & {
  DateTime: GraphQLScalarType;
};
