import { type Static, type TSchema, Type } from './schema-builder.ts';

/** A text in several locales, by locale code: `{ "en": "Town hall" }`. */
export type Translations = Record<string, string>;

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()], { default: null });
const id = () => Type.Integer({ minimum: 1 });
const reference = (kind: string) => Type.Integer({ references: kind });
const references = (kind: string) => Type.Array(reference(kind), { uniqueItems: true, default: [] });
/** Translations in locales of the organization. */
const translations = () =>
  Type.Unsafe<Translations>({ type: 'object', additionalProperties: { type: 'string' }, organizationLocales: true });
/** A text of an answer: translations in any locale, or another JSON value that a deployment stored as the client sent it. */
export type AnswerText = Translations | string | number | boolean;
const answerText = () =>
  Type.Unsafe<AnswerText>({
    type: ['object', 'string', 'number', 'boolean'],
    additionalProperties: { type: 'string' },
    inWorld: { type: 'object', organizationLocales: true },
  });
const boolean = (defaultValue: boolean) => Type.Boolean({ default: defaultValue });
const enumeration = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });
/** A date-time in the format of the API: in the time zone of the organization, with its offset, to the second. */
const dateTime = () => Type.String({ format: 'stored-date-time', inWorld: { format: 'iso-date-time' } });
const date = () => Type.String({ format: 'stored-date', inWorld: { format: 'date' } });
const text = () => Type.String();
const url = () => Type.String({ inWorld: { format: 'http-url' } });
const degrees = (limit: number) => Type.Number({ inWorld: { minimum: -limit, maximum: limit } });

const timestamps = { createdAt: dateTime(), updatedAt: dateTime() };
const record = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object({ id: id(), ...properties }, { additionalProperties: false });

const organization = record({
  host: text(),
  name: translations(),
  referencePrefix: text(),
  timeZone: Type.String({ format: 'time-zone' }),
  locales: Type.Array(text(), { minItems: 1, uniqueItems: true }),
  defaultLocale: text(),
  currency: Type.String({ default: '€' }),
});

const users = record({
  name: text(),
  nickname: text(),
  admin: boolean(false),
  key: nullable(text()),
  secret: nullable(text()),
  token: nullable(text()),
  ...timestamps,
});

const taxonomies = record({
  name: translations(),
  parentId: nullable(reference('taxonomies')),
  weight: Type.Integer(),
});

const processes = record({
  slug: text(),
  title: translations(),
  subtitle: nullable(translations()),
  shortDescription: nullable(translations()),
  description: nullable(translations()),
  developerGroup: nullable(translations()),
  localArea: nullable(translations()),
  metaScope: nullable(translations()),
  participatoryScope: nullable(translations()),
  participatoryStructure: nullable(translations()),
  target: nullable(translations()),
  startDate: nullable(date()),
  endDate: nullable(date()),
  restricted: boolean(false),
  weight: Type.Integer(),
  reference: text(),
  publishedAt: nullable(dateTime()),
  ...timestamps,
});

const components = record({
  kind: enumeration('accountability', 'budgets', 'meetings', 'pages', 'proposals'),
  processId: reference('processes'),
  name: translations(),
  weight: Type.Integer(),
  settings: Type.Object(
    {
      answersWithCosts: boolean(false),
      commentsEnabled: boolean(true),
      creationEnabled: boolean(false),
      creationEnabledForParticipants: boolean(false),
      proposalAnsweringEnabled: boolean(true),
    },
    { additionalProperties: false, default: {} },
  ),
  publishedAt: nullable(dateTime()),
  ...timestamps,
});

const proposals = record({
  componentId: reference('components'),
  authorIds: references('users'),
  title: translations(),
  body: translations(),
  state: nullable(enumeration('accepted', 'rejected', 'evaluating')),
  answer: nullable(answerText()),
  answeredAt: nullable(dateTime()),
  cost: nullable(Type.Number()),
  costReport: nullable(answerText()),
  executionPeriod: nullable(answerText()),
  address: nullable(text()),
  latitude: nullable(degrees(90)),
  longitude: nullable(degrees(180)),
  taxonomyIds: references('taxonomies'),
  withdrawnAt: nullable(dateTime()),
  /** The number of updates since the proposal was created. */
  changes: Type.Integer({ minimum: 0, default: 0 }),
  reference: text(),
  publishedAt: nullable(dateTime()),
  ...timestamps,
});

/** The attributes of a closed meeting. */
const closing = Type.Object(
  { report: translations(), attendeesCount: Type.Integer({ minimum: 0 }), proposalIds: references('proposals') },
  { additionalProperties: false },
);

