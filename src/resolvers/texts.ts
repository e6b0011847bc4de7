import type { Context } from '../contract/context.ts';
import type { Texts } from '../store/records.ts';

/** `TranslatedField`: a text by locale, as it is stored. */
export const TranslatedField = {
  locales: (texts: Texts) => Object.keys(texts),
  translation: (texts: Texts, { locale }: { locale?: string | null }, { store }: Context) =>
    texts[locale ?? store.organization.defaultLocale] ?? null,
  translations: (texts: Texts, { locales }: { locales?: string[] | null }) =>
    Object.entries(texts)
      .filter(([locale]) => !locales || locales.includes(locale))
      .map(([locale, text]) => ({ locale, text, machineTranslated: false })),
};

/**
 * A stored text with what an input says of one locale: undefined keeps it, null leaves that locale out, a text is stored
 * beside the other locales'. Null when no locale is left.
 */
export function withText(stored: Texts | null, locale: string, text: string | null | undefined): Texts | null {
  if (text === undefined) return stored;
  const { [locale]: _, ...others } = stored ?? {};
  return nullIfEmpty(text === null ? others : { ...stored, [locale]: text });
}

/** The texts of a locale map in an input: undefined keeps what is stored, null and empty maps are null, null texts are left out. */
export function textsOf(map: unknown): Texts | null | undefined {
  if (map === undefined || map === null) return map;
  return nullIfEmpty(Object.fromEntries(Object.entries(map as Texts).filter(([, text]) => text !== null)));
}

const nullIfEmpty = (texts: Texts): Texts | null => (Object.keys(texts).length === 0 ? null : texts);
