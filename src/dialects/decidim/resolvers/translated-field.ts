import type { RequestContext } from '../../../graphql/context.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { MockTexts } from '../mocks.ts';
import { compareLocales, isBlankValue } from '../values/texts.ts';
import type { FieldResolvers } from './relations.ts';

/** Stored texts by locale. */
type StoredTexts = Record<string, unknown>;

/** Texts that the response shows in this order instead of the order of the database. */
export class OrderedTexts {
  constructor(readonly texts: StoredTexts) {}
}

type Source = StoredTexts | OrderedTexts | MockTexts;

function entriesOf(source: Source, { store }: RequestContext): [string, unknown][] {
  if (source instanceof OrderedTexts) return Object.entries(source.texts);
  if (source instanceof MockTexts) return store.organization.locales.map((locale) => [locale, source.text]);
  return Object.entries(source).toSorted(([a], [b]) => compareLocales(a, b));
}

function toText(value: unknown): string | null {
  if (isBlankValue(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const TranslatedField = {
  locales: (source, _, context) => entriesOf(source, context).map(([locale]) => locale),
  translation(source, { locale }: { locale: string }, context) {
    const texts = source instanceof OrderedTexts ? source.texts : source;
    if (texts instanceof MockTexts) return context.store.organization.locales.includes(locale) ? texts.text : null;
    return Object.hasOwn(texts, locale) ? toText(texts[locale]) : null;
  },
  /** In the order of `locales`, if present. A blank text counts as machine-translated. */
  translations(source, { locales }: { locales?: string[] | null }, context) {
    if (locales === null) throw new SimulatedServerError('the locales of translations are null');
    const entries = entriesOf(source, context);
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