const meetings = record({
  componentId: reference('components'),
  authorId: nullable(reference('users')),
  title: translations(),
  description: translations(),
  startTime: dateTime(),
  endTime: dateTime(),
  typeOfMeeting: enumeration('HYBRID', 'IN_PERSON', 'ONLINE'),
  address: nullable(text()),
  latitude: nullable(degrees(90)),
  longitude: nullable(degrees(180)),
  location: nullable(translations()),
  locationHints: nullable(translations()),
  onlineMeetingUrl: nullable(url()),
  iframeAccessLevel: nullable(enumeration('ALL', 'SIGNED_IN', 'REGISTERED')),
  iframeEmbedType: nullable(enumeration('NONE', 'EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE', 'OPEN_IN_NEW_TAB')),
  registrationType: enumeration('REGISTRATION_DISABLED', 'ON_THIS_PLATFORM', 'ON_DIFFERENT_PLATFORM'),
  registrationUrl: nullable(url()),
  registrationTerms: nullable(translations()),
  registrationsEnabled: boolean(false),
  registrationFormEnabled: boolean(false),
  availableSlots: Type.Integer({ inWorld: { minimum: 0 }, default: 0 }),
  taxonomyIds: references('taxonomies'),
  closedAt: nullable(dateTime()),
  reference: text(),
  publishedAt: nullable(dateTime()),
  ...timestamps,
  // Optional rather than null, because few meetings have them.
  closing: Type.Optional(closing),
  withdrawnAt: Type.Optional(nullable(dateTime())),
});

const statuses = record({
  componentId: reference('components'),
  key: text(),
  name: translations(),
  description: nullable(translations()),
  progress: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  ...timestamps,
});

const results = record({
  componentId: reference('components'),
  parentId: nullable(reference('results')),
  statusId: nullable(reference('statuses')),
  title: translations(),
  description: nullable(translations()),
  startDate: nullable(date()),
  endDate: nullable(date()),
  externalId: nullable(text()),
  progress: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  /** Null if a client omitted it on a deployment that has no default. */
  weight: Type.Unsafe<number | null>({ type: ['integer', 'null'], default: 1, inWorld: { type: 'integer' } }),
  taxonomyIds: references('taxonomies'),
  proposalIds: references('proposals'),
  projectIds: references('projects'),
  reference: text(),
  ...timestamps,
  // Optional rather than null, because few results have them.
  /** The progress that a write determined for a result with children. */
  derivedProgress: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  /** The number of changes since the result was created; if absent, the times tell. */
  changes: Type.Optional(Type.Integer({ minimum: 0 })),
  deletedAt: Type.Optional(nullable(dateTime())),
});

const milestones = record({
  resultId: reference('results'),
  title: translations(),
  description: nullable(translations()),
  entryDate: date(),
  /** The number of changes since the milestone was created. */
  changes: Type.Integer({ minimum: 0, default: 0 }),
  ...timestamps,
  deletedAt: Type.Optional(nullable(dateTime())),
});

const budgets = record({
  componentId: reference('components'),
  title: translations(),
  description: translations(),
  totalBudget: Type.Integer(),
  weight: Type.Integer({ default: 0 }),
  ...timestamps,
});

const projects = record({
  budgetId: reference('budgets'),
  title: translations(),
  description: translations(),
  budgetAmount: Type.Integer(),
  reference: text(),
  ...timestamps,
});

/**
 * The id of a token that was signed out, and when the token expires in seconds since 1970. The store never deletes a
 * revocation, because a token that expired by a wrong clock becomes valid again.
 */
const revocations = record({ jti: text(), expiresAt: Type.Integer() });

/** The schema of each kind's records. */
export const schemas = {
  organization,
  users,
  taxonomies,
  processes,
  components,
  proposals,
  meetings,
  statuses,
  results,
  milestones,
  budgets,
  projects,
  revocations,
};

/** The record type of each kind. The kind is also the name of its file in a world folder. */
export type Records = { [K in keyof typeof schemas]: Static<(typeof schemas)[K]> };
export type Kind = keyof Records;

export type Organization = Records['organization'];
export type User = Records['users'];
export type Taxonomy = Records['taxonomies'];
export type Process = Records['processes'];
export type Component = Records['components'];
export type Proposal = Records['proposals'];
export type Meeting = Records['meetings'];
export type Status = Records['statuses'];
export type Result = Records['results'];
export type Milestone = Records['milestones'];
export type Budget = Records['budgets'];
export type Project = Records['projects'];

/** Records by kind. */
export type RecordsByKind = { [K in Kind]?: Records[K][] };
