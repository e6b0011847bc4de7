import type { Ajv, ErrorObject, KeywordCxt } from 'ajv';
import { didYouMean } from '../did-you-mean.ts';
import { ajv as ajvPackage } from '../packages.ts';
import type { KindRules, RecordProblem } from './define-kind.ts';
import { kinds, parseRecordReference } from './kinds.ts';
import type { Kind, Records } from './records.ts';
import type { Tables } from './tables.ts';
import { ajvFormats } from './time.ts';

/** Judges a member that a kind does not have: what is wrong with it, such as `is unknown`; undefined if it may be there. */
export type CheckAddedMember = (kind: Kind, name: string, value: unknown) => string | undefined;

/**
 * Creates what validates records, edits and attributes. Validators of records are called with the tables of a world as `this`, and each
 * is compiled when it is first used.
 */
function createAjv(): Ajv {
  const { Ajv: AjvClass, _ } = ajvPackage();
  const created = new AjvClass({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    // The schemas are those of the kinds, which are valid.
    validateSchema: false,
    loopRequired: 1,
    passContext: true,
    formats: ajvFormats,
    // A world is validated once: optimizing the code of its validators takes longer than running them.
    code: { optimize: false },
  });
  created.addKeyword({
    keyword: 'references',
    type: 'number',
    code: (cxt: KeywordCxt) => cxt.fail(_`this.find(${cxt.schema}, ${cxt.data}) === undefined`),
  });
  created.addKeyword({
    keyword: 'referencesOneOf',
    type: 'string',
    code: (cxt: KeywordCxt) =>
      // A wrong kind is a problem of the pattern.
      cxt.fail(
        _`${cxt.schemaValue}.includes(${cxt.data}.split("/")[0]) && this.find(${cxt.data}.split("/")[0], Number(${cxt.data}.split("/")[1])) === undefined`,
      ),
  });
  return created.addKeyword({
    // Marks texts by locale: in those of the `organization`, or in `any`.
    keyword: 'locales',
    type: 'object',
    // The locales of an invalid organization need not be a list.
    code: (cxt: KeywordCxt) =>
      cxt.schema === 'organization' &&
      cxt.fail(_`!Object.keys(${cxt.data}).every((locale) => [this.locales()].flat().includes(locale))`),
  });
}

let ajv: Ajv | undefined;

/** What validates records, edits and attributes. It is loaded when it is first used: the worlds of the package are known to be valid. */
export const recordAjv = (): Ajv => (ajv ??= createAjv());

/** Returns every problem of a record with its schema, and adds the defaults of missing fields to it. */
export function validateFields(
  kind: Kind,
  record: object,
  tables: Tables,
  checkAddedMember: CheckAddedMember = (ofKind, name) =>
    describeUnknownMember(name, Object.keys(kinds[ofKind].schema.properties)),
): RecordProblem[] {
  const validate = recordAjv().compile(kinds[kind].schema);
  if (validate.call(tables, record)) return [];
  return validate.errors!.flatMap((error) => {
    const problem = describeError(error, tables);
    const member = addedMember(error);
    if (member === undefined) return [problem];
    const message = checkAddedMember(kind, member, (record as Record<string, unknown>)[member]);
    return message === undefined ? [] : [{ ...problem, message }];
  });
}

/** What a record may lack, or refer to in vain, when it only says which records are meant. */
const keywordsOfWholeRecords = new Set(['required', 'references', 'referencesOneOf']);

/** Returns every problem of members by which records are found: a name or a value that no record of the kind can have. */
export function validateFilter(kind: Kind, members: object, tables: Tables): RecordProblem[] {
  const validate = recordAjv().compile(kinds[kind].schema);
  // The validator adds defaults.
  if (validate.call(tables, structuredClone(members))) return [];
  return validate
    .errors!.filter(({ keyword }) => !keywordsOfWholeRecords.has(keyword))
    .map((error) => describeError(error, tables));
}

type RelatedRecord = Record<string, unknown> & { id: number };

