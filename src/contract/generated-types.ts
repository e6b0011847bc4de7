export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A day, `YYYY-MM-DD`. */
  Date: { input: string; output: string; }
  /**
   * An ISO 8601 date-time. In responses it has the offset of the organization's time zone; in an input without an offset, that
   * time zone is assumed.
   */
  DateTime: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
};

/** The roles, in ascending order. Each includes the previous ones. */
export type Role =
  | 'AUTHENTICATED'
  | 'ADMINISTRATOR';

export type Query = {
  /** A published component, or null. Only administrators may query components of restricted spaces. */
  component?: Maybe<ComponentInterface>;
  organization?: Maybe<Organization>;
  /** A participatory process, by id and slug; by default, the first one that the viewer may see. */
  participatoryProcess?: Maybe<ParticipatoryProcess>;
  /** The participatory processes that the viewer may see. */
  participatoryProcesses?: Maybe<Array<ParticipatoryProcess>>;
  /** The session of the signed-in user, or null. */
  session?: Maybe<Session>;
};


export type QueryComponentArgs = {
  id: Scalars['ID']['input'];
};


export type QueryParticipatoryProcessArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  /** The mutations of a published component (specification, section 1). */
  component: ComponentMutation;
};


export type MutationComponentArgs = {
  id: Scalars['ID']['input'];
};

export type ComponentMutation = AccountabilityMutation | MeetingsMutation | ProposalsMutation;

