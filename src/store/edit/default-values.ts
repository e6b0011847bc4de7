import type { TSchema } from '../schema-builder.ts';
import { kinds } from '../kinds.ts';
import { oauthScopes } from '../oauth-scopes.ts';
import type { Kind, Records } from '../records.ts';
import type { RawRecord } from '../world.ts';

/** A record without some of its members, and what their defaults are made of. */
export interface Draft {
  kind: Kind;
  id: number;
  record: RawRecord;
  defaultLocale: string;
  /** The time of the write, in milliseconds since 1970. */
  now: number;
  /** The id of a record that fits: the first one that everybody sees, or a new one. */
  idOf(kind: Kind): number;
  idOfComponent(kind: Records['components']['kind']): number;
  idOfParticipant(): number;
  /** Creates another record, and returns its id. */
  create(kind: Kind): number;
}

type GetDefault = (draft: Draft) => unknown;

const hourMs = 3_600_000;
const isoTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
/** A time relative to another member, or to now. */
const after =
  (member: string, ms: number, otherwiseMs: number): GetDefault =>
  ({ record, now }) => {
    const time = Date.parse(String(record[member]));
    return isoTime(Number.isNaN(time) ? now + otherwiseMs : time + ms);
  };

/** What a kind is called in a sentence, such as `comment vote`. */
const nounOf = (kind: Kind): string =>
  kind
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ies$/, 'y')
    .replace(/(ss|us)es$/, '$1')
    .replace(/s$/, '');
const named = ({ kind, id }: Draft): string => `${nounOf(kind).replace(/^./, (first) => first.toUpperCase())} ${id}`;
const withId =
  (separator: string): GetDefault =>
  ({ kind, id }) =>
    `${nounOf(kind).replaceAll(' ', separator)}${separator}${id}`;

const participant: GetDefault = ({ idOfParticipant }) => idOfParticipant();
const inComponent = (kind: Records['components']['kind']): Record<string, GetDefault> => ({
  componentId: ({ idOfComponent }) => idOfComponent(kind),
});
const byParticipant = { authorId: participant };

/** The defaults of members that need more than their type, by kind, in this order. */
const defaultsByKind: { [K in Kind]?: { [Member in keyof Records[K]]?: GetDefault } } = {
  organization: {
    host: () => 'localhost',
    referencePrefix: () => 'PLN',
    timeZone: () => 'UTC',
    locales: () => ['en'],
    defaultLocale: ({ record }) => (record['locales'] as unknown[])[0],
  },
  users: { name: named, nickname: withId('_') },
  components: {
    kind: () => 'proposals',
    processId: ({ record, idOf }) => (record['assemblyId'] == null ? idOf('processes') : null),
  },
  staticPages: { slug: withId('-') },
  processes: { slug: withId('-') },
  assemblies: { slug: withId('-') },
  spaceLinks: { name: () => 'related', to: ({ create }) => `processes/${create('processes')}` },
  steps: { position: ({ id }) => id },
  proposals: { ...inComponent('proposals'), authorIds: ({ idOfParticipant }) => [idOfParticipant()] },
  proposalStates: {
    ...inComponent('proposals'),
    token: withId('_'),
    bgColor: () => '#E3FCE9',
    textColor: () => '#15602C',
  },
  amendments: { emendationId: ({ create }) => create('proposals'), state: () => 'evaluating' },
  meetings: {
    ...inComponent('meetings'),
    ...byParticipant,
    startTime: after('endTime', -2 * hourMs, 7 * 24 * hourMs),
    endTime: after('startTime', 2 * hourMs, 0),
    typeOfMeeting: () => 'IN_PERSON',
    iframeEmbedType: () => 'NONE',
  },
  agendaItems: { duration: () => 30, position: ({ id }) => id },
  results: inComponent('accountability'),
  statuses: { ...inComponent('accountability'), key: withId('-') },
  milestones: { entryDate: ({ now }) => isoTime(now).slice(0, 10) },
  budgets: { ...inComponent('budgets'), totalBudget: () => 100_000 },
  projects: { budgetAmount: () => 10_000 },
  debates: { ...inComponent('debates'), ...byParticipant },
  pages: inComponent('pages'),
  posts: { ...inComponent('blogs'), ...byParticipant },
  surveys: inComponent('surveys'),
  questions: { questionType: () => 'short_response', position: ({ id }) => id },
  commentVotes: { weight: () => 1 },
  attachments: { link: ({ record, id }) => (record['file'] == null ? `https://example.org/${id}` : null) },
  badgeScores: { badgeName: () => 'followers' },
  reports: { reason: () => 'spam', locale: ({ defaultLocale }) => defaultLocale },
  userReports: { reason: () => 'spam' },
  oauthApplications: {
    clientId: withId('-'),
    secret: (draft) => (draft.record['confidential'] === false ? null : `${withId('-')(draft) as string}-secret`),
    redirectUris: () => ['http://localhost:3000/callback'],
    scopes: () => oauthScopes,
    organizationName: () => 'The makers',
  },
};

interface FieldSchema extends TSchema {
  enum?: unknown[];
  minimum?: number;
  references?: Kind;
  referencesOneOf?: Kind[];
  organizationLocales?: true;
}

const htmlFields = new Set(['body', 'content', 'description']);

/** The default of a required member that its type alone determines. */
function valueOfType(field: string, schema: FieldSchema, draft: Draft): unknown {
  const { references, referencesOneOf } = schema;
  if (references) return references === 'users' ? draft.idOfParticipant() : draft.idOf(references);
  if (referencesOneOf) return `${referencesOneOf[0]}/${draft.idOf(referencesOneOf[0]!)}`;
  if (schema.organizationLocales)
    return { [draft.defaultLocale]: htmlFields.has(field) ? `<p>${named(draft)}</p>` : named(draft) };
  if (schema.enum) return schema.enum[0];
  return { integer: schema.minimum ?? 0, string: '', object: {} }[schema['type'] as string];
}

/** Adds the members that a record needs and does not have, but not those that every world adds: times, references and simple defaults. */
export function addDefaults(draft: Draft): void {
  const { kind, record } = draft;
  const { properties, required } = kinds[kind].schema as unknown as {
    properties: Record<string, FieldSchema>;
    required: string[];
  };
  for (const [name, getDefault] of Object.entries(defaultsByKind[kind] ?? {}))
    if (record[name] === undefined) record[name] = getDefault(draft);
  for (const name of required) {
    const schema = properties[name]!;
    const isAdded = 'default' in schema || ['id', 'reference', 'createdAt', 'updatedAt'].includes(name);
    if (!isAdded && record[name] === undefined) record[name] = valueOfType(name, schema, draft);
  }
}
