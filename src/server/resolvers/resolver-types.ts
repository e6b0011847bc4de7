import type * as Types from '../../contract/generated-types.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Component, User, Budget, Meeting, Organization, Process, Project, Proposal, Result, Status, Taxonomy, Translations } from '../../store/records.ts';
import type { ConnectionSource } from './connections.ts';
import type { Space } from './find-space.ts';
import type { RequestContext } from '../../contract/request-context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


export type ResolverTypeWrapper<T> = T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Types.Maybe<TTypes> | Promise<Types.Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  TimestampsInterface:
    | ( Component )
    | ( Component )
    | ( Component )
    | ( User )
    | ( Process )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Proposal )
    | ( Meeting )
    | ( Result )
    | ( Status )
    | ( Budget )
    | ( Project )
  ;
  Author: ( User );
  ParticipatorySpaceInterface:
    | ( Space )
    | ( Process )
  ;
  ComponentInterface:
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
    | ( Component )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Role: Types.Role;
  Date: ResolverTypeWrapper<Types.Scalars['Date']['output']>;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Types.Scalars['JSON']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ComponentMutation: ResolverTypeWrapper<Component>;
  ProposalsMutation: ResolverTypeWrapper<Component>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  ProposalMutation: ResolverTypeWrapper<Proposal>;
  MeetingsMutation: ResolverTypeWrapper<Component>;
  MeetingMutation: ResolverTypeWrapper<Meeting>;
  AccountabilityMutation: ResolverTypeWrapper<Component>;
  AnswerInput: Types.AnswerInput;
  AnswerProposalAttributes: Types.AnswerProposalAttributes;
  CreateMeetingInput: Types.CreateMeetingInput;
  UpdateMeetingInput: Types.UpdateMeetingInput;
  MeetingAttributes: Types.MeetingAttributes;
  CreateResultInput: Types.CreateResultInput;
  ResultAttributes: Types.ResultAttributes;
  IframeAccessLevelEnum: Types.IframeAccessLevelEnum;
  IframeEmbedTypeEnum: Types.IframeEmbedTypeEnum;
  RegistrationTypeType: Types.RegistrationTypeType;
  TypeOfMeeting: Types.TypeOfMeeting;
  TimestampsInterface: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['TimestampsInterface']>;
  TranslatedField: ResolverTypeWrapper<Translations>;
  LocalizedString: ResolverTypeWrapper<Types.LocalizedString>;
  Organization: ResolverTypeWrapper<Organization>;
  Session: ResolverTypeWrapper<Omit<Types.Session, 'user'> & { user?: Types.Maybe<ResolversTypes['User']> }>;
  Author: ResolverTypeWrapper<User>;
  User: ResolverTypeWrapper<User>;
  Taxonomy: ResolverTypeWrapper<Taxonomy>;
  ParticipatorySpaceInterface: ResolverTypeWrapper<Space>;
  ParticipatorySpace: ResolverTypeWrapper<Space>;
  ParticipatoryProcess: ResolverTypeWrapper<Process>;
  ComponentInterface: ResolverTypeWrapper<Component>;
  Accountability: ResolverTypeWrapper<Component>;
  Budgets: ResolverTypeWrapper<Component>;
  Meetings: ResolverTypeWrapper<Component>;
  Pages: ResolverTypeWrapper<Component>;
  Proposals: ResolverTypeWrapper<Component>;
  PageInfo: ResolverTypeWrapper<Types.PageInfo>;
  BudgetConnection: ResolverTypeWrapper<ConnectionSource<Budget>>;
  BudgetEdge: ResolverTypeWrapper<Omit<Types.BudgetEdge, 'node'> & { node?: Types.Maybe<ResolversTypes['Budget']> }>;
  MeetingConnection: ResolverTypeWrapper<ConnectionSource<Meeting>>;
  MeetingEdge: ResolverTypeWrapper<Omit<Types.MeetingEdge, 'node'> & { node?: Types.Maybe<ResolversTypes['Meeting']> }>;
  ProposalConnection: ResolverTypeWrapper<ConnectionSource<Proposal>>;
  ProposalEdge: ResolverTypeWrapper<Omit<Types.ProposalEdge, 'node'> & { node?: Types.Maybe<ResolversTypes['Proposal']> }>;
  ResultConnection: ResolverTypeWrapper<ConnectionSource<Result>>;
  ResultEdge: ResolverTypeWrapper<Omit<Types.ResultEdge, 'node'> & { node?: Types.Maybe<ResolversTypes['Result']> }>;
  Proposal: ResolverTypeWrapper<Proposal>;
  Coordinates: ResolverTypeWrapper<Types.Coordinates>;
  Meeting: ResolverTypeWrapper<Meeting>;
  Questionnaire: ResolverTypeWrapper<Types.Questionnaire>;
  Result: ResolverTypeWrapper<Result>;
  Status: ResolverTypeWrapper<Status>;
  Budget: ResolverTypeWrapper<Budget>;
  Project: ResolverTypeWrapper<Project>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
  Float: ResolverTypeWrapper<Types.Scalars['Float']['output']>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Date: Types.Scalars['Date']['output'];
  DateTime: Types.Scalars['DateTime']['output'];
  JSON: Types.Scalars['JSON']['output'];
  Query: Record<PropertyKey, never>;
  ID: Types.Scalars['ID']['output'];
  Mutation: Record<PropertyKey, never>;
  ComponentMutation: Component;
  ProposalsMutation: Component;
  Int: Types.Scalars['Int']['output'];
  ProposalMutation: Proposal;
  MeetingsMutation: Component;
  MeetingMutation: Meeting;
  AccountabilityMutation: Component;
  AnswerInput: Types.AnswerInput;
  AnswerProposalAttributes: Types.AnswerProposalAttributes;
  CreateMeetingInput: Types.CreateMeetingInput;
  UpdateMeetingInput: Types.UpdateMeetingInput;
  MeetingAttributes: Types.MeetingAttributes;
  CreateResultInput: Types.CreateResultInput;
  ResultAttributes: Types.ResultAttributes;
  TimestampsInterface: ResolversInterfaceTypes<ResolversParentTypes>['TimestampsInterface'];
  TranslatedField: Translations;
  LocalizedString: Types.LocalizedString;
  Organization: Organization;
  Session: Omit<Types.Session, 'user'> & { user?: Types.Maybe<ResolversParentTypes['User']> };
  Author: User;
  User: User;
  Taxonomy: Taxonomy;
  ParticipatorySpaceInterface: Space;
  ParticipatorySpace: Space;
  ParticipatoryProcess: Process;
  ComponentInterface: Component;
  Accountability: Component;
  Budgets: Component;
  Meetings: Component;
  Pages: Component;
  Proposals: Component;
  PageInfo: Types.PageInfo;
  BudgetConnection: ConnectionSource<Budget>;
  BudgetEdge: Omit<Types.BudgetEdge, 'node'> & { node?: Types.Maybe<ResolversParentTypes['Budget']> };
  MeetingConnection: ConnectionSource<Meeting>;
  MeetingEdge: Omit<Types.MeetingEdge, 'node'> & { node?: Types.Maybe<ResolversParentTypes['Meeting']> };
  ProposalConnection: ConnectionSource<Proposal>;
  ProposalEdge: Omit<Types.ProposalEdge, 'node'> & { node?: Types.Maybe<ResolversParentTypes['Proposal']> };
  ResultConnection: ConnectionSource<Result>;
  ResultEdge: Omit<Types.ResultEdge, 'node'> & { node?: Types.Maybe<ResolversParentTypes['Result']> };
  Proposal: Proposal;
  Coordinates: Types.Coordinates;
  Meeting: Meeting;
  Questionnaire: Types.Questionnaire;
  Result: Result;
  Status: Status;
  Budget: Budget;
  Project: Project;
  String: Types.Scalars['String']['output'];
  Float: Types.Scalars['Float']['output'];
  Boolean: Types.Scalars['Boolean']['output'];
};

