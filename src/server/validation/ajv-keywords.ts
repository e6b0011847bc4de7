import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import type { AttributeContext } from '../../contract/server-dialect.ts';
import type { Kind } from '../../store/records.ts';
import { ajvFormats } from '../../store/time.ts';

type Check<Argument, Value> = (
  situation: AttributeContext,
  argument: Argument,
  value: Value,
  siblings: Record<string, unknown>,
) => Found[];
/** A fault at a path below the value. */
interface Found {
  below?: string;
  message: string;
}

const fault = (failed: boolean, message: string): Found[] => (failed ? [{ message }] : []);

const isBlank = (text: string): boolean => text.trim() === '';
const blank = 'cannot be blank';

/** Below 0 when the first date-time is the earlier one, NaN when one of them is no date-time: that is another fault. */
const compare = (store: AttributeContext['store'], one: unknown, other: unknown): number => {
  const [a, b] = [one, other].map((text) => (typeof text === 'string' ? store.parseDateTime(text) : NaN));
  return a! - b!;
};

const keywords: { [name: string]: Check<never, never> } = {
  notBlank: ((_, __, value: unknown) => fault(typeof value === 'string' && isBlank(value), blank)) satisfies Check<
    true,
    unknown
  >,

  before: (({ store }, other: string, value: string, siblings) =>
    fault(
      compare(store, value, siblings[other]) >= 0,
      `must be before ${other}, ${String(siblings[other])}`,
    )) satisfies Check<string, string>,

  after: (({ store }, other: string, value: string, siblings) =>
    fault(
      compare(store, value, siblings[other]) <= 0,
      `must be after ${other}, ${String(siblings[other])}`,
    )) satisfies Check<string, string>,

  localeMap: ((_, __, value: unknown) => {
    if (value === null) return [];
    if (typeof value !== 'object' || Array.isArray(value)) {
      return [{ message: 'must be an object of locale codes to texts, such as {"en": "…"}' }];
    }
    return Object.entries(value).flatMap(([locale, text]) => {
      if (text === null) return [];
      if (typeof text !== 'string') return [{ below: locale, message: 'must be a text' }];
      return isBlank(text) ? [{ below: locale, message: `${blank}; null leaves this locale out` }] : [];
    });
  }) satisfies Check<true, unknown>,

  // Of the object: fields whose locale map needs a text in the default locale, whether they are given or not.
  defaultLocale: (({ store }, fields: string[], values: Record<string, unknown>) => {
    const locale = store.organization.defaultLocale;
    return fields.flatMap((field) => {
      const map = values[field] ?? {};
      if (typeof map !== 'object' || Array.isArray(map)) return [];
      const missing = ((map as Record<string, unknown>)[locale] ?? null) === null;
      return missing ? [{ below: `${field}/${locale}`, message: blank }] : [];
    });
  }) satisfies Check<string[], Record<string, unknown>>,

  references: (({ store, componentId }, kind: Kind, id: number | null) => {
    const found = store.find(kind, id) as { componentId?: number } | undefined;
    return fault(
      id !== null && found?.componentId !== componentId,
      `must be the id of one of the ${kind} of this component`,
    );
  }) satisfies Check<Kind, number | null>,

  notRoot: (({ store }, _, ids: (number | string)[] | null) => {
    const roots = (ids ?? []).filter((id) => store.find('taxonomies', id)?.parentId === null);
    return fault(roots.length > 0, `cannot hold a root: ${roots.join(', ')}`);
  }) satisfies Check<true, (number | string)[] | null>,
};

/** An ajv that knows the keywords of `@constraint`; it judges with a Situation as `this`. */
export function createConstraintAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: true, strictTypes: false, passContext: true, formats: ajvFormats });
  for (const [keyword, check] of Object.entries(keywords)) {
    const validate = function (
      this: AttributeContext,
      argument: unknown,
      value: unknown,
      _: AnySchemaObject | undefined,
      at: { parentData: unknown; instancePath: string } | undefined,
    ): boolean {
      const found = (check as Check<unknown, unknown>)(
        this,
        argument,
        value,
        at?.parentData as Record<string, unknown>,
      );
      validate.errors = found.map(({ below, message }) => ({
        keyword,
        params: {},
        message,
        instancePath: `${at?.instancePath ?? ''}${below === undefined ? '' : `/${below}`}`,
      }));
      return found.length === 0;
    };
    validate.errors = [] as Partial<ErrorObject>[];
    ajv.addKeyword({ keyword, validate, errors: 'full' });
  }
  return ajv;
}