/** Returns the problems of a record in relation to others, of which some fields can be invalid: these are not judged again. */
export function validateRelations(
  kind: Kind,
  record: object,
  tables: Tables,
  fieldProblems: readonly RecordProblem[] = [],
): RecordProblem[] {
  if (fieldProblems.length === 0) return findRelationProblems(kind, record, tables);
  const invalid = new Set(fieldProblems.map(({ field }) => field?.split('.')[0]));
  try {
    return findRelationProblems(kind, record, tables).filter(({ field }) => !invalid.has(field?.split('.')[0]));
  } catch {
    // An invalid field can have any value.
    return [];
  }
}

function findRelationProblems(kind: Kind, validRecord: object, tables: Tables): RecordProblem[] {
  const rules = kinds[kind];
  const record = validRecord as RelatedRecord;
  const problems: RecordProblem[] = [];
  const { locales, defaultLocale } = record as { locales?: string[]; defaultLocale?: string };
  if (locales && !locales.includes(defaultLocale!))
    problems.push({ field: 'defaultLocale', message: `${defaultLocale} is not one of the locales` });
  const { exactlyOneOf } = rules;
  if (exactlyOneOf && exactlyOneOf.filter((field) => (record[field] ?? null) !== null).length !== 1)
    problems.push({ message: `exactly one of ${exactlyOneOf.join(' and ')} must have a value` });
  for (const [field, relatedKind] of Object.entries(rules.sameComponent ?? {})) {
    if (record[field] === null) continue;
    const related = tables.find(relatedKind as Kind, record[field] as number) as unknown as RelatedRecord | undefined;
    if (related && related['componentId'] !== record['componentId'])
      problems.push({ field, message: `${record[field]} belongs to another component` });
  }
  if (rules.parentField) {
    const { parentField } = rules;
    const visited = new Set([record.id]);
    for (let id = parentIdOf(record[parentField], kind); id !== null;) {
      if (visited.has(id))
        return [...problems, { field: parentField, message: `the chain of parents leads back to ${id}` }];
      visited.add(id);
      const parent = tables.find(kind, id) as unknown as RelatedRecord | undefined;
      id = parentIdOf(parent?.[parentField], kind);
    }
  }
  const find = tables.where.bind(tables) as Parameters<NonNullable<KindRules['findWorldProblem']>>[1];
  const problem = rules.findWorldProblem?.(record, find);
  return problem ? [...problems, problem] : problems;
}

/** The id in a field that refers to a record of a kind; null if it refers to a record of another kind, or to none. */
function parentIdOf(value: unknown, kind: Kind): number | null {
  if (typeof value !== 'string') return (value as number | null | undefined) ?? null;
  const reference = parseRecordReference(value);
  return reference.kind === kind ? reference.id : null;
}

/** The member of a record that an error says its kind does not have. */
const addedMember = ({ keyword, instancePath, params }: ErrorObject): string | undefined =>
  keyword === 'additionalProperties' && instancePath === '' ? (params['additionalProperty'] as string) : undefined;

const formatDescriptions: Record<string, string> = {
  'iso-date-time': 'an ISO 8601 date-time with seconds, such as 2027-03-12T18:00:00Z',
  date: 'a date such as 2027-03-12',
  'http-url': 'an http or https URL',
  'time-zone': 'an IANA time zone such as Europe/Madrid',
};

/** The types or values that a field can have besides null. */
const withoutNull = (values: string | (string | null)[]): string =>
  [values]
    .flat()
    .filter((value) => value !== null && value !== 'null')
    .join(', ');

const describeUnknownMember = (name: string, names: readonly string[]): string =>
  `is unknown${didYouMean(name, names).replace(' D', '; d')}`;

