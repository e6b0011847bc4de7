import type { ErrorObject } from 'ajv';
import type { KindRules } from './define-kind.ts';
import { kinds } from './kinds.ts';
import { type RecordLookup, createRecordValidators } from './record-validators.ts';
import type { Kind } from './records.ts';
import { worldValidator } from './world-validators.ts';

const recordValidator = createRecordValidators(false);

/**
 * Returns one sentence for each problem of a record, and adds the defaults of missing fields to it. With `fromWorld`,
 * the rules are stricter: a deployment can store values from clients that it does not validate.
 */
export function validateRecord(kind: Kind, record: object, lookup: RecordLookup, fromWorld = false): string[] {
  const validate = (fromWorld ? worldValidator : recordValidator)(kind);
  const problems = validate.call(lookup, record) ? [] : (validate.errors ?? []).filter(isCause).map(describeError);
  if (problems.length > 0) return [...new Set(problems)];
  const find = lookup.where?.bind(lookup) as Parameters<NonNullable<KindRules['findWorldProblem']>>[1] | undefined;
  const worldProblem = fromWorld && find && kinds[kind].findWorldProblem?.(record as Record<string, unknown>, find);
  return [...validateRelations(kinds[kind], kind, record, lookup), ...(worldProblem ? [worldProblem] : [])];
}

type RelatedRecord = Record<string, unknown> & { id: number };

function validateRelations(rules: KindRules, kind: Kind, validRecord: object, lookup: RecordLookup): string[] {
  const record = validRecord as RelatedRecord;
  const problems: string[] = [];
  const { locales, defaultLocale } = record as { locales?: string[]; defaultLocale?: string };
  if (locales && !locales.includes(defaultLocale!))
    problems.push(`defaultLocale: ${defaultLocale} is not one of the locales`);
  const { exactlyOneOf } = rules;
  if (exactlyOneOf && exactlyOneOf.filter((field) => (record[field] ?? null) !== null).length !== 1)
    problems.push(`exactly one of ${exactlyOneOf.join(' and ')} must have a value`);
  for (const [field, relatedKind] of Object.entries(rules.sameComponent ?? {})) {
    if (record[field] === null) continue;
    const related = lookup.find(relatedKind as Kind, record[field] as number) as RelatedRecord;
    if (related['componentId'] !== record['componentId'])
      problems.push(`${field}: ${record[field]} belongs to another component`);
  }
  if (rules.parentField) {
    const { parentField } = rules;
    const visited = new Set([record.id]);
    for (let id = record[parentField] as number | null; id !== null;) {
      if (visited.has(id)) return [...problems, `${parentField}: the chain of parents leads back to ${id}`];
      visited.add(id);
      const parent = lookup.find(kind, id) as RelatedRecord | undefined;
      id = (parent?.[parentField] as number | undefined) ?? null;
    }
  }
  return problems;
}

// For a nullable value, ajv reports the errors of both branches and of `anyOf`. Only the errors of the first branch
// help.
const isCause = ({ keyword, schemaPath }: ErrorObject) =>
  keyword !== 'anyOf' && keyword !== 'inWorld' && !schemaPath.endsWith('anyOf/1/type');

const isoDateTime = 'an ISO 8601 date-time with seconds, such as 2027-03-12T18:00:00Z';
const formatDescriptions: Record<string, string> = {
  'iso-date-time': isoDateTime,
  'stored-date-time': isoDateTime,
  'stored-date': 'a date such as 2027-03-12',
  date: 'a date such as 2027-03-12',
  'http-url': 'an http or https URL',
  'time-zone': 'an IANA time zone such as Europe/Madrid',
};

function describeError(error: ErrorObject & { data?: unknown }): string {
  const { keyword, instancePath, params, message, schema, parentSchema, data } = error;
  const field = instancePath.slice(1).replaceAll('/', '.');
  const prefix = field === '' ? '' : `${field}: `;
  const descriptions: Record<string, () => string> = {
    additionalProperties: () => `unknown field ${params['additionalProperty'] as string}`,
    required: () => `${params['missingProperty'] as string} is missing`,
    references: () => `there is no such record in ${schema as string}: ${JSON.stringify(data)}`,
    referencesOneOf: () => `there is no such record: ${JSON.stringify(data)}`,
    pattern: () => {
      const { referencesOneOf } = parentSchema as { referencesOneOf?: string[] };
      if (!referencesOneOf) return 'must be the name of a file, without a folder';
      return `must be a record of ${referencesOneOf.join(', ')}, such as "${referencesOneOf[0]}/1"`;
    },
    organizationLocales: () => 'contains a locale that the organization does not have',
    enum: () => `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    format: () => `must be ${formatDescriptions[params['format'] as string]}`,
  };
  return prefix + (descriptions[keyword]?.() ?? message ?? keyword);
}
