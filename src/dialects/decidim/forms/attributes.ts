import type { Permissions } from '../../../graphql/guards.ts';
import {
  SimulatedServerError,
  invalidAttributes,
  invalidLocale,
  notFound,
  unauthorizedField,
} from '../../../errors.ts';
import { isShown } from '../../../records/kinds.ts';
import type { Kind, Records, Translations } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { type FormRule, validateForm, validatePresence } from './validations.ts';
import { isBlankValue, isBoxedNumber, parseAnswerText } from '../values/texts.ts';

/** Permissions that only administrators have, by schema coordinate: the others may not use the field. */
export const forAdministrators = (...coordinates: string[]): Permissions =>
  Object.fromEntries(
    coordinates.map((coordinate) => {
      const [type, field] = coordinate.split('.') as [string, string];
      const isAllowed: Permissions[string] = (_, { viewer }) => {
        if (viewer?.admin) return true;
        throw unauthorizedField(field, type);
      };
      return [coordinate, isAllowed];
    }),
  );

/** The value of an attribute: an omitted one keeps the stored value, and null clears it. */
export const merge = <T>(value: T | null | undefined, stored: T | null | undefined): T | null =>
  value === undefined ? (stored ?? null) : value;

/**
 * Parses a map of texts by locale; a blank value is an empty map. Throws SimulatedServerError if the value is not a map, and
 * a Refusal if the organization does not have a locale.
 */
export function parseTexts(value: unknown, { organization }: Store): Translations {
  if (isBlankValue(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value) || isBoxedNumber(value))
    throw new SimulatedServerError('texts that are not a map');
  if (!Object.keys(value!).every((locale) => organization.locales.includes(locale))) throw invalidLocale();
  return parseAnswerText(value) as Translations;
}

/** Creates the rule that a field has a text in the default locale; errors name it as in `titleEn`. */
export function createTextRule<Field extends string>(
  field: Field,
  { organization: { defaultLocale } }: Store,
): FormRule<Record<Field, Translations>> {
  const attribute = `${field}${defaultLocale.charAt(0).toUpperCase()}${defaultLocale.slice(1)}`;
  return [attribute, (form) => validatePresence(form[field][defaultLocale] ?? null)];
}

/** Throws the errors of a form, if it has any. */
export function requireValid<Form>(form: Form, rules: FormRule<NoInfer<Form>>[]): Form {
  const errors = validateForm(rules, form);
  if (errors) throw invalidAttributes(errors);
  return form;
}

/** A value of the scalar `BigInt`: a number or a text with digits. */
export type BigIntInput = number | string | null | undefined;

/** Parses a value of `BigInt`; a fraction is cut off. */
export const parseBigInt = (value: BigIntInput): bigint | null =>
  value === null || value === undefined
    ? null
    : BigInt(typeof value === 'string' ? value.replaceAll('_', '').trim().replace(/^\+/, '') : Math.trunc(value));

/** The largest number of a column of the database, and of `Int`. */
export const maxInt = 2 ** 31 - 1;

/** Finds a record that belongs to another one, whose id is in a field. Throws a not-found error with the name of `type`. */
export function findOwned<K extends Kind>(
  kind: K,
  id: string,
  owner: { [Field in keyof Records[K]]?: number },
  type: string,
  store: Store,
): Records[K] {
  const record = store.find(kind, id);
  const [[field, ownerId]] = Object.entries(owner) as [[keyof Records[K], number]];
  if (!record || record[field] !== ownerId || !isShown(record)) throw notFound(type);
  return record;
}