function describeError(error: ErrorObject & { data?: unknown }, tables: Tables): RecordProblem {
  const { keyword, instancePath, params, message, schema, parentSchema, data } = error;
  const member = (params['additionalProperty'] ?? params['missingProperty']) as string | undefined;
  const path = [...instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
  const descriptions: Record<string, () => string> = {
    additionalProperties: () => describeUnknownMember(member!, Object.keys(parentSchema?.['properties'] ?? {})),
    required: () => 'is missing',
    references: () => `there is no such record in ${schema as string}: ${JSON.stringify(data)}`,
    referencesOneOf: () => `there is no such record: ${JSON.stringify(data)}`,
    pattern: () => {
      const { referencesOneOf } = parentSchema as { referencesOneOf?: string[] };
      if (!referencesOneOf) return 'must be the name of a file, without a folder';
      return `must be a record of ${referencesOneOf.join(', ')}, such as "${referencesOneOf[0]}/1"`;
    },
    locales: () => {
      const known = [tables.locales()].flat();
      const missing = Object.keys(data as object).filter((locale) => !known.includes(locale));
      return `contains a locale that the organization does not have: ${missing.join(', ')}. It has ${known.join(', ')}`;
    },
    type: () => `must be ${withoutNull(params['type'])}`,
    enum: () => `must be one of ${withoutNull(params['allowedValues'])}`,
    format: () => `must be ${formatDescriptions[params['format'] as string]}`,
  };
  return {
    ...(path.length > 0 && { field: path.join('.') }),
    message: descriptions[keyword]?.() ?? message ?? keyword,
  };
}

/** Where a record comes from: a file of a world, or a store. */
export interface RecordPlace {
  kind: Kind;
  /** The `id` of the record, whatever it is. */
  id: unknown;
  /** The file, as messages name it; undefined for a record of a store. */
  file?: string;
  /** Its position in the file, from 1. */
  position?: number;
  /** Whether a client wrote it. */
  isOfClient?: boolean;
}

/** A record, and where it comes from. */
export interface LocatedRecord<R = Records[Kind]> {
  place: RecordPlace;
  record: R;
}

/** What is wrong with a world: a file, or a record and its place. */
export type WorldProblem = RecordProblem & (RecordPlace | { file: string; kind?: undefined });

/** What is wrong with the id of a record, which is then one of the `ids`; undefined if it is a number that no other record has. */
export function findIdProblem(record: unknown, ids: Set<unknown>): string | undefined {
  const { id } = (record ?? {}) as { id?: unknown };
  if (typeof record !== 'object' || !Number.isInteger(id)) return 'must be an object with an integer id';
  if (ids.has(id)) return 'an earlier record has the same id';
  ids.add(id);
  return undefined;
}

/** What must differ between records in a unique field: nobody tells e-mail addresses apart by their case. */
function uniqueValue(record: object, field: string): unknown {
  const value = (record as Record<string, unknown>)[field] ?? null;
  return field === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** The problems of values that must be unique, but are not. */
export function findDuplicates(located: readonly LocatedRecord[]): WorldProblem[] {
  const places = new Map<string, RecordPlace>();
  const problems: WorldProblem[] = [];
  for (const { place, record } of located) {
    for (const field of kinds[place.kind].uniqueFields) {
      const value = uniqueValue(record, field);
      if (value === null) continue;
      const key = JSON.stringify([place.kind, field, value]);
      const earlier = places.get(key);
      if (earlier)
        problems.push({
          ...place,
          field,
          message: `${JSON.stringify(value)} is already used by ${formatPlace(earlier)}`,
        });
      else places.set(key, place);
    }
  }
  return problems;
}

/** The sentence about a problem of a record. */
export const formatRecordProblem = ({ field, message }: RecordProblem): string =>
  field === undefined ? message : `${field}: ${message}`;

/** The words for the place of a record. */
function formatPlace({ kind, id, file, position, isOfClient }: RecordPlace): string {
  const name = id === undefined ? kind : `${kind} ${String(id)}`;
  if (file === undefined) return isOfClient ? `${name}, which a client wrote` : name;
  return `${file}: record ${position}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
}

/** The sentence about a problem of a world. */
export const formatWorldProblem = (problem: WorldProblem): string =>
  `${problem.kind === undefined ? problem.file : formatPlace(problem)}: ${formatRecordProblem(problem)}`;

/** The first sentence about problems; `more` says how many others there are, and where they are listed. */
export const formatFirstProblem = (problems: readonly [WorldProblem, ...WorldProblem[]], hint = ''): string =>
  formatWorldProblem(problems[0]) + (problems.length > 1 ? ` (and ${problems.length - 1} more${hint})` : '');
