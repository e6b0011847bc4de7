import type { Ajv, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import { getConstraintDirective } from '../graphql/directives.ts';
import type { AttributeContext, CreateAttributeValidator } from '../graphql/guards.ts';
import type { AttributeError } from '../errors.ts';
import type { Kind } from '../records/records.ts';
import { recordAjv } from '../records/validate.ts';

/** Validates a value by a keyword with an argument; `siblings` are the attributes of the object that contains the value. */
type KeywordValidator<Argument, Value> = (
  context: AttributeContext,
  argument: Argument,
  value: Value,
  siblings: Record<string, unknown>,
) => KeywordError[];

interface KeywordError {
  /** The path below the value, with `/` between segments. */
  subpath?: string;
  message: string;
}

const errorIf = (isInvalid: boolean, message: string): KeywordError[] => (isInvalid ? [{ message }] : []);

const isBlank = (text: string): boolean => text.trim() === '';
const blankMessage = 'cannot be blank';

/** Returns the difference of two date-times in the precision in which they are stored, seconds; NaN if one is invalid: `format` reports that. */
const subtract = (store: AttributeContext['store'], minuend: unknown, subtrahend: unknown): number => {
  const [a, b] = [minuend, subtrahend].map((text) =>
    typeof text === 'string' ? Math.floor(store.parseDateTime(text) / 1000) : NaN,
  );
  return a! - b!;
};

const keywords: { [name: string]: KeywordValidator<never, never> } = {
  notBlank: ((_, __, value: unknown) =>
    errorIf(typeof value === 'string' && isBlank(value), blankMessage)) satisfies KeywordValidator<true, unknown>,

  before: (({ store }, other: string, value: string, siblings) =>
    errorIf(
      subtract(store, value, siblings[other]) >= 0,
      `must be before ${other}, ${String(siblings[other])}`,
    )) satisfies KeywordValidator<string, string>,

  after: (({ store }, other: string, value: string, siblings) =>
    errorIf(
      subtract(store, value, siblings[other]) <= 0,
      `must be after ${other}, ${String(siblings[other])}`,
    )) satisfies KeywordValidator<string, string>,

  localeMap: (({ store }, __, value: unknown) => {
    if (value === null) return [];
    if (typeof value !== 'object' || Array.isArray(value)) {
      return [{ message: 'must be an object of texts by locale, such as {"en": "…"}' }];
    }
    return Object.entries(value).flatMap(([locale, text]) => {
      if (text === null) return [];
      if (typeof text !== 'string') return [{ subpath: locale, message: 'must be a string' }];
      const isRefused = locale === store.organization.defaultLocale && isBlank(text);
      return isRefused ? [{ subpath: locale, message: `${blankMessage}; null removes this locale` }] : [];
    });
  }) satisfies KeywordValidator<true, unknown>,

  // A keyword of the attributes object, because the fields it names may be absent.
  defaultLocale: (({ store }, fields: string[], values: Record<string, unknown>) => {
    const locale = store.organization.defaultLocale;
    return fields.flatMap((field) => {
      const map = values[field] ?? {};
      if (typeof map !== 'object' || Array.isArray(map)) return [];
      const isMissing = ((map as Record<string, unknown>)[locale] ?? null) === null;
      return isMissing ? [{ subpath: `${field}/${locale}`, message: blankMessage }] : [];
    });
  }) satisfies KeywordValidator<string[], Record<string, unknown>>,

  // The keyword `references` of a record takes the records of all components.
  referencesInComponent: (({ store, componentId }, kind: Kind, id: number | null) => {
    const record = store.find(kind, id) as { componentId?: number } | undefined;
    return errorIf(
      id !== null && record?.componentId !== componentId,
      `must be the id of one of the ${kind} of this component`,
    );
  }) satisfies KeywordValidator<Kind, number | null>,

  notRoot: (({ store }, _, ids: (number | string)[] | null) => {
    const roots = (ids ?? []).filter((id) => store.find('taxonomies', id)?.parentId === null);
    return errorIf(roots.length > 0, `cannot contain a root taxonomy: ${roots.join(', ')}`);
  }) satisfies KeywordValidator<true, (number | string)[] | null>,
};

/** Adds the keywords to what validates; the validators of attributes are called with an AttributeContext as `this`. */
function addKeywords(ajv: Ajv): Ajv {
  for (const [keyword, validateKeyword] of Object.entries(keywords)) {
    const validate = function (
      this: AttributeContext,
      argument: unknown,
      value: unknown,
      _: AnySchemaObject | undefined,
      location: { parentData: unknown; instancePath: string } | undefined,
    ): boolean {
      const siblings = location?.parentData as Record<string, unknown>;
      const errors = (validateKeyword as KeywordValidator<unknown, unknown>)(this, argument, value, siblings);
      validate.errors = errors.map(({ subpath, message }) => ({
        keyword,
        params: {},
        message,
        instancePath: `${location?.instancePath ?? ''}${subpath === undefined ? '' : `/${subpath}`}`,
      }));
      return errors.length === 0;
    };
    validate.errors = [] as Partial<ErrorObject>[];
    ajv.addKeyword({ keyword, validate, errors: 'full' });
  }
  return ajv;
}

let ajv: Ajv | undefined;
const attributeAjv = (): Ajv => (ajv ??= addKeywords(recordAjv()));

/** Builds the JSON Schema of an attributes type from its `@constraint`s. GraphQL validates the types and required fields. */
function buildConstraintSchema(schema: GraphQLSchema, type: GraphQLInputObjectType) {
  const properties: Record<string, object> = {};
  const defaultLocale: string[] = [];
  for (const field of Object.values(type.getFields())) {
    const { defaultLocale: requiresDefaultLocale, references, ...others } = getConstraintDirective(schema, field);
    const constraint = { ...others, ...(references && { referencesInComponent: references }) };
    if (requiresDefaultLocale) defaultLocale.push(field.name);
    if (Object.keys(constraint).length > 0) properties[field.name] = constraint;
  }
  return { properties, ...(defaultLocale.length > 0 && { defaultLocale }) };
}

/** Creates the validator of an attributes type from its `@constraint`s. */
export const createConstraintValidator: CreateAttributeValidator = (schema, type) => {
  // Compiling takes longer than the rest of a start, and most processes use few of the validators.
  let compiled: ValidateFunction | undefined;
  const compile = () => attributeAjv().compile<Record<string, unknown>>(buildConstraintSchema(schema, type));
  const fields = Object.values(type.getFields());
  const names = fields.map(({ name }) => name);
  const position = (error: ErrorObject) => names.indexOf(error.instancePath.split('/')[1] ?? '');
  return {
    localeMaps: fields.filter((field) => getConstraintDirective(schema, field).localeMap).map(({ name }) => name),
    validate(attributes, context) {
      const validate = (compiled ??= compile());
      if (validate.call(context, attributes)) return undefined;
      return (validate.errors ?? []).toSorted((a, b) => position(a) - position(b)).map(toAttributeError);
    },
  };
};

const formatMessages: Record<string, string> = {
  'iso-date-time': 'must be an ISO 8601 date and time of a day that exists, such as 2027-03-12T18:00:00Z',
  date: 'must be a day that exists, as YYYY-MM-DD',
  'http-url': 'must be an http or https URL',
};

function toAttributeError({ keyword, instancePath, params, message }: ErrorObject): AttributeError {
  const messages: Record<string, () => string> = {
    format: () => formatMessages[params['format'] as string]!,
    enum: () => `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    minimum: () => `must be ${params['limit'] as number} or more`,
    maximum: () => `must be ${params['limit'] as number} or less`,
  };
  return {
    path: ['attributes', ...instancePath.slice(1).split('/')],
    message: messages[keyword]?.() ?? message ?? keyword,
  };
}
