import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import type { AttributeContext } from '../../contract/server-dialect.ts';
import type { Kind } from '../../store/records.ts';
import { ajvFormats } from '../../store/time.ts';

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

/** Returns the difference of two date-times in milliseconds, or NaN if one is invalid: `format` reports that. */
const subtract = (store: AttributeContext['store'], minuend: unknown, subtrahend: unknown): number => {
  const [a, b] = [minuend, subtrahend].map((text) => (typeof text === 'string' ? store.parseDateTime(text) : NaN));
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

  references: (({ store, componentId }, kind: Kind, id: number | null) => {
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

/** Creates an Ajv instance with the keywords of `@constraint`. Its validators need an `AttributeContext` as `this`. */
export function createConstraintAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    passContext: true,
    formats: ajvFormats,
    // GraphQL has checked the arguments of `@constraint` already.
    meta: false,
    validateSchema: false,
  });
  for (const [keyword, validateKeyword] of Object.entries(keywords)) {
    const validate = function (
      this: AttributeContext,
      argument: unknown,
      value: unknown,
      _: AnySchemaObject | undefined,
      location: { parentData: unknown; instancePath: string } | undefined,
    ): boolean {
      const errors = (validateKeyword as KeywordValidator<unknown, unknown>)(
        this,
        argument,
        value,
        location?.parentData as Record<string, unknown>,
      );
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
