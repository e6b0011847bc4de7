import { fileURLToPath } from 'node:url';
import { SimulatedServerError, exitCodes } from '../../../errors.ts';
import { isJsonObject } from '../../../json-object.ts';
import { readJson } from '../../../read-json.ts';
import type { Store } from '../../../store/store.ts';
import { compareLocales, isBlankValue, machineTranslations } from '../values/texts.ts';
import type { FieldResolvers } from '../../../resources/resolver-types.ts';

/** Stored texts by locale. */
type StoredTexts = Record<string, unknown>;

/** Texts that the response shows in this order instead of the order of the database. */
export class OrderedTexts {
  constructor(readonly texts: StoredTexts) {}
}

type Source = StoredTexts | OrderedTexts;

const textsOf = (source: Source): StoredTexts => (source instanceof OrderedTexts ? source.texts : source);

/** The texts of a machine by locale. */
function machineTextsOf(source: Source): StoredTexts {
  const stored = textsOf(source)[machineTranslations] ?? {};
  if (!isJsonObject(stored)) throw new SimulatedServerError('the texts of a machine are not a map');
  return stored;
}

/** The text in a locale: that of people or, where theirs is blank, the machine's. */
function textIn(source: Source, locale: string): { value: unknown; machineTranslated: boolean } {
  const texts = textsOf(source);
  const machine = machineTextsOf(source);
  const ofPeople = locale !== machineTranslations && Object.hasOwn(texts, locale) ? texts[locale] : undefined;
  if (!isBlankValue(ofPeople)) return { value: ofPeople, machineTranslated: false };
  return { value: Object.hasOwn(machine, locale) ? machine[locale] : undefined, machineTranslated: true };
}

const localesOf = (source: Source): string[] =>
  source instanceof OrderedTexts ? Object.keys(source.texts) : Object.keys(source).toSorted(compareLocales);

/** The texts by locale, those of people first: where theirs is blank, the machine's is shown. */
function entriesOf(source: Source): { locale: string; value: unknown; machineTranslated: boolean }[] {
  const ofPeople = localesOf(source).filter((key) => key !== machineTranslations);
  const locales = new Set([...ofPeople, ...localesOf(machineTextsOf(source))]);
  return [...locales].map((locale) => ({ locale, ...textIn(source, locale) }));
}

function toText(value: unknown): string | null {
  if (isBlankValue(value)) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const TranslatedField = {
  locales: (source) => entriesOf(source).map(({ locale }) => locale),
  translation: (source, { locale }: { locale: string }) => toText(textIn(source, locale).value),
  /** In the order of `locales`, if present. A blank text counts as machine-translated. */
  translations(source, { locales }: { locales?: string[] | null }) {
    if (locales === null) throw new SimulatedServerError('the locales of translations are null');
    const entries = entriesOf(source);
    const wanted = locales?.length ? [...new Set(locales)] : entries.map(({ locale }) => locale);
    const selected = wanted.flatMap((locale) => entries.filter((each) => each.locale === locale));
    return selected.map(({ value, ...entry }) => ({ ...entry, text: toText(value) }));
  },
} satisfies FieldResolvers<Source>;

interface PlatformTexts {
  /** All locales of the platform, those of the organization among them. */
  locales: string[];
  /** Short names by locale, from Sunday and from January, and the formats of Luxon that are not those of English. */
  dates: Record<string, { days: string[]; months: string[]; formats?: Record<string, string> }>;
  /** By locale: English, and most of them also Catalan and Spanish. */
  labels: Record<string, Record<string, string>>;
  /** The scores at which the levels of a badge begin, and its description. */
  badges: Record<string, { levels: number[]; description: string }>;
}

let texts: PlatformTexts | undefined;

/** The platform's own texts. */
export const platformTexts = (): PlatformTexts =>
  (texts ??= readJson(
    fileURLToPath(new URL('platform-texts.json', import.meta.url)),
    exitCodes.internal,
  ) as PlatformTexts);

/** Returns a label in every locale of the organization, in English where there is no translation; null for an unknown key. */
export function findLabel(key: string, { organization }: Store): OrderedTexts | null {
  const { labels } = platformTexts();
  if (!Object.hasOwn(labels, key)) return null;
  const label = labels[key]!;
  return new OrderedTexts(
    Object.fromEntries(organization.locales.map((locale) => [locale, label[locale] ?? label['en']])),
  );
}

export const resolvers = { TranslatedField };
