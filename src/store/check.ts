import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { ajvFormats } from './time.ts';
import { type Kind, type KindRules, kinds } from './records.ts';

/** What a record is judged against: the records it may refer to, and the organization's locales. */
export interface RecordLookup {
  find(kind: Kind, id: number): object | undefined;
  locales(): string[];
}

/** Compiles the validator of a kind when it is first used; the keyword `inWorld` applies to the records of a world only. */
function createValidators(ofWorld: boolean): (kind: Kind) => ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    passContext: true,
    formats: ajvFormats,
    // A world is checked once, at the start: optimizing the code of its validators takes longer than running them.
    code: { optimize: !ofWorld },
    // The schemas are in records.ts, and a test checks them.
    meta: false,
    validateSchema: false,
  });
  ajv.addKeyword({
    keyword: 'references',
    type: 'number',
    validate(this: RecordLookup, kind: Kind, id: number) {
      return this.find(kind, id) !== undefined;
    },
  });
  ajv.addKeyword({
    keyword: 'texts',
    type: 'object',
    validate(this: RecordLookup, _: true, texts: object) {
      const locales = this.locales();
      return Object.keys(texts).every((locale) => locales.includes(locale));
    },
  });
  ajv.addKeyword(ofWorld ? { keyword: 'inWorld', macro: (schema: object) => schema } : 'inWorld');
  // ajv caches what it compiled by the schema object.
  return (kind) => ajv.compile(kinds[kind].schema);
}

const clientValidators = createValidators(false);
const worldValidators = createValidators(true);

/**
 * The problems of one record, one sentence each, by field; fields that were left out get their defaults. More is asked of the
 * records of a world than of those that clients wrote: a deployment may store what it does not judge.
 */
export function validateRecord(kind: Kind, record: object, around: RecordLookup, ofWorld = false): string[] {
  const validate = (ofWorld ? worldValidators : clientValidators)(kind);
  const sentences = validate.call(around, record) ? [] : (validate.errors ?? []).filter(isCause).map(sentence);
  return sentences.length > 0 ? [...new Set(sentences)] : relationProblems(kinds[kind], kind, record, around);
}

type Linked = Record<string, unknown> & { id: number };

function relationProblems(rules: KindRules, kind: Kind, record: object, around: RecordLookup): string[] {
  const self = record as Linked;
  const problems: string[] = [];
  const { locales, defaultLocale } = self as { locales?: string[]; defaultLocale?: string };
  if (locales && !locales.includes(defaultLocale!))
    problems.push(`defaultLocale: ${defaultLocale} is none of the locales`);
  for (const [field, target] of Object.entries(rules.sameComponent ?? {})) {
    if (self[field] === null) continue;
    const other = around.find(target, self[field] as number) as Linked;
    if (other['componentId'] !== self['componentId']) problems.push(`${field}: ${self[field]} is of another component`);
  }
  if (rules.parentField) {
    const { parentField } = rules;
    const seen = new Set([self.id]);
    for (let up = self[parentField] as number | null; up !== null;) {
      if (seen.has(up)) return [...problems, `${parentField}: the chain of parents leads back to ${up}`];
      seen.add(up);
      up = ((around.find(kind, up) as Linked | undefined)?.[parentField] as number | undefined) ?? null;
    }
  }
  return problems;
}

// Of a value that may be null, ajv reports both branches and then the choice: the first says what is wrong.
const isCause = ({ keyword, schemaPath }: ErrorObject) =>
  keyword !== 'anyOf' && keyword !== 'inWorld' && !schemaPath.endsWith('anyOf/1/type');

/** Formats by the name of what may be written, where they have another. */
const formatNames: Record<string, string> = { moment: 'iso-date-time' };

function sentence({ keyword, instancePath, params, message, schema, data }: ErrorObject & { data?: unknown }): string {
  const field = instancePath.slice(1).replaceAll('/', '.');
  const named = field === '' ? '' : `${field}: `;
  const known: Record<string, () => string> = {
    additionalProperties: () => `${named}unknown field ${params['additionalProperty'] as string}`,
    required: () => `${named}${params['missingProperty'] as string} is missing`,
    references: () => `${named}there is no such record in ${schema as string}: ${JSON.stringify(data)}`,
    texts: () => `${named}a locale that the organization does not have`,
    enum: () => `${named}must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    format: () => `${named}must be a ${formatNames[params['format'] as string] ?? (params['format'] as string)}`,
  };
  return known[keyword]?.() ?? `${named}${message ?? keyword}`;
}
