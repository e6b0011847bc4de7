import type { Translations } from '../../../src/store/records.ts';
import type { Mutant, ResolverWrapper } from '../mutated-server.ts';
import { mapAttributes, mapInput, operationCoordinate, uncheckedMutant, updateAfterwards } from '../transforms.ts';

const beforeValidation = (name: string, killedBy: string, wrapper: ResolverWrapper): Mutant =>
  uncheckedMutant(name, killedBy, { outerResolvers: { [operationCoordinate(killedBy)]: wrapper } });
const afterValidation = (name: string, killedBy: string, wrapper: ResolverWrapper): Mutant =>
  uncheckedMutant(name, killedBy, { innerResolvers: { [operationCoordinate(killedBy)]: wrapper } });

const mapLocale = (change: (locale: string | null | undefined) => string | undefined): ResolverWrapper =>
  mapInput((input) => ({ ...input, locale: change(input.locale) }));

const isKnown = (locale: string): boolean => ['en', 'ca', 'es'].includes(locale);

/** Changes an attribute whose value is a locale map; `stored` is the stored answer of a proposal. */
const mapTranslations = (
  name: string,
  change: (translations: Translations, stored: Translations | null) => Translations,
): ResolverWrapper =>
  mapAttributes((attributes, source) => {
    const value = attributes[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return attributes;
    return { ...attributes, [name]: change(value as Translations, (source['answer'] ?? null) as Translations | null) };
  });

const onlyKnownLocales = (translations: Translations) =>
  Object.fromEntries(Object.entries(translations).filter(([locale]) => isKnown(locale)));
const valuesAsTexts = (translations: Translations) =>
  Object.fromEntries(Object.entries(translations).map(([locale, text]: [string, unknown]) => [locale, String(text)]));

/** Accepts a text in place of a locale map, in the default locale. */
const acceptText = (name: string): ResolverWrapper =>
  mapAttributes((attributes) =>
    typeof attributes[name] === 'string' ? { ...attributes, [name]: { en: attributes[name] } } : attributes,
  );

const removeOtherLocales: ResolverWrapper = updateAfterwards('meetings', ({ title, description }, { input }) => ({
  title: { [input.locale!]: title[input.locale!]! },
  description: { [input.locale!]: description[input.locale!]! },
}));

/** Servers that confuse locales, or accept invalid locale maps. */
export const localizedTextMutants: Mutant[] = [
  ...['create-meeting', 'update-meeting'].flatMap((operation) => [
    afterValidation(
      `the locale is ignored: ${operation}`,
      `${operation}/locale-other`,
      mapLocale(() => 'en'),
    ),
    afterValidation(
      `texts are stored in another locale: ${operation}`,
      `${operation}/title`,
      mapLocale(() => 'es'),
    ),
    beforeValidation(
      `an unknown locale becomes the default locale: ${operation}`,
      `${operation}/locale-unknown`,
      mapLocale((locale) => (locale === '' || (locale && isKnown(locale)) ? locale : undefined)),
    ),
    beforeValidation(
      `an empty locale becomes the default locale: ${operation}`,
      `${operation}/locale-empty`,
      mapLocale((locale) => locale || undefined),
    ),
  ]),
  beforeValidation(
    'the default locale is Catalan',
    'create-meeting/locale-left-out',
    mapLocale((locale) => locale ?? 'ca'),
  ),
  afterValidation(
    'a title is stored in upper case',
    'create-meeting/title',
    mapAttributes(({ title, ...others }) => ({ ...others, title: String(title).toUpperCase() })),
  ),
  afterValidation('an update removes the texts of other locales', 'update-meeting/other-locales', removeOtherLocales),
  beforeValidation(
    'an unknown locale of an answer is ignored',
    'answer/content-unknown-locale',
    mapTranslations('answerContent', onlyKnownLocales),
  ),
  beforeValidation(
    'an unknown locale of a title is ignored',
    'create-result/title-unknown-locale',
    mapTranslations('title', onlyKnownLocales),
  ),
  beforeValidation(
    'an unknown locale of a description is ignored',
    'create-result/description-unknown-locale',
    mapTranslations('description', onlyKnownLocales),
  ),
  afterValidation(
    'the texts of an answer are merged with the stored texts',
    'answer/content-replaces',
    mapTranslations('answerContent', (translations, stored) => ({ ...stored, ...translations })),
  ),
  afterValidation(
    'only the first text of an answer is stored',
    'answer/content-two-locales',
    mapTranslations('answerContent', (translations) => Object.fromEntries(Object.entries(translations).slice(0, 1))),
  ),
  afterValidation(
    'only the default locale of a title is stored',
    'create-result/title',
    mapTranslations('title', ({ en }) => ({ en: en! })),
  ),
  beforeValidation('an answer may be a text', 'answer/content-text', acceptText('answerContent')),
  beforeValidation('a title of a result may be a text', 'create-result/title-text', acceptText('title')),
  beforeValidation(
    'a text of an answer may be a number',
    'answer/content-wrong-text',
    mapTranslations('answerContent', valuesAsTexts),
  ),
  beforeValidation(
    'a text of a description may be a number',
    'create-result/description-wrong-text',
    mapTranslations('description', valuesAsTexts),
  ),
];