export type AuthDirectiveArgs = {
  requires: Types.Role;
  setting?: Types.Maybe<Types.Scalars['String']['input']>;
};

export type AuthDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = AuthDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ConstraintDirectiveArgs = {
  enum?: Types.Maybe<ReadonlyArray<Types.Scalars['String']['input']>>;
  format?: Types.Maybe<Types.Scalars['String']['input']>;
  minimum?: Types.Maybe<Types.Scalars['Float']['input']>;
  maximum?: Types.Maybe<Types.Scalars['Float']['input']>;
  notBlank?: Types.Maybe<Types.Scalars['Boolean']['input']>;
  before?: Types.Maybe<Types.Scalars['String']['input']>;
  after?: Types.Maybe<Types.Scalars['String']['input']>;
  localeMap?: Types.Maybe<Types.Scalars['Boolean']['input']>;
  defaultLocale?: Types.Maybe<Types.Scalars['Boolean']['input']>;
  references?: Types.Maybe<Types.Scalars['String']['input']>;
  notRoot?: Types.Maybe<Types.Scalars['Boolean']['input']>;
};

export type ConstraintDirectiveResolver<Result, Parent, ContextType = RequestContext, Args = ConstraintDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type QueryResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  component?: Resolver<Types.Maybe<ResolversTypes['ComponentInterface']>, ParentType, ContextType, RequireFields<Types.QueryComponentArgs, 'id'>>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  participatoryProcess?: Resolver<Types.Maybe<ResolversTypes['ParticipatoryProcess']>, ParentType, ContextType, Partial<Types.QueryParticipatoryProcessArgs>>;
  participatoryProcesses?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['ParticipatoryProcess']>>, ParentType, ContextType>;
  session?: Resolver<Types.Maybe<ResolversTypes['Session']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  component?: Resolver<ResolversTypes['ComponentMutation'], ParentType, ContextType, RequireFields<Types.MutationComponentArgs, 'id'>>;
};

