export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string | number; }
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
  /** Any signed-in user. */
  | 'AUTHENTICATED'
  /** An administrator. */
  | 'ADMINISTRATOR';

/** What can be read. */
export type Query = {
  /** A published component, or null. Only administrators may query components of restricted spaces. */
  component?: Maybe<ComponentInterface>;
  /** The organization. */
  organization?: Maybe<Organization>;
  /** A participatory process, by id and slug; by default, the first one that the viewer may see. */
  participatoryProcess?: Maybe<ParticipatoryProcess>;
  /** The participatory processes that the viewer may see. */
  participatoryProcesses?: Maybe<Array<ParticipatoryProcess>>;
  /** The session of the signed-in user, or null. */
  session?: Maybe<Session>;
};


/** What can be read. */
export type QueryComponentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be read. */
export type QueryParticipatoryProcessArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** What can be changed, by signed-in users. */
export type Mutation = {
  /** The mutations of a published component (specification, section 1). */
  component: ComponentMutation;
};


/** What can be changed, by signed-in users. */
export type MutationComponentArgs = {
  id: Scalars['ID']['input'];
};

/** The mutations of a component, by its kind. */
export type ComponentMutation = AccountabilityMutation | MeetingsMutation | ProposalsMutation;

/** The mutations of a proposals component. */
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


/** The mutations of a proposals component. */
export type ProposalsMutationProposalArgs = {
  id: Scalars['ID']['input'];
};

/** The mutations of a proposal. */
export type ProposalMutation = {
  /** Answers the proposal (specification, section 4.1). */
  answer?: Maybe<Proposal>;
};


/** The mutations of a proposal. */
export type ProposalMutationAnswerArgs = {
  input: AnswerInput;
};

/** The mutations of a meetings component. */
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


/** The mutations of a meetings component. */
export type MeetingsMutationCreateMeetingArgs = {
  input: CreateMeetingInput;
};


/** The mutations of a meetings component. */
export type MeetingsMutationMeetingArgs = {
  id: Scalars['ID']['input'];
};

/** The mutations of a meeting. */
export type MeetingMutation = {
  /** Updates the meeting (specification, section 4.3). */
  update?: Maybe<Meeting>;
};


/** The mutations of a meeting. */
export type MeetingMutationUpdateArgs = {
  input: UpdateMeetingInput;
};

/** The mutations of an accountability component. */
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


/** The mutations of an accountability component. */
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
  /** The text of the answer, by locale. */
  answerContent?: InputMaybe<Scalars['JSON']['input']>;
  /** The cost, in the currency of the organization. */
  cost?: InputMaybe<Scalars['Float']['input']>;
  /** The explanation of the cost, by locale. */
  costReport?: InputMaybe<Scalars['JSON']['input']>;
  /** When it will be done, by locale. */
  executionPeriod?: InputMaybe<Scalars['JSON']['input']>;
  /** The state of the proposal. */
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
  /** Its street address. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** The number of places; 0 means no limit. */
  availableSlots?: InputMaybe<Scalars['Int']['input']>;
  description: Scalars['String']['input'];
  endTime: Scalars['DateTime']['input'];
  /** Who sees the embedded online meeting. */
  iframeAccessLevel?: InputMaybe<IframeAccessLevelEnum>;
  /** How an online meeting is embedded. */
  iframeEmbedType?: InputMaybe<IframeEmbedTypeEnum>;
  /** Degrees north. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  /** The name of the place. */
  location?: InputMaybe<Scalars['String']['input']>;
  /** How to find the place. */
  locationHints?: InputMaybe<Scalars['String']['input']>;
  /** Degrees east. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  /** The address of an online meeting. */
  onlineMeetingUrl?: InputMaybe<Scalars['String']['input']>;
  /** The terms of registration. */
  registrationTerms?: InputMaybe<Scalars['String']['input']>;
  /** How people register. */
  registrationType: RegistrationTypeType;
  /** Where people register on another platform. */
  registrationUrl?: InputMaybe<Scalars['String']['input']>;
  /** The default for a new meeting is whether `registrationType` is `ON_THIS_PLATFORM`. */
  registrationsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  startTime: Scalars['DateTime']['input'];
  /** Ids of taxonomies; unknown ids are ignored. */
  taxonomies?: InputMaybe<Array<Scalars['ID']['input']>>;
  title: Scalars['String']['input'];
  /** Where it takes place. */
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
  /** The id of its status. */
  appAccountabilityStatusId?: InputMaybe<Scalars['Int']['input']>;
  /** The description, by locale. */
  description?: InputMaybe<Scalars['JSON']['input']>;
  /** Its last day, `YYYY-MM-DD`. */
  endDate?: InputMaybe<Scalars['String']['input']>;
  /** Stored as it is. */
  externalId?: InputMaybe<Scalars['String']['input']>;
  /** The id of the result above it. */
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** Percent, stored with two decimals. */
  progress?: InputMaybe<Scalars['Float']['input']>;
  /** Ids of projects; unknown ids are ignored. */
  projectIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Ids of proposals; ids of drafts and unknown ids are ignored. */
  proposalIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** Its first day, `YYYY-MM-DD`. */
  startDate?: InputMaybe<Scalars['String']['input']>;
  /** Ids of taxonomies; unknown ids are ignored. */
  taxonomies?: InputMaybe<Array<Scalars['Int']['input']>>;
  /** The title, by locale. */
  title?: InputMaybe<Scalars['JSON']['input']>;
  /** The weight of its progress in that of its parent. The default is 1. */
  weight?: InputMaybe<Scalars['Int']['input']>;
};

