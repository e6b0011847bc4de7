import { type Static, type TSchema, Type } from 'typebox';

/** A text by locale code, such as `{ "en": "Town hall" }`. The locales are the organization's. */
export type Translations = Record<string, string>;

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()], { default: null });
const id = () => Type.Integer({ minimum: 1 });
const reference = (kind: string) => Type.Integer({ references: kind });
const references = (kind: string) => Type.Array(reference(kind), { uniqueItems: true, default: [] });
const texts = () =>
  Type.Unsafe<Translations>({ type: 'object', additionalProperties: { type: 'string' }, texts: true });
/** A text by locale code, of locales that need not be the organization's. */
const anyTexts = () =>
  Type.Unsafe<Translations>({ type: 'object', additionalProperties: { type: 'string' }, inWorld: { texts: true } });
const flag = (value: boolean) => Type.Boolean({ default: value });
const oneOf = <T extends string>(...values: T[]) => Type.Unsafe<T>({ type: 'string', enum: values });
/** A moment, kept as the API prints it: in the organization's time zone, with its offset, to the second. */
const moment = () => Type.String({ format: 'moment', inWorld: { format: 'iso-date-time' } });
const day = () => Type.String({ format: 'date' });
const text = () => Type.String();
const link = () => Type.String({ inWorld: { format: 'http-url' } });
/** Degrees. */
const degrees = (most: number) => Type.Number({ inWorld: { minimum: -most, maximum: most } });

const created = { createdAt: moment(), updatedAt: moment() };
const record = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object({ id: id(), ...properties }, { additionalProperties: false });

const organization = record({
  host: text(),
  name: texts(),
  referencePrefix: text(),
  timeZone: Type.String({ format: 'time-zone' }),
  locales: Type.Array(text(), { minItems: 1, uniqueItems: true }),
  defaultLocale: text(),
  currency: Type.String({ default: '€' }),
});

const users = record({
  name: text(),
  nickname: text(),
  admin: flag(false),
  key: nullable(text()),
  secret: nullable(text()),
  token: nullable(text()),
  ...created,
});

const taxonomies = record({ name: texts(), parentId: nullable(reference('taxonomies')), weight: Type.Integer() });

const processes = record({
  slug: text(),
  title: texts(),
  subtitle: nullable(texts()),
  shortDescription: nullable(texts()),
  description: nullable(texts()),
  developerGroup: nullable(texts()),
  localArea: nullable(texts()),
  metaScope: nullable(texts()),
  participatoryScope: nullable(texts()),
  participatoryStructure: nullable(texts()),
  target: nullable(texts()),
  startDate: nullable(day()),
  endDate: nullable(day()),
  restricted: flag(false),
  weight: Type.Integer(),
  reference: text(),
  publishedAt: nullable(moment()),
  ...created,
});

const components = record({
  kind: oneOf('accountability', 'budgets', 'meetings', 'pages', 'proposals'),
  processId: reference('processes'),
  name: texts(),
  weight: Type.Integer(),
  settings: Type.Object(
    {
      answersWithCosts: flag(false),
      creationEnabled: flag(false),
      creationEnabledForParticipants: flag(false),
      proposalAnsweringEnabled: flag(true),
    },
    { additionalProperties: false, default: {} },
  ),
  publishedAt: nullable(moment()),
  ...created,
});

const proposals = record({
  componentId: reference('components'),
  authorIds: references('users'),
  title: texts(),
  body: texts(),
  state: nullable(oneOf('accepted', 'rejected', 'evaluating')),
  answer: nullable(anyTexts()),
  answeredAt: nullable(moment()),
  cost: nullable(Type.Number()),
  costReport: nullable(anyTexts()),
  executionPeriod: nullable(anyTexts()),
  address: nullable(text()),
  latitude: nullable(degrees(90)),
  longitude: nullable(degrees(180)),
  taxonomyIds: references('taxonomies'),
  withdrawnAt: nullable(moment()),
  /** How often it was written since it was created. */
  changes: Type.Integer({ minimum: 0, default: 0 }),
  reference: text(),
  publishedAt: nullable(moment()),
  ...created,
});

/** What was said of a meeting when it was closed. */
const closing = Type.Object(
  { report: texts(), attendeesCount: Type.Integer({ minimum: 0 }), proposalIds: references('proposals') },
  { additionalProperties: false },
);

const meetings = record({
  componentId: reference('components'),
  authorId: nullable(reference('users')),
  title: texts(),
  description: texts(),
  startTime: moment(),
  endTime: moment(),
  typeOfMeeting: oneOf('HYBRID', 'IN_PERSON', 'ONLINE'),
  address: nullable(text()),
  latitude: nullable(degrees(90)),
  longitude: nullable(degrees(180)),
  location: nullable(texts()),
  locationHints: nullable(texts()),
  onlineMeetingUrl: nullable(link()),
  iframeAccessLevel: nullable(oneOf('ALL', 'SIGNED_IN', 'REGISTERED')),
  iframeEmbedType: nullable(oneOf('NONE', 'EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE', 'OPEN_IN_NEW_TAB')),
  registrationType: oneOf('REGISTRATION_DISABLED', 'ON_THIS_PLATFORM', 'ON_DIFFERENT_PLATFORM'),
  registrationUrl: nullable(link()),
  registrationTerms: nullable(texts()),
  registrationsEnabled: flag(false),
  registrationFormEnabled: flag(false),
  availableSlots: Type.Integer({ inWorld: { minimum: 0 }, default: 0 }),
  taxonomyIds: references('taxonomies'),
  closedAt: nullable(moment()),
  reference: text(),
  publishedAt: nullable(moment()),
  ...created,
  // Few meetings have them.
  closing: Type.Optional(closing),
  withdrawnAt: Type.Optional(nullable(moment())),
});

const statuses = record({
  componentId: reference('components'),
  key: text(),
  name: texts(),
  description: nullable(texts()),
  progress: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  ...created,
});

const results = record({
  componentId: reference('components'),
  parentId: nullable(reference('results')),
  statusId: nullable(reference('statuses')),
  title: texts(),
  description: nullable(texts()),
  startDate: nullable(day()),
  endDate: nullable(day()),
  externalId: nullable(text()),
  progress: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  weight: Type.Integer({ default: 1 }),
  taxonomyIds: references('taxonomies'),
  proposalIds: references('proposals'),
  projectIds: references('projects'),
  reference: text(),
  ...created,
});

const budgets = record({
  componentId: reference('components'),
  title: texts(),
  description: texts(),
  totalBudget: Type.Integer(),
  weight: Type.Integer({ default: 0 }),
  ...created,
});

const projects = record({
  budgetId: reference('budgets'),
  title: texts(),
  description: texts(),
  budgetAmount: Type.Integer(),
  reference: text(),
  ...created,
});

/** A token that was signed out, until it would have expired (seconds since 1970). */
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
export type Budget = Records['budgets'];
export type Project = Records['projects'];
export type Revocation = Records['revocations'];