export type ComponentMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComponentMutation'] = ResolversParentTypes['ComponentMutation']> = {
  __resolveType: TypeResolveFn<'AccountabilityMutation' | 'MeetingsMutation' | 'ProposalsMutation', ParentType, ContextType>;
};

export type ProposalsMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProposalsMutation'] = ResolversParentTypes['ProposalsMutation']> = {
  proposal?: Resolver<Types.Maybe<ResolversTypes['ProposalMutation']>, ParentType, ContextType, RequireFields<Types.ProposalsMutationProposalArgs, 'id'>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProposalMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProposalMutation'] = ResolversParentTypes['ProposalMutation']> = {
  answer?: Resolver<Types.Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<Types.ProposalMutationAnswerArgs, 'input'>>;
};

export type MeetingsMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeetingsMutation'] = ResolversParentTypes['MeetingsMutation']> = {
  createMeeting?: Resolver<Types.Maybe<ResolversTypes['Meeting']>, ParentType, ContextType, RequireFields<Types.MeetingsMutationCreateMeetingArgs, 'input'>>;
  meeting?: Resolver<Types.Maybe<ResolversTypes['MeetingMutation']>, ParentType, ContextType, RequireFields<Types.MeetingsMutationMeetingArgs, 'id'>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MeetingMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeetingMutation'] = ResolversParentTypes['MeetingMutation']> = {
  update?: Resolver<Types.Maybe<ResolversTypes['Meeting']>, ParentType, ContextType, RequireFields<Types.MeetingMutationUpdateArgs, 'input'>>;
};

export type AccountabilityMutationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['AccountabilityMutation'] = ResolversParentTypes['AccountabilityMutation']> = {
  createResult?: Resolver<Types.Maybe<ResolversTypes['Result']>, ParentType, ContextType, RequireFields<Types.AccountabilityMutationCreateResultArgs, 'input'>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TimestampsInterfaceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TimestampsInterface'] = ResolversParentTypes['TimestampsInterface']> = {
  __resolveType: TypeResolveFn<'ProposalsMutation' | 'MeetingsMutation' | 'AccountabilityMutation' | 'User' | 'ParticipatoryProcess' | 'Accountability' | 'Budgets' | 'Meetings' | 'Pages' | 'Proposals' | 'Proposal' | 'Meeting' | 'Result' | 'Status' | 'Budget' | 'Project', ParentType, ContextType>;
};

