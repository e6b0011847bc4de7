import type { ErrorObject } from 'ajv';
import type { KindRules, RecordProblem } from './define-kind.ts';
import { kinds, parseRecordReference } from './kinds.ts';
import { type RecordLookup, createRecordValidators } from './record-validators.ts';
import type { Kind } from './records.ts';
import { formatRecordProblem } from './world-problem.ts';

const recordValidator = createRecordValidators(false);
const worldValidator = createRecordValidators(true);

/**
 * Returns every problem of a record, and adds the defaults of missing fields to it. With `fromWorld`,
 * the rules are stricter: a deployment can store values from clients that it does not validate.
 */
export function validateRecord(kind: Kind, record: object, lookup: RecordLookup, fromWorld = false): RecordProblem[] {
  const validate = (fromWorld ? worldValidator : recordValidator)(kind);
  const errors = validate.call(lookup, record) ? [] : (validate.errors ?? []).filter(isCause);
  const problems = errors.flatMap((error) => {
    const problem = describeError(error);
    const member = addedMember(error);
    if (member === undefined || !lookup.checkAddedMember) return [problem];
    const message = lookup.checkAddedMember(kind, member, (record as Record<string, unknown>)[member]);
    return message === undefined ? [] : [{ ...problem, message }];
  });
  // A value can break a rule twice: that of all records and that of a world.
  if (problems.length > 0) return [...new Map(problems.map((each) => [formatRecordProblem(each), each])).values()];
  const find = lookup.where?.bind(lookup) as Parameters<NonNullable<KindRules['findWorldProblem']>>[1] | undefined;
  const worldProblem = fromWorld && find && kinds[kind].findWorldProblem?.(record as Record<string, unknown>, find);
  return [...validateRelations(kinds[kind], kind, record, lookup), ...(worldProblem ? [worldProblem] : [])];
}

type RelatedRecord = Record<string, unknown> & { id: number };

function validateRelations(rules: KindRules, kind: Kind, validRecord: object, lookup: RecordLookup): RecordProblem[] {
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
    const related = lookup.find(relatedKind as Kind, record[field] as number) as RelatedRecord;
    if (related['componentId'] !== record['componentId'])
      problems.push({ field, message: `${record[field]} belongs to another component` });
  }
  if (rules.parentField) {
    const { parentField } = rules;
    const visited = new Set([record.id]);
    for (let id = parentIdOf(record[parentField], kind); id !== null;) {
      if (visited.has(id))
        return [...problems, { field: parentField, message: `the chain of parents leads back to ${id}` }];
      visited.add(id);
      const parent = lookup.find(kind, id) as RelatedRecord | undefined;
      id = parentIdOf(parent?.[parentField], kind);
    }
  }
  return problems;
}

/** The id in a field that refers to a record of a kind; null if it refers to a record of another kind, or to none. */
function parentIdOf(value: unknown, kind: Kind): number | null {
  if (typeof value !== 'string') return (value as number | null | undefined) ?? null;
  const reference = parseRecordReference(value);
  return reference.kind === kind ? reference.id : null;
}

// ajv also reports that the rules of a world are broken, beside those rules.
const isCause = ({ keyword }: ErrorObject) => keyword !== 'inWorld';

/** The member of a record that an error says its kind does not have. */
const addedMember = ({ keyword, instancePath, params }: ErrorObject): string | undefined =>
  keyword === 'additionalProperties' && instancePath === '' ? (params['additionalProperty'] as string) : undefined;

const isoDateTime = 'an ISO 8601 date-time with seconds, such as 2027-03-12T18:00:00Z';
const formatDescriptions: Record<string, string> = {
  'iso-date-time': isoDateTime,
  'stored-date-time': isoDateTime,
  'stored-date': 'a date such as 2027-03-12',
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

function describeError(error: ErrorObject & { data?: unknown }): RecordProblem {
  const { keyword, instancePath, params, message, schema, parentSchema, data } = error;
  const member = (params['additionalProperty'] ?? params['missingProperty']) as string | undefined;
  const path = [...instancePath.split('/').slice(1), ...(member === undefined ? [] : [member])];
  const descriptions: Record<string, () => string> = {
    additionalProperties: () => 'is unknown',
    required: () => 'is missing',
    references: () => `there is no such record in ${schema as string}: ${JSON.stringify(data)}`,
    referencesOneOf: () => `there is no such record: ${JSON.stringify(data)}`,
    pattern: () => {
      const { referencesOneOf } = parentSchema as { referencesOneOf?: string[] };
      if (!referencesOneOf) return 'must be the name of a file, without a folder';
      return `must be a record of ${referencesOneOf.join(', ')}, such as "${referencesOneOf[0]}/1"`;
    },
    organizationLocales: () => 'contains a locale that the organization does not have',
    type: () => `must be ${withoutNull(params['type'])}`,
    enum: () => `must be one of ${withoutNull(params['allowedValues'])}`,
    format: () => `must be ${formatDescriptions[params['format'] as string]}`,
  };
  return {
    ...(path.length > 0 && { field: path.join('.') }),
    message: descriptions[keyword]?.() ?? message ?? keyword,
  };
}
