import type { RequestContext } from '../../../contract/request-context.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { MockTexts } from '../mocks/mock-value-provider.ts';

/** What is stored of a text: by locale as a rule a text, and whatever else an answer was given. */
type Stored = Record<string, unknown>;

/** Texts that are shown in their own order. */
export class OrderedTexts {
  constructor(readonly texts: Stored) {}
}

/** Shorter keys first, then by their bytes: the order in which the platform's database keeps them. */
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => a.length - b.length || (a < b ? -1 : 1);

function entriesOf(source: Stored | OrderedTexts | MockTexts, context: RequestContext): [string, unknown][] {
  if (source instanceof OrderedTexts) return Object.entries(source.texts);
  if (source instanceof MockTexts) return context.store.organization.locales.map((locale) => [locale, source.text]);
  const entries = Object.entries(source);
  return entries.length < 2 ? entries : entries.toSorted(byKey);
}

/** Nothing but white space, false, or an empty list or object: shown as null. */
function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return /^\s*$/.test(value);
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : (value ?? false) === false;
}

const shown = (value: unknown): string | null => {
  if (isBlank(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** `TranslatedField`, as the platform shows what it stored. */
export const TranslatedField = {
  locales: (source: Stored, _: unknown, context: RequestContext) =>
    entriesOf(source, context).map(([locale]) => locale),
  translation(source: Stored | OrderedTexts | MockTexts, { locale }: { locale: string }, context: RequestContext) {
    const texts = source instanceof OrderedTexts ? source.texts : source;
    if (texts instanceof MockTexts) return context.store.organization.locales.includes(locale) ? texts.text : null;
    return Object.hasOwn(texts, locale) ? shown(texts[locale]) : null;
  },
  translations(source: Stored, { locales }: { locales?: string[] | null }, context: RequestContext) {
    if (locales === null) throw new SimulatedServerError('translations of the locales null');
    const entries = entriesOf(source, context);
    // Asked for by locale, they come in the order in which they are asked for.
    const asked = locales?.length
      ? [...new Set(locales)].flatMap((locale) => entries.filter(([each]) => each === locale))
      : entries;
    return asked.map(([locale, value]) => ({ locale, text: shown(value), machineTranslated: isBlank(value) }));
  },
};