export type TranslatedFieldResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['TranslatedField'] = ResolversParentTypes['TranslatedField']> = {
  locales?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['String']>>>, ParentType, ContextType>;
  translation?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<Types.TranslatedFieldTranslationArgs>>;
  translations?: Resolver<ReadonlyArray<Types.Maybe<ResolversTypes['LocalizedString']>>, ParentType, ContextType, Partial<Types.TranslatedFieldTranslationsArgs>>;
};

export type LocalizedStringResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['LocalizedString'] = ResolversParentTypes['LocalizedString']> = {
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  machineTranslated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  text?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  name?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  taxonomies?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Taxonomy']>>>, ParentType, ContextType>;
};

export type SessionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Session'] = ResolversParentTypes['Session']> = {
  user?: Resolver<Types.Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AuthorResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Author'] = ResolversParentTypes['Author']> = {
  __resolveType: TypeResolveFn<'User', ParentType, ContextType>;
};

export type UserResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deleted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nickname?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  organizationName?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  profilePath?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TaxonomyResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Taxonomy'] = ResolversParentTypes['Taxonomy']> = {
  children?: Resolver<ReadonlyArray<ResolversTypes['Taxonomy']>, ParentType, ContextType>;
  childrenCount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isRoot?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  parent?: Resolver<Types.Maybe<ResolversTypes['Taxonomy']>, ParentType, ContextType>;
};

export type ParticipatorySpaceInterfaceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ParticipatorySpaceInterface'] = ResolversParentTypes['ParticipatorySpaceInterface']> = {
  __resolveType: TypeResolveFn<'ParticipatorySpace' | 'ParticipatoryProcess', ParentType, ContextType>;
};

export type ParticipatorySpaceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ParticipatorySpace'] = ResolversParentTypes['ParticipatorySpace']> = {
  components?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['ComponentInterface']>>>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ParticipatoryProcessResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ParticipatoryProcess'] = ResolversParentTypes['ParticipatoryProcess']> = {
  components?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['ComponentInterface']>>>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  developerGroup?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  endDate?: Resolver<Types.Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  localArea?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  metaScope?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  participatoryScope?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  participatoryStructure?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reference?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  shortDescription?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startDate?: Resolver<Types.Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  subtitle?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  target?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  weight?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ComponentInterfaceResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ComponentInterface'] = ResolversParentTypes['ComponentInterface']> = {
  __resolveType: TypeResolveFn<'ProposalsMutation' | 'MeetingsMutation' | 'AccountabilityMutation' | 'Accountability' | 'Budgets' | 'Meetings' | 'Pages' | 'Proposals', ParentType, ContextType>;
};

export type AccountabilityResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Accountability'] = ResolversParentTypes['Accountability']> = {
  result?: Resolver<Types.Maybe<ResolversTypes['Result']>, ParentType, ContextType, RequireFields<Types.AccountabilityResultArgs, 'id'>>;
  results?: Resolver<Types.Maybe<ResolversTypes['ResultConnection']>, ParentType, ContextType, Partial<Types.AccountabilityResultsArgs>>;
  status?: Resolver<Types.Maybe<ResolversTypes['Status']>, ParentType, ContextType, RequireFields<Types.AccountabilityStatusArgs, 'id'>>;
  statuses?: Resolver<ReadonlyArray<ResolversTypes['Status']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BudgetsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Budgets'] = ResolversParentTypes['Budgets']> = {
  budget?: Resolver<Types.Maybe<ResolversTypes['Budget']>, ParentType, ContextType, RequireFields<Types.BudgetsBudgetArgs, 'id'>>;
  budgets?: Resolver<Types.Maybe<ResolversTypes['BudgetConnection']>, ParentType, ContextType, Partial<Types.BudgetsBudgetsArgs>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MeetingsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Meetings'] = ResolversParentTypes['Meetings']> = {
  meeting?: Resolver<Types.Maybe<ResolversTypes['Meeting']>, ParentType, ContextType, RequireFields<Types.MeetingsMeetingArgs, 'id'>>;
  meetings?: Resolver<Types.Maybe<ResolversTypes['MeetingConnection']>, ParentType, ContextType, Partial<Types.MeetingsMeetingsArgs>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PagesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Pages'] = ResolversParentTypes['Pages']> = {
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProposalsResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Proposals'] = ResolversParentTypes['Proposals']> = {
  proposal?: Resolver<Types.Maybe<ResolversTypes['Proposal']>, ParentType, ContextType, RequireFields<Types.ProposalsProposalArgs, 'id'>>;
  proposals?: Resolver<Types.Maybe<ResolversTypes['ProposalConnection']>, ParentType, ContextType, Partial<Types.ProposalsProposalsArgs>>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  participatorySpace?: Resolver<ResolversTypes['ParticipatorySpace'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visible?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BudgetConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BudgetConnection'] = ResolversParentTypes['BudgetConnection']> = {
  edges?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['BudgetEdge']>>>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Budget']>>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type BudgetEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['BudgetEdge'] = ResolversParentTypes['BudgetEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Budget']>, ParentType, ContextType>;
};

