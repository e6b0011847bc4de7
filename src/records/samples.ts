/** A new record without some of its members, and what their samples are made of. */
export interface Draft {
  kind: string;
  id: number;
  record: Record<string, unknown>;
  defaultLocale: string;
  /** The time of the write, in milliseconds since 1970. */
  now: number;
  /** The id of a record that fits: the first one that everybody sees, or a new one. */
  idOf(kind: string): number;
  /** The same for a component with this content. */
  idOfComponent(kind: string): number;
  idOfParticipant(): number;
  /** Creates another record, and returns its id. */
  create(kind: string): number;
}

/** The value of a member that a new record leaves out. */
export type Sample = string | number | readonly string[] | ((draft: Draft) => unknown);

type Named = Pick<Draft, 'kind' | 'id'>;

/** What a kind is called in a sentence, such as `comment vote`. */
const nounOf = (kind: string): string =>
  kind
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/ies$/, 'y')
    .replace(/(ss|us)es$/, '$1')
    .replace(/s$/, '');

/** A name for people, such as `Comment vote 5`. */
export const title = ({ kind, id }: Named): string =>
  `${nounOf(kind).replace(/^./, (first) => first.toUpperCase())} ${id}`;

/** A name for programs, such as `comment-vote-5`. */
export const nameWithId =
  (separator: string) =>
  ({ kind, id }: Named): string =>
    `${nounOf(kind).replaceAll(' ', separator)}${separator}${id}`;

export const component =
  (kind: string) =>
  ({ idOfComponent }: Draft): number =>
    idOfComponent(kind);
export const participant = ({ idOfParticipant }: Draft): number => idOfParticipant();

export const hourMs = 3_600_000;
const isoTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
export const today = ({ now }: Draft): string => isoTime(now).slice(0, 10);
/** A time relative to another member, or to now. */
export const after =
  (member: string, ms: number, otherwiseMs = 0) =>
  ({ record, now }: Draft): string => {
    const time = Date.parse(String(record[member]));
    return isoTime(Number.isNaN(time) ? now + otherwiseMs : time + ms);
  };

interface FieldSchema {
  type?: 'integer' | 'string' | 'object';
  enum?: unknown[];
  minimum?: number;
  references?: string;
  referencesOneOf?: string[];
  locales?: string;
}

const htmlFields = new Set(['body', 'content', 'description']);

/** The sample of a required field that its type alone determines. */
function sampleOfType(field: string, schema: FieldSchema, draft: Draft): unknown {
  const { references, referencesOneOf } = schema;
  if (references) return references === 'users' ? draft.idOfParticipant() : draft.idOf(references);
  if (referencesOneOf) return `${referencesOneOf[0]}/${draft.idOf(referencesOneOf[0]!)}`;
  if (schema.locales) return { [draft.defaultLocale]: htmlFields.has(field) ? `<p>${title(draft)}</p>` : title(draft) };
  if (schema.enum) return schema.enum[0];
  return { integer: schema.minimum ?? 0, string: '', object: {} }[schema.type!];
}

/** What a kind says about its fields. */
interface SampledKind {
  samples: Record<string, Sample | undefined>;
  schema: { properties: Record<string, object>; required: string[] };
}

/** Adds the members that a record needs and does not have, but not those that every world adds: times, references and simple defaults. */
export function addSamples({ samples, schema: { properties, required } }: SampledKind, draft: Draft): void {
  const { record } = draft;
  for (const [field, sample] of Object.entries(samples))
    if (record[field] === undefined) record[field] = typeof sample === 'function' ? sample(draft) : sample;
  for (const field of required) {
    const schema = properties[field]!;
    const isAdded = 'default' in schema || ['id', 'reference', 'createdAt', 'updatedAt'].includes(field);
    if (!isAdded && record[field] === undefined) record[field] = sampleOfType(field, schema, draft);
  }
}
