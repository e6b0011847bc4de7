import { SimulatedServerError } from '../../../errors.ts';
import { compareLocales, isBlankValue } from '../values/texts.ts';
import type { FieldResolvers } from './relations.ts';

/** Stored texts by locale. */
type StoredTexts = Record<string, unknown>;

/** Texts that the response shows in this order instead of the order of the database. */
export class OrderedTexts {
  constructor(readonly texts: StoredTexts) {}
}

type Source = StoredTexts | OrderedTexts;

function entriesOf(source: Source): [string, unknown][] {
  if (source instanceof OrderedTexts) return Object.entries(source.texts);
  return Object.entries(source).toSorted(([a], [b]) => compareLocales(a, b));
}

function toText(value: unknown): string | null {
  if (isBlankValue(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const TranslatedField = {
  locales: (source) => entriesOf(source).map(([locale]) => locale),
  translation(source, { locale }: { locale: string }) {
    const texts = source instanceof OrderedTexts ? source.texts : source;
    return Object.hasOwn(texts, locale) ? toText(texts[locale]) : null;
  },
  /** In the order of `locales`, if present. A blank text counts as machine-translated. */
  translations(source, { locales }: { locales?: string[] | null }) {
    if (locales === null) throw new SimulatedServerError('the locales of translations are null');
    const entries = entriesOf(source);
    const values = new Map(locales?.length ? entries : []);
    const selected = locales?.length
      ? [...new Set(locales)].flatMap((locale): typeof entries =>
          values.has(locale) ? [[locale, values.get(locale)]] : [],
        )
      : entries;
    return selected.map(([locale, value]) => ({ locale, text: toText(value), machineTranslated: isBlankValue(value) }));
  },
} satisfies FieldResolvers<Source>;

export const resolvers = { TranslatedField };
