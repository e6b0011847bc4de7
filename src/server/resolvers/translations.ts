import type { RequestContext } from '../../contract/request-context.ts';
import type { Translations } from '../../store/records.ts';

/** `TranslatedField`: a text by locale, as it is stored. */
export const TranslatedField = {
  locales: (texts: Translations) => Object.keys(texts),
  translation: (texts: Translations, { locale }: { locale?: string | null }, { store }: RequestContext) =>
    texts[locale ?? store.organization.defaultLocale] ?? null,
  translations: (texts: Translations, { locales }: { locales?: string[] | null }) =>
    Object.entries(texts)
      .filter(([locale]) => !locales || locales.includes(locale))
      .map(([locale, text]) => ({ locale, text, machineTranslated: false })),
};

/**
 * A stored text with what an input says of one locale: undefined keeps it, null leaves that locale out, a text is stored
 * beside the other locales'. Null when no locale is left.
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

/** The texts of a locale map in an input: undefined keeps what is stored, null and empty maps are null, null texts are left out. */
export function parseLocaleMap(map: unknown): Translations | null | undefined {
  if (map === undefined || map === null) return map;
  return nullIfEmpty(Object.fromEntries(Object.entries(map as Translations).filter(([, text]) => text !== null)));
}

const nullIfEmpty = (texts: Translations): Translations | null => (Object.keys(texts).length === 0 ? null : texts);