/** Who sees the embedded online meeting. */
export type IframeAccessLevelEnum =
  /** Everybody. */
  | 'ALL'
  /** Signed-in users. */
  | 'SIGNED_IN'
  /** People who registered for the meeting. */
  | 'REGISTERED';

/** How an online meeting is embedded. */
export type IframeEmbedTypeEnum =
  /** Not embedded. */
  | 'NONE'
  /** On the page of the meeting. */
  | 'EMBED_IN_MEETING_PAGE'
  /** On a page of its own for the live event. */
  | 'OPEN_IN_LIVE_EVENT_PAGE'
  /** In a new tab of the browser. */
  | 'OPEN_IN_NEW_TAB';

/** How people register for a meeting. */
export type RegistrationTypeType =
  /** Nobody registers. */
  | 'REGISTRATION_DISABLED'
  /** On this platform. */
  | 'ON_THIS_PLATFORM'
  /** On another platform, at `registrationUrl`. */
  | 'ON_DIFFERENT_PLATFORM';

/** Where a meeting takes place. */
export type TypeOfMeeting =
  /** At a place and online. */
  | 'HYBRID'
  /** At a place. */
  | 'IN_PERSON'
  /** Online only. */
  | 'ONLINE';

/** A record with the times of its creation and of its last change. */
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

/** A text in one locale. */
export type LocalizedString = {
  locale: Scalars['String']['output'];
  /** Whether a machine translated the text. */
  machineTranslated: Scalars['Boolean']['output'];
  /** The text. */
  text?: Maybe<Scalars['String']['output']>;
};

/** The organization that runs the platform. */
export type Organization = {
  name?: Maybe<TranslatedField>;
  /** The taxonomies without a parent. */
  taxonomies?: Maybe<Array<Maybe<Taxonomy>>>;
};

/** The session of a signed-in user. */
export type Session = {
  /** Who is signed in. */
  user?: Maybe<User>;
};

/** The author of a record. */
export type Author = {
  /** Whether the account is deleted. */
  deleted: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  /** The name in mentions, with a leading `@`. */
  nickname: Scalars['String']['output'];
  /** The name of the organization. */
  organizationName: TranslatedField;
  /** The path of the profile on the platform. */
  profilePath: Scalars['String']['output'];
};

/** A person, or an API user. */
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

/** A term that classifies records, in a tree of terms. */
export type Taxonomy = {
  children: Array<Taxonomy>;
  childrenCount?: Maybe<Scalars['Int']['output']>;
  id: Scalars['ID']['output'];
  /** Whether it has no parent. */
  isRoot: Scalars['Boolean']['output'];
  name: TranslatedField;
  parent?: Maybe<Taxonomy>;
};