export type ProposalsMutation = ComponentInterface & TimestampsInterface & {
  /** The mutations of a published proposal of this component. */
  proposal?: Maybe<ProposalMutation>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type ProposalsMutationProposalArgs = {
  id: Scalars['ID']['input'];
};

export type ProposalMutation = {
  /** Answers the proposal (specification, section 4.1). */
  answer?: Maybe<Proposal>;
};


export type ProposalMutationAnswerArgs = {
  input: AnswerInput;
};

export type MeetingsMutation = ComponentInterface & TimestampsInterface & {
  /** Creates a meeting and publishes it (specification, section 4.2). */
  createMeeting?: Maybe<Meeting>;
  /** The mutations of a published meeting of this component. */
  meeting?: Maybe<MeetingMutation>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type MeetingsMutationCreateMeetingArgs = {
  input: CreateMeetingInput;
};


export type MeetingsMutationMeetingArgs = {
  id: Scalars['ID']['input'];
};

export type MeetingMutation = {
  /** Updates the meeting (specification, section 4.3). */
  update?: Maybe<Meeting>;
};


export type MeetingMutationUpdateArgs = {
  input: UpdateMeetingInput;
};

export type AccountabilityMutation = ComponentInterface & TimestampsInterface & {
  /** Creates a result (specification, section 4.4). */
  createResult?: Maybe<Result>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type AccountabilityMutationCreateResultArgs = {
  input: CreateResultInput;
};

/** The input of `answer` (specification, section 2.2). */
export type AnswerInput = {
  /** An identifier chosen by the client. It is not stored. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: AnswerProposalAttributes;
};

/** An omitted attribute keeps its stored value; null clears it. */
export type AnswerProposalAttributes = {
  answerContent?: InputMaybe<Scalars['JSON']['input']>;
  cost?: InputMaybe<Scalars['Float']['input']>;
  costReport?: InputMaybe<Scalars['JSON']['input']>;
  executionPeriod?: InputMaybe<Scalars['JSON']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
};

/** The input of `createMeeting` (specification, section 4.2). */
export type CreateMeetingInput = {
  /** An identifier chosen by the client. It is not stored. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: MeetingAttributes;
  /** The locale of the texts. The default is the organization's default locale. */
  locale?: InputMaybe<Scalars['String']['input']>;
  /** Accepted without effect: there is no machine translation. */
  toggleTranslations?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The input of a meeting's `update` (specification, section 4.3). */
export type UpdateMeetingInput = {
  /** An identifier chosen by the client. It is not stored. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: MeetingAttributes;
  /** The locale of the texts. The default is the organization's default locale. */
  locale?: InputMaybe<Scalars['String']['input']>;
  /** Accepted without effect: there is no machine translation. */
  toggleTranslations?: InputMaybe<Scalars['Boolean']['input']>;
};

/**
 * The attributes of a meeting (specification, section 2.3). In an update, an omitted attribute keeps its stored value, and
 * null restores the value of a new meeting.
 */
export type MeetingAttributes = {
  address?: InputMaybe<Scalars['String']['input']>;
  /** The number of places; 0 means no limit. */
  availableSlots?: InputMaybe<Scalars['Int']['input']>;
  description: Scalars['String']['input'];
  endTime: Scalars['DateTime']['input'];
  iframeAccessLevel?: InputMaybe<IframeAccessLevelEnum>;
  iframeEmbedType?: InputMaybe<IframeEmbedTypeEnum>;
  /** Degrees north. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  location?: InputMaybe<Scalars['String']['input']>;
  locationHints?: InputMaybe<Scalars['String']['input']>;
  /** Degrees east. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  onlineMeetingUrl?: InputMaybe<Scalars['String']['input']>;
  registrationTerms?: InputMaybe<Scalars['String']['input']>;
  registrationType: RegistrationTypeType;
  registrationUrl?: InputMaybe<Scalars['String']['input']>;
  /** The default for a new meeting is whether `registrationType` is `ON_THIS_PLATFORM`. */
  registrationsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  startTime: Scalars['DateTime']['input'];
  /** Ids of taxonomies; unknown ids are ignored. */
  taxonomies?: InputMaybe<Array<Scalars['ID']['input']>>;
  title: Scalars['String']['input'];
  typeOfMeeting: TypeOfMeeting;
};

/** The input of `createResult` (specification, section 4.4). */
export type CreateResultInput = {
  /** An identifier chosen by the client. It is not stored. */
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: ResultAttributes;
};

/** The attributes of a result (specification, section 2.4). */
export type ResultAttributes = {
  appAccountabilityStatusId?: InputMaybe<Scalars['Int']['input']>;
  description?: InputMaybe<Scalars['JSON']['input']>;
  endDate?: InputMaybe<Scalars['String']['input']>;
  /** Stored as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** Percent, stored with two decimals. */
  progress?: InputMaybe<Scalars['Float']['input']>;
  /** Ids of projects; unknown ids are ignored. */
  projectIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Ids of proposals; ids of drafts and unknown ids are ignored. */
  proposalIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  startDate?: InputMaybe<Scalars['String']['input']>;
  /** Ids of taxonomies; unknown ids are ignored. */
  taxonomies?: InputMaybe<Array<Scalars['Int']['input']>>;
  title?: InputMaybe<Scalars['JSON']['input']>;
  /** The weight of its progress in that of its parent. The default is 1. */
  weight?: InputMaybe<Scalars['Int']['input']>;
};

export type IframeAccessLevelEnum =
  | 'ALL'
  | 'SIGNED_IN'
  | 'REGISTERED';

export type IframeEmbedTypeEnum =
  | 'NONE'
  | 'EMBED_IN_MEETING_PAGE'
  | 'OPEN_IN_LIVE_EVENT_PAGE'
  | 'OPEN_IN_NEW_TAB';

export type RegistrationTypeType =
  | 'REGISTRATION_DISABLED'
  | 'ON_THIS_PLATFORM'
  | 'ON_DIFFERENT_PLATFORM';

export type TypeOfMeeting =
  | 'HYBRID'
  | 'IN_PERSON'
  | 'ONLINE';

export type TimestampsInterface = {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A text in several locales. */
export type TranslatedField = {
  /** The locales of the texts. */
  locales?: Maybe<Array<Maybe<Scalars['String']['output']>>>;
  /** The text in a locale, by default the organization's default locale; null if there is no text. */
  translation?: Maybe<Scalars['String']['output']>;
  /** The texts in these locales, by default in all. */
  translations: Array<Maybe<LocalizedString>>;
};


/** A text in several locales. */
export type TranslatedFieldTranslationArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};


/** A text in several locales. */
export type TranslatedFieldTranslationsArgs = {
  locales?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type LocalizedString = {
  locale: Scalars['String']['output'];
  machineTranslated: Scalars['Boolean']['output'];
  text?: Maybe<Scalars['String']['output']>;
};

export type Organization = {
  name?: Maybe<TranslatedField>;
  /** The taxonomies without a parent. */
  taxonomies?: Maybe<Array<Maybe<Taxonomy>>>;
};

export type Session = {
  user?: Maybe<User>;
};

/** The author of a record. */
export type Author = {
  deleted: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** The name in mentions, with a leading `@`. */
  nickname: Scalars['String']['output'];
  organizationName: TranslatedField;
  profilePath: Scalars['String']['output'];
};

export type User = Author & TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  deleted: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  nickname: Scalars['String']['output'];
  organizationName: TranslatedField;
  profilePath: Scalars['String']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type Taxonomy = {
  children: Array<Taxonomy>;
  childrenCount?: Maybe<Scalars['Int']['output']>;
  id: Scalars['ID']['output'];
  isRoot: Scalars['Boolean']['output'];
  name: TranslatedField;
  parent?: Maybe<Taxonomy>;
};

export type ParticipatorySpaceInterface = {
  components?: Maybe<Array<Maybe<ComponentInterface>>>;
  id: Scalars['ID']['output'];
  title: TranslatedField;
};

/** The space of a component. */
export type ParticipatorySpace = ParticipatorySpaceInterface & {
  components?: Maybe<Array<Maybe<ComponentInterface>>>;
  id: Scalars['ID']['output'];
  title: TranslatedField;
};

export type ParticipatoryProcess = ParticipatorySpaceInterface & TimestampsInterface & {
  components?: Maybe<Array<Maybe<ComponentInterface>>>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  developerGroup?: Maybe<TranslatedField>;
  endDate?: Maybe<Scalars['Date']['output']>;
  id: Scalars['ID']['output'];
  localArea?: Maybe<TranslatedField>;
  metaScope?: Maybe<TranslatedField>;
  participatoryScope?: Maybe<TranslatedField>;
  participatoryStructure?: Maybe<TranslatedField>;
  publishedAt: Scalars['DateTime']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  shortDescription?: Maybe<TranslatedField>;
  slug: Scalars['String']['output'];
  startDate?: Maybe<Scalars['Date']['output']>;
  subtitle?: Maybe<TranslatedField>;
  target?: Maybe<TranslatedField>;
  title: TranslatedField;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url?: Maybe<Scalars['String']['output']>;
  weight?: Maybe<Scalars['Int']['output']>;
};

export type ComponentInterface = {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};

export type Accountability = ComponentInterface & TimestampsInterface & {
  result?: Maybe<Result>;
  results?: Maybe<ResultConnection>;
  status?: Maybe<Status>;
  statuses: Array<Status>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type AccountabilityResultArgs = {
  id: Scalars['ID']['input'];
};


export type AccountabilityResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type AccountabilityStatusArgs = {
  id: Scalars['ID']['input'];
};

export type Budgets = ComponentInterface & TimestampsInterface & {
  budget?: Maybe<Budget>;
  budgets?: Maybe<BudgetConnection>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type BudgetsBudgetArgs = {
  id: Scalars['ID']['input'];
};


export type BudgetsBudgetsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type Meetings = ComponentInterface & TimestampsInterface & {
  meeting?: Maybe<Meeting>;
  meetings?: Maybe<MeetingConnection>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type MeetingsMeetingArgs = {
  id: Scalars['ID']['input'];
};


export type MeetingsMeetingsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type Pages = ComponentInterface & TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};

export type Proposals = ComponentInterface & TimestampsInterface & {
  proposal?: Maybe<Proposal>;
  proposals?: Maybe<ProposalConnection>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  name: TranslatedField;
  participatorySpace: ParticipatorySpace;
  publishedAt: Scalars['DateTime']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  visible?: Maybe<Scalars['Boolean']['output']>;
  weight: Scalars['Int']['output'];
};


export type ProposalsProposalArgs = {
  id: Scalars['ID']['input'];
};


export type ProposalsProposalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

export type PageInfo = {
  endCursor?: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor?: Maybe<Scalars['String']['output']>;
};

export type BudgetConnection = {
  edges?: Maybe<Array<Maybe<BudgetEdge>>>;
  nodes?: Maybe<Array<Maybe<Budget>>>;
  pageInfo: PageInfo;
};

export type BudgetEdge = {
  cursor: Scalars['String']['output'];
  node?: Maybe<Budget>;
};

export type MeetingConnection = {
  edges?: Maybe<Array<Maybe<MeetingEdge>>>;
  nodes?: Maybe<Array<Maybe<Meeting>>>;
  pageInfo: PageInfo;
};

export type MeetingEdge = {
  cursor: Scalars['String']['output'];
  node?: Maybe<Meeting>;
};

export type ProposalConnection = {
  edges?: Maybe<Array<Maybe<ProposalEdge>>>;
  nodes?: Maybe<Array<Maybe<Proposal>>>;
  pageInfo: PageInfo;
};

export type ProposalEdge = {
  cursor: Scalars['String']['output'];
  node?: Maybe<Proposal>;
};

export type ResultConnection = {
  edges?: Maybe<Array<Maybe<ResultEdge>>>;
  nodes?: Maybe<Array<Maybe<Result>>>;
  pageInfo: PageInfo;
};

export type ResultEdge = {
  cursor: Scalars['String']['output'];
  node?: Maybe<Result>;
};

export type Proposal = TimestampsInterface & {
  answer?: Maybe<TranslatedField>;
  answeredAt?: Maybe<Scalars['DateTime']['output']>;
  author?: Maybe<Author>;
  authors: Array<Maybe<Author>>;
  authorsCount?: Maybe<Scalars['Int']['output']>;
  body?: Maybe<TranslatedField>;
  /** A formatted amount of money: `€ 1,234.50`. Null while the component hides costs. */
  cost?: Maybe<Scalars['String']['output']>;
  /** Null while the component hides costs. */
  costReport?: Maybe<TranslatedField>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** Null while the component hides costs. */
  executionPeriod?: Maybe<TranslatedField>;
  id: Scalars['ID']['output'];
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  reference?: Maybe<Scalars['String']['output']>;
  /** `accepted`, `rejected` or `evaluating`; null until an answer sets it (specification, section 3). */
  state?: Maybe<Scalars['String']['output']>;
  title?: Maybe<TranslatedField>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
};

export type Coordinates = {
  /** Degrees north. */
  latitude?: Maybe<Scalars['Float']['output']>;
  /** Degrees east. */
  longitude?: Maybe<Scalars['Float']['output']>;
};

export type Meeting = TimestampsInterface & {
  address?: Maybe<Scalars['String']['output']>;
  author?: Maybe<Author>;
  closed: Scalars['Boolean']['output'];
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  coordinates?: Maybe<Coordinates>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  endTime: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  iframeAccessLevel?: Maybe<IframeAccessLevelEnum>;
  iframeEmbedType?: Maybe<IframeEmbedTypeEnum>;
  location?: Maybe<TranslatedField>;
  locationHints?: Maybe<TranslatedField>;
  onlineMeetingUrl?: Maybe<Scalars['String']['output']>;
  publishedAt: Scalars['DateTime']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  registrationForm?: Maybe<Questionnaire>;
  registrationFormEnabled: Scalars['Boolean']['output'];
  registrationTerms?: Maybe<TranslatedField>;
  registrationType: RegistrationTypeType;
  registrationUrl?: Maybe<Scalars['String']['output']>;
  registrationsEnabled: Scalars['Boolean']['output'];
  /** The number of remaining places; 0 means no limit. */
  remainingSlots?: Maybe<Scalars['Int']['output']>;
  startTime: Scalars['DateTime']['output'];
  taxonomies?: Maybe<Array<Taxonomy>>;
  title: TranslatedField;
  typeOfMeeting: TypeOfMeeting;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
};

/** A registration form. */
export type Questionnaire = {
  id: Scalars['ID']['output'];
};

export type Result = TimestampsInterface & {
  children?: Maybe<Array<Maybe<Result>>>;
  childrenCount?: Maybe<Scalars['Int']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  endDate?: Maybe<Scalars['Date']['output']>;
  externalId?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  parent?: Maybe<Result>;
  /** Percent. For a result with children that have a progress, their weighted mean. */
  progress?: Maybe<Scalars['Float']['output']>;
  projects?: Maybe<Array<Maybe<Project>>>;
  proposals?: Maybe<Array<Maybe<Proposal>>>;
  reference?: Maybe<Scalars['String']['output']>;
  startDate?: Maybe<Scalars['Date']['output']>;
  status?: Maybe<Status>;
  taxonomies?: Maybe<Array<Taxonomy>>;
  title?: Maybe<TranslatedField>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  weight: Scalars['Int']['output'];
};

export type Status = TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  id: Scalars['ID']['output'];
  key?: Maybe<Scalars['String']['output']>;
  name?: Maybe<TranslatedField>;
  /** Percent. */
  progress?: Maybe<Scalars['Int']['output']>;
  results?: Maybe<Array<Maybe<Result>>>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

export type Budget = TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description: TranslatedField;
  id: Scalars['ID']['output'];
  projects: Array<Maybe<Project>>;
  title: TranslatedField;
  total_budget: Scalars['Int']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  weight: Scalars['Int']['output'];
};

export type Project = TimestampsInterface & {
  budget_amount?: Maybe<Scalars['Int']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  id: Scalars['ID']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  title?: Maybe<TranslatedField>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
};
