import { SimulatedServerError, invalidLocale } from '../../../../errors.ts';
import type { Translations } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { isBlankValue, isBoxedNumber, parseAnswerText } from '../../values/texts.ts';
import { type FormRule, validatePresence } from '../../forms/validations.ts';

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
export function createTextRule<Field extends string, Form extends Record<Field, Translations>>(
  field: Field,
  { organization: { defaultLocale } }: Store,
): FormRule<Form> {
  const attribute = `${field}${defaultLocale.charAt(0).toUpperCase()}${defaultLocale.slice(1)}`;
  return [attribute, (form) => validatePresence(form[field][defaultLocale] ?? null)];
}