/** A participatory space, which contains components. */
export type ParticipatorySpaceInterface = {
  /** Its published components. */
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

/** A participatory process: a space with a beginning and an end. */
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

/** A component of a participatory space, such as a list of proposals. */
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

/** A component with results and their statuses. */
export type Accountability = ComponentInterface & TimestampsInterface & {
  /** A result of the component. */
  result?: Maybe<Result>;
  /** The results of the component. */
  results?: Maybe<ResultConnection>;
  /** A status of the component. */
  status?: Maybe<Status>;
  /** The statuses of the component. */
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


/** A component with results and their statuses. */
export type AccountabilityResultArgs = {
  id: Scalars['ID']['input'];
};


/** A component with results and their statuses. */
export type AccountabilityResultsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A component with results and their statuses. */
export type AccountabilityStatusArgs = {
  id: Scalars['ID']['input'];
};

/** A component with budgets. */
export type Budgets = ComponentInterface & TimestampsInterface & {
  /** A budget of the component. */
  budget?: Maybe<Budget>;
  /** The budgets of the component. */
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


/** A component with budgets. */
export type BudgetsBudgetArgs = {
  id: Scalars['ID']['input'];
};


/** A component with budgets. */
export type BudgetsBudgetsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A component with meetings. */
export type Meetings = ComponentInterface & TimestampsInterface & {
  /** A published meeting of the component. */
  meeting?: Maybe<Meeting>;
  /** The published meetings of the component. */
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


/** A component with meetings. */
export type MeetingsMeetingArgs = {
  id: Scalars['ID']['input'];
};


/** A component with meetings. */
export type MeetingsMeetingsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A component with a page of text. */
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

/** A component with proposals. */
export type Proposals = ComponentInterface & TimestampsInterface & {
  /** A published proposal of the component. */
  proposal?: Maybe<Proposal>;
  /** The published proposals of the component. */
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


/** A component with proposals. */
export type ProposalsProposalArgs = {
  id: Scalars['ID']['input'];
};


/** A component with proposals. */
export type ProposalsProposalsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Where a page is in its list. */
export type PageInfo = {
  /** The cursor of the last record of the page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are records after the page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are records before the page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first record of the page. */
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

/** A proposal, with the answer of the administrators. */
export type Proposal = TimestampsInterface & {
  /** The text of the answer. */
  answer?: Maybe<TranslatedField>;
  /** When it was answered. */
  answeredAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its first author; null if it is official. */
  author?: Maybe<Author>;
  /** Its authors. */
  authors: Array<Maybe<Author>>;
  /** The number of its authors. */
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

/** A place on the map. */
export type Coordinates = {
  /** Degrees north. */
  latitude?: Maybe<Scalars['Float']['output']>;
  /** Degrees east. */
  longitude?: Maybe<Scalars['Float']['output']>;
};

/** A meeting. */
export type Meeting = TimestampsInterface & {
  address?: Maybe<Scalars['String']['output']>;
  author?: Maybe<Author>;
  /** Whether it is closed. */
  closed: Scalars['Boolean']['output'];
  /** When it was closed. */
  closedAt?: Maybe<Scalars['DateTime']['output']>;
  coordinates?: Maybe<Coordinates>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  endTime: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  /** Who sees the embedded online meeting. */
  iframeAccessLevel?: Maybe<IframeAccessLevelEnum>;
  /** How an online meeting is embedded. */
  iframeEmbedType?: Maybe<IframeEmbedTypeEnum>;
  /** The name of the place. */
  location?: Maybe<TranslatedField>;
  /** How to find the place. */
  locationHints?: Maybe<TranslatedField>;
  /** The address of an online meeting. */
  onlineMeetingUrl?: Maybe<Scalars['String']['output']>;
  publishedAt: Scalars['DateTime']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  /** The registration form; null if it has none. */
  registrationForm?: Maybe<Questionnaire>;
  /** Whether people fill in a form to register. */
  registrationFormEnabled: Scalars['Boolean']['output'];
  /** The terms of registration. */
  registrationTerms?: Maybe<TranslatedField>;
  /** How people register. */
  registrationType: RegistrationTypeType;
  /** Where people register on another platform. */
  registrationUrl?: Maybe<Scalars['String']['output']>;
  /** Whether people can register on this platform. */
  registrationsEnabled: Scalars['Boolean']['output'];
  /** The number of remaining places; 0 means no limit. */
  remainingSlots?: Maybe<Scalars['Int']['output']>;
  startTime: Scalars['DateTime']['output'];
  taxonomies?: Maybe<Array<Taxonomy>>;
  title: TranslatedField;
  /** Where it takes place. */
  typeOfMeeting: TypeOfMeeting;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
};

/** A registration form. */
export type Questionnaire = {
  id: Scalars['ID']['output'];
};

/** A result: what was done, and how far it is. Results form trees. */
export type Result = TimestampsInterface & {
  children?: Maybe<Array<Maybe<Result>>>;
  childrenCount?: Maybe<Scalars['Int']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  endDate?: Maybe<Scalars['Date']['output']>;
  /** Its id in another system. */
  externalId?: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  parent?: Maybe<Result>;
  /** Percent. For a result with children that have a progress, their weighted mean. */
  progress?: Maybe<Scalars['Float']['output']>;
  /** The projects that led to it. */
  projects?: Maybe<Array<Maybe<Project>>>;
  /** The proposals that led to it. */
  proposals?: Maybe<Array<Maybe<Proposal>>>;
  reference?: Maybe<Scalars['String']['output']>;
  startDate?: Maybe<Scalars['Date']['output']>;
  /** Its status. */
  status?: Maybe<Status>;
  taxonomies?: Maybe<Array<Taxonomy>>;
  title?: Maybe<TranslatedField>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  /** The weight of its progress in that of its parent. */
  weight: Scalars['Int']['output'];
};

/** A status of results, such as planned. */
export type Status = TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  id: Scalars['ID']['output'];
  /** Its name for programs. */
  key?: Maybe<Scalars['String']['output']>;
  name?: Maybe<TranslatedField>;
  /** Percent. */
  progress?: Maybe<Scalars['Int']['output']>;
  /** The results that have it. */
  results?: Maybe<Array<Maybe<Result>>>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A budget: an amount of money for projects. */
export type Budget = TimestampsInterface & {
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description: TranslatedField;
  id: Scalars['ID']['output'];
  /** The projects of the budget. */
  projects: Array<Maybe<Project>>;
  title: TranslatedField;
  /** The amount of money. */
  total_budget: Scalars['Int']['output'];
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
  weight: Scalars['Int']['output'];
};

/** A project of a budget. */
export type Project = TimestampsInterface & {
  /** What the project costs. */
  budget_amount?: Maybe<Scalars['Int']['output']>;
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  description?: Maybe<TranslatedField>;
  id: Scalars['ID']['output'];
  reference?: Maybe<Scalars['String']['output']>;
  title?: Maybe<TranslatedField>;
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
  url: Scalars['String']['output'];
};
