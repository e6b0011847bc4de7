export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  Date: { input: string; output: string; }
  DateTime: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
};

export type Role =
  | 'AUTHENTICATED'
  | 'ADMINISTRATOR';

export type AnswerInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: AnswerProposalAttributes;
};

export type AnswerProposalAttributes = {
  answerContent?: InputMaybe<Scalars['JSON']['input']>;
  cost?: InputMaybe<Scalars['Float']['input']>;
  costReport?: InputMaybe<Scalars['JSON']['input']>;
  executionPeriod?: InputMaybe<Scalars['JSON']['input']>;
  state?: InputMaybe<Scalars['String']['input']>;
};

export type CreateMeetingInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: MeetingAttributes;
  locale?: InputMaybe<Scalars['String']['input']>;
  toggleTranslations?: InputMaybe<Scalars['Boolean']['input']>;
};

export type UpdateMeetingInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: MeetingAttributes;
  locale?: InputMaybe<Scalars['String']['input']>;
  toggleTranslations?: InputMaybe<Scalars['Boolean']['input']>;
};

export type MeetingAttributes = {
  address?: InputMaybe<Scalars['String']['input']>;
  availableSlots?: InputMaybe<Scalars['Int']['input']>;
  description: Scalars['String']['input'];
  endTime: Scalars['DateTime']['input'];
  iframeAccessLevel?: InputMaybe<IframeAccessLevelEnum>;
  iframeEmbedType?: InputMaybe<IframeEmbedTypeEnum>;
  latitude?: InputMaybe<Scalars['Float']['input']>;
  location?: InputMaybe<Scalars['String']['input']>;
  locationHints?: InputMaybe<Scalars['String']['input']>;
  longitude?: InputMaybe<Scalars['Float']['input']>;
  onlineMeetingUrl?: InputMaybe<Scalars['String']['input']>;
  registrationTerms?: InputMaybe<Scalars['String']['input']>;
  registrationType: RegistrationTypeType;
  registrationUrl?: InputMaybe<Scalars['String']['input']>;
  registrationsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  startTime: Scalars['DateTime']['input'];
  taxonomies?: InputMaybe<Array<Scalars['ID']['input']>>;
  title: Scalars['String']['input'];
  typeOfMeeting: TypeOfMeeting;
};

export type CreateResultInput = {
  clientMutationId?: InputMaybe<Scalars['String']['input']>;
  attributes: ResultAttributes;
};

export type ResultAttributes = {
  appAccountabilityStatusId?: InputMaybe<Scalars['Int']['input']>;
  description?: InputMaybe<Scalars['JSON']['input']>;
  endDate?: InputMaybe<Scalars['String']['input']>;
  externalId?: InputMaybe<Scalars['String']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  progress?: InputMaybe<Scalars['Float']['input']>;
  projectIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  proposalIds?: InputMaybe<Array<Scalars['Int']['input']>>;
  startDate?: InputMaybe<Scalars['String']['input']>;
  taxonomies?: InputMaybe<Array<Scalars['Int']['input']>>;
  title?: InputMaybe<Scalars['JSON']['input']>;
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
