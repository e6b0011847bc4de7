import { type Static, type TSchema, Type } from './schema-builder.ts';

/** A text by locale code, such as `{ "en": "Town hall" }`. The locales are the organization's. */
export type Translations = Record<string, string>;

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()], { default: null });
const id = () => Type.Integer({ minimum: 1 });
const reference = (kind: string) => Type.Integer({ references: kind });
const references = (kind: string) => Type.Array(reference(kind), { uniqueItems: true, default: [] });
const texts = () =>
  Type.Unsafe<Translations>({ type: 'object', additionalProperties: { type: 'string' }, texts: true });
/** A text of an answer: texts of any locales, or another JSON value that a deployment stored as the client sent it. */
export type AnswerText = Translations | string | number | boolean;
const answerText = () =>
  Type.Unsafe<AnswerText>({
    type: ['object', 'string', 'number', 'boolean'],
    additionalProperties: { type: 'string' },
    inWorld: { type: 'object', texts: true },
  });
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
  answer: nullable(answerText()),
  answeredAt: nullable(moment()),
  cost: nullable(Type.Number()),
  costReport: nullable(answerText()),
  executionPeriod: nullable(answerText()),
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

export type Organization = Static<typeof organization>;
export type User = Static<typeof users>;
export type Taxonomy = Static<typeof taxonomies>;
export type Process = Static<typeof processes>;
export type Component = Static<typeof components>;
export type Proposal = Static<typeof proposals>;
export type Meeting = Static<typeof meetings>;
export type Status = Static<typeof statuses>;
export type Result = Static<typeof results>;
export type Budget = Static<typeof budgets>;
export type Project = Static<typeof projects>;
export type Revocation = Static<typeof revocations>;

/** The records by kind; the kind is also the name of its file in a world folder. */
export interface Records {
  organization: Organization;
  users: User;
  taxonomies: Taxonomy;
  processes: Process;
  components: Component;
  proposals: Proposal;
  meetings: Meeting;
  statuses: Status;
  results: Result;
  budgets: Budget;
  projects: Project;
  revocations: Revocation;
}
export type Kind = keyof Records;

/** The value that a record is looked up by. */
type Lookup = (row: Record<string, unknown>) => unknown;

/** What a kind is made of: its schema, what it is looked up by, and the fields no two records may share. */
export interface KindRules {
  schema: TSchema;
  indexes: Record<string, Lookup>;
  uniqueFields: string[];
  /** The four letters of the kind in a `reference` such as `TH-MEET-2026-11-5`. */
  referenceCode?: string;
  /** A field that leads to another record of the kind, and may not lead back. */
  parentField?: string;
  /** Fields that lead to a record of the same component, by its kind. */
  sameComponent?: Record<string, Kind>;
}
const by = (...fields: string[]): Record<string, Lookup> =>
  Object.fromEntries(fields.map((field) => [field, (row) => row[field]]));
/** The component that shows a record: null for a draft. Kinds without drafts have no such field, and are shown. */
const shownIn: Lookup = ({ componentId, publishedAt }) => (publishedAt === null ? null : componentId);
const rules = (schema: TSchema, more: Partial<KindRules> = {}): KindRules => ({
  schema,
  indexes: {},
  uniqueFields: [],
  ...more,
});

export const kinds: Record<Kind, KindRules> = {
  organization: rules(organization),
  users: rules(users, { uniqueFields: ['nickname', 'key', 'token'] }),
  taxonomies: rules(taxonomies, { indexes: by('parentId'), parentField: 'parentId' }),
  processes: rules(processes, { uniqueFields: ['slug'], referenceCode: 'PART' }),
  components: rules(components, { indexes: by('processId') }),
  proposals: rules(proposals, { indexes: { ...by('componentId'), shownIn }, referenceCode: 'PROP' }),
  meetings: rules(meetings, { indexes: { ...by('componentId'), shownIn }, referenceCode: 'MEET' }),
  statuses: rules(statuses, { indexes: { shownIn } }),
  results: rules(results, {
    indexes: { shownIn, ...by('parentId', 'statusId') },
    referenceCode: 'RESU',
    parentField: 'parentId',
    sameComponent: { parentId: 'results', statusId: 'statuses' },
  }),
  budgets: rules(budgets, { indexes: { shownIn } }),
  projects: rules(projects, { indexes: by('budgetId'), referenceCode: 'PROJ' }),
  revocations: rules(revocations, { uniqueFields: ['jti'] }),
};
/** The fields of a kind that hold a moment. */
export const dateTimeFields = (kind: Kind): string[] =>
  Object.entries(kinds[kind].schema['properties'] as Record<string, { format?: string; anyOf?: { format?: string }[] }>)
    .filter(([, schema]) => (schema.anyOf?.[0] ?? schema).format === 'moment')
    .map(([field]) => field);

export const kindNames = Object.keys(kinds) as Kind[];
/** The kinds that a world folder holds, one file each. */
export const worldKinds = kindNames.filter((kind) => kind !== 'revocations');
