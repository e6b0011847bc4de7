import type { Translations } from '../records/records.ts';
import type { FieldResolvers } from './resolver-types.ts';

/** The source is a stored locale map. */
const TranslatedField = {
  locales: (texts) => Object.keys(texts),
  translation(texts, args: { locale?: string | null }, { store }) {
    const locale = args.locale ?? store.organization.defaultLocale;
    return Object.hasOwn(texts, locale) ? (texts[locale] ?? null) : null;
  },
  translations: (texts, { locales }: { locales?: string[] | null }) =>
    Object.entries(texts)
      .filter(([locale]) => !locales || locales.includes(locale))
      .map(([locale, text]) => ({ locale, text, machineTranslated: false })),
} satisfies FieldResolvers<Translations>;

/**
 * Updates one locale of a stored text: undefined keeps the stored text, null removes the locale. Returns null if no locale
 * is left.
 */
export function mergeTranslation(
  stored: Translations | null,
  locale: string,
  text: string | null | undefined,
): Translations | null {
  if (text === undefined) return stored;
  const { [locale]: _, ...others } = stored ?? {};
  return nullIfEmpty(text === null ? others : { ...stored, [locale]: text });
}

/** Parses a locale map of an input: null texts are removed, and an empty map is null. Undefined and null are returned as they are. */
export function parseLocaleMap(map: unknown): Translations | null | undefined {
  if (map === undefined || map === null) return map;
  return nullIfEmpty(Object.fromEntries(Object.entries(map as Translations).filter(([, text]) => text !== null)));
}

const nullIfEmpty = (texts: Translations): Translations | null => (Object.keys(texts).length === 0 ? null : texts);

export const resolvers = { TranslatedField };
