import type { Translations } from '../../../src/store/records.ts';
import type { Mutant } from '../mutant.ts';
import { updateAfterwards, operationCoordinate, mapAttributes, mapInput } from '../transforms.ts';
import { type ResolverWrapper, mutant } from '../mutated-server.ts';
import { withoutRecordChecks } from '../faulty-stores.ts';

const saying = (
  name: string,
  breaks: string,
  where: 'innerResolvers' | 'outerResolvers',
  wrap: ResolverWrapper,
): Mutant => mutant(name, breaks, { store: withoutRecordChecks, [where]: { [operationCoordinate(breaks)]: wrap } });

const meetings = ['create-meeting', 'update-meeting'];

/** A locale in the place of the one that is said. */
const locale = (change: (said: string | null | undefined) => string | undefined): ResolverWrapper =>
  mapInput((input) => ({ ...input, locale: change(input.locale) }));

const isKnown = (said: string): boolean => ['en', 'ca', 'es'].includes(said);

/** A locale map in the place of the one that is given. */
const map = (
  name: string,
  change: (given: Translations, stored: Translations | null) => Translations,
): ResolverWrapper =>
  mapAttributes((attributes, source) => {
    const given = attributes[name];
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return attributes;
    return { ...attributes, [name]: change(given as Translations, (source['answer'] ?? null) as Translations | null) };
  });

const knownKeys = (given: Translations) => Object.fromEntries(Object.entries(given).filter(([key]) => isKnown(key)));
const textsAlone = (given: Translations) =>
  Object.fromEntries(Object.entries(given).map(([key, text]) => [key, String(text)]));

/** A text that is no map is one in the default locale. */
const textAsMap = (name: string): ResolverWrapper =>
  mapAttributes((attributes) =>
    typeof attributes[name] === 'string' ? { ...attributes, [name]: { en: attributes[name] } } : attributes,
  );

/** Only the locale of the input is left of a meeting's texts. */
const othersLost: ResolverWrapper = updateAfterwards('meetings', ({ title, description }, { input }) => ({
  title: { [input.locale!]: title[input.locale!]! },
  description: { [input.locale!]: description[input.locale!]! },
}));

/** Locales, and maps of texts. */
export const localizedTextMutants: Mutant[] = [
  ...meetings.flatMap((operation) => [
    saying(
      `the locale is ignored: ${operation}`,
      `${operation}/locale-other`,
      'innerResolvers',
      locale(() => 'en'),
    ),
    saying(
      `texts are stored under another locale: ${operation}`,
      `${operation}/title`,
      'innerResolvers',
      locale(() => 'es'),
    ),
    saying(
      `an unknown locale is taken as the default: ${operation}`,
      `${operation}/locale-unknown`,
      'outerResolvers',
      locale((said) => (said === '' || (said && isKnown(said)) ? said : undefined)),
    ),
    saying(
      `an empty locale is taken as the default: ${operation}`,
      `${operation}/locale-empty`,
      'outerResolvers',
      locale((said) => said || undefined),
    ),
  ]),
  saying(
    'a locale that is left out is Catalan',
    'create-meeting/locale-left-out',
    'outerResolvers',
    locale((said) => said ?? 'ca'),
  ),
  saying(
    'a title is stored in capitals',
    'create-meeting/title',
    'innerResolvers',
    mapAttributes(({ title, ...others }) => ({ ...others, title: String(title).toUpperCase() })),
  ),
  saying('an update loses the texts of other locales', 'update-meeting/other-locales', 'innerResolvers', othersLost),
  saying(
    'an unknown locale of an answer is dropped',
    'answer/content-unknown-locale',
    'outerResolvers',
    map('answerContent', knownKeys),
  ),
  saying(
    'an unknown locale of a title is dropped',
    'create-result/title-unknown-locale',
    'outerResolvers',
    map('title', knownKeys),
  ),
  saying(
    'an unknown locale of a description is dropped',
    'create-result/description-unknown-locale',
    'outerResolvers',
    map('description', knownKeys),
  ),
  saying(
    'the map of an answer is merged with the stored one',
    'answer/content-replaces',
    'innerResolvers',
    map('answerContent', (given, stored) => ({ ...stored, ...given })),
  ),
  saying(
    'only the first text of an answer is kept',
    'answer/content-two-locales',
    'innerResolvers',
    map('answerContent', (given) => Object.fromEntries(Object.entries(given).slice(0, 1))),
  ),
  saying(
    'only the default locale of a title is kept',
    'create-result/title',
    'innerResolvers',
    map('title', ({ en }) => ({ en: en! })),
  ),
  saying('an answer in one text is taken', 'answer/content-text', 'outerResolvers', textAsMap('answerContent')),
  saying('a title in one text is taken', 'create-result/title-text', 'outerResolvers', textAsMap('title')),
  saying(
    'a number is taken for a text of an answer',
    'answer/content-wrong-text',
    'outerResolvers',
    map('answerContent', textsAlone),
  ),
  saying(
    'a number is taken for a text of a description',
    'create-result/description-wrong-text',
    'outerResolvers',
    map('description', textsAlone),
  ),
];
