import { SimulatedServerError } from '../../../errors.ts';
import { isBlankValue } from '../values/answer-texts.ts';
import { compareLocales } from '../values/locale-order.ts';

/** Stored texts by locale. */
type StoredTexts = Record<string, unknown>;

/** Texts that the response shows in this order instead of the order of the database. */
export class OrderedTexts {
  constructor(readonly texts: StoredTexts) {}
}

type Source = StoredTexts | OrderedTexts;

function entriesOf(source: Source): [string, unknown][] {
  if (source instanceof OrderedTexts) return Object.entries(source.texts);
  return sortedEntries.get(source) ?? sortEntries(source);
}

// An answer can have texts in thousands of locales.
const sortedEntries = new WeakMap<StoredTexts, [string, unknown][]>();

function sortEntries(source: StoredTexts): [string, unknown][] {
  const entries = Object.entries(source);
  if (entries.length < 2) return entries;
  const sorted = entries.toSorted(([a], [b]) => compareLocales(a, b));
  sortedEntries.set(source, sorted);
  return sorted;
}

/** The JSON of stored values that are not texts: a page can have the same long value many times. */
const jsonTexts = new WeakMap<object, string>();

function toText(value: unknown): string | null {
  if (isBlankValue(value)) return null;
  if (typeof value !== 'object') return String(value);
  const text = jsonTexts.get(value!) ?? JSON.stringify(value);
  jsonTexts.set(value!, text);
  return text;
}

export const TranslatedField = {
  locales: (source: Source) => entriesOf(source).map(([locale]) => locale),
  translation(source: Source, { locale }: { locale: string }) {
    const texts = source instanceof OrderedTexts ? source.texts : source;
    return Object.hasOwn(texts, locale) ? toText(texts[locale]) : null;
  },
  /** In the order of `locales`, if present. A blank text counts as machine-translated. */
  translations(source: Source, { locales }: { locales?: string[] | null }) {
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
};