export type MeetingConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeetingConnection'] = ResolversParentTypes['MeetingConnection']> = {
  edges?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['MeetingEdge']>>>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Meeting']>>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type MeetingEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['MeetingEdge'] = ResolversParentTypes['MeetingEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Meeting']>, ParentType, ContextType>;
};

export type ProposalConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProposalConnection'] = ResolversParentTypes['ProposalConnection']> = {
  edges?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['ProposalEdge']>>>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Proposal']>>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ProposalEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ProposalEdge'] = ResolversParentTypes['ProposalEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Proposal']>, ParentType, ContextType>;
};

export type ResultConnectionResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResultConnection'] = ResolversParentTypes['ResultConnection']> = {
  edges?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['ResultEdge']>>>, ParentType, ContextType>;
  nodes?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Result']>>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type ResultEdgeResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['ResultEdge'] = ResolversParentTypes['ResultEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Types.Maybe<ResolversTypes['Result']>, ParentType, ContextType>;
};

export type ProposalResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Proposal'] = ResolversParentTypes['Proposal']> = {
  answer?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  answeredAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  author?: Resolver<Types.Maybe<ResolversTypes['Author']>, ParentType, ContextType>;
  authors?: Resolver<ReadonlyArray<Types.Maybe<ResolversTypes['Author']>>, ParentType, ContextType>;
  authorsCount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  body?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  cost?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costReport?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  executionPeriod?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  publishedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  reference?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CoordinatesResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Coordinates'] = ResolversParentTypes['Coordinates']> = {
  latitude?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  longitude?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type MeetingResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Meeting'] = ResolversParentTypes['Meeting']> = {
  address?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  author?: Resolver<Types.Maybe<ResolversTypes['Author']>, ParentType, ContextType>;
  closed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  closedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  coordinates?: Resolver<Types.Maybe<ResolversTypes['Coordinates']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  endTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  iframeAccessLevel?: Resolver<Types.Maybe<ResolversTypes['IframeAccessLevelEnum']>, ParentType, ContextType>;
  iframeEmbedType?: Resolver<Types.Maybe<ResolversTypes['IframeEmbedTypeEnum']>, ParentType, ContextType>;
  location?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  locationHints?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  onlineMeetingUrl?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reference?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registrationForm?: Resolver<Types.Maybe<ResolversTypes['Questionnaire']>, ParentType, ContextType>;
  registrationFormEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  registrationTerms?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  registrationType?: Resolver<ResolversTypes['RegistrationTypeType'], ParentType, ContextType>;
  registrationUrl?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  registrationsEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  remainingSlots?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  startTime?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  taxonomies?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['Taxonomy']>>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  typeOfMeeting?: Resolver<ResolversTypes['TypeOfMeeting'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type QuestionnaireResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Questionnaire'] = ResolversParentTypes['Questionnaire']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type ResultResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Result'] = ResolversParentTypes['Result']> = {
  children?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Result']>>>, ParentType, ContextType>;
  childrenCount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  endDate?: Resolver<Types.Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  externalId?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  parent?: Resolver<Types.Maybe<ResolversTypes['Result']>, ParentType, ContextType>;
  progress?: Resolver<Types.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  projects?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Project']>>>, ParentType, ContextType>;
  proposals?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Proposal']>>>, ParentType, ContextType>;
  reference?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startDate?: Resolver<Types.Maybe<ResolversTypes['Date']>, ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['Status']>, ParentType, ContextType>;
  taxonomies?: Resolver<Types.Maybe<ReadonlyArray<ResolversTypes['Taxonomy']>>, ParentType, ContextType>;
  title?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StatusResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Status'] = ResolversParentTypes['Status']> = {
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  key?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  progress?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  results?: Resolver<Types.Maybe<ReadonlyArray<Types.Maybe<ResolversTypes['Result']>>>, ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type BudgetResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Budget'] = ResolversParentTypes['Budget']> = {
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  projects?: Resolver<ReadonlyArray<Types.Maybe<ResolversTypes['Project']>>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['TranslatedField'], ParentType, ContextType>;
  total_budget?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  weight?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ProjectResolvers<ContextType = RequestContext, ParentType extends ResolversParentTypes['Project'] = ResolversParentTypes['Project']> = {
  budget_amount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  description?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reference?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Types.Maybe<ResolversTypes['TranslatedField']>, ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type Resolvers<ContextType = RequestContext> = {
  Date?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ComponentMutation?: ComponentMutationResolvers<ContextType>;
  ProposalsMutation?: ProposalsMutationResolvers<ContextType>;
  ProposalMutation?: ProposalMutationResolvers<ContextType>;
  MeetingsMutation?: MeetingsMutationResolvers<ContextType>;
  MeetingMutation?: MeetingMutationResolvers<ContextType>;
  AccountabilityMutation?: AccountabilityMutationResolvers<ContextType>;
  TimestampsInterface?: TimestampsInterfaceResolvers<ContextType>;
  TranslatedField?: TranslatedFieldResolvers<ContextType>;
  LocalizedString?: LocalizedStringResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  Session?: SessionResolvers<ContextType>;
  Author?: AuthorResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  Taxonomy?: TaxonomyResolvers<ContextType>;
  ParticipatorySpaceInterface?: ParticipatorySpaceInterfaceResolvers<ContextType>;
  ParticipatorySpace?: ParticipatorySpaceResolvers<ContextType>;
  ParticipatoryProcess?: ParticipatoryProcessResolvers<ContextType>;
  ComponentInterface?: ComponentInterfaceResolvers<ContextType>;
  Accountability?: AccountabilityResolvers<ContextType>;
  Budgets?: BudgetsResolvers<ContextType>;
  Meetings?: MeetingsResolvers<ContextType>;
  Pages?: PagesResolvers<ContextType>;
  Proposals?: ProposalsResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  BudgetConnection?: BudgetConnectionResolvers<ContextType>;
  BudgetEdge?: BudgetEdgeResolvers<ContextType>;
  MeetingConnection?: MeetingConnectionResolvers<ContextType>;
  MeetingEdge?: MeetingEdgeResolvers<ContextType>;
  ProposalConnection?: ProposalConnectionResolvers<ContextType>;
  ProposalEdge?: ProposalEdgeResolvers<ContextType>;
  ResultConnection?: ResultConnectionResolvers<ContextType>;
  ResultEdge?: ResultEdgeResolvers<ContextType>;
  Proposal?: ProposalResolvers<ContextType>;
  Coordinates?: CoordinatesResolvers<ContextType>;
  Meeting?: MeetingResolvers<ContextType>;
  Questionnaire?: QuestionnaireResolvers<ContextType>;
  Result?: ResultResolvers<ContextType>;
  Status?: StatusResolvers<ContextType>;
  Budget?: BudgetResolvers<ContextType>;
  Project?: ProjectResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = RequestContext> = {
  auth?: AuthDirectiveResolver<any, any, ContextType>;
  constraint?: ConstraintDirectiveResolver<any, any, ContextType>;
};
