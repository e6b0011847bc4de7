import type { Faker } from '@faker-js/faker';
import { ca } from './phrases/ca.ts';
import { type Phrases, en } from './phrases/en.ts';
import { es } from './phrases/es.ts';

const languages: Readonly<Record<string, Phrases>> = { ca, en, es };
const languageOf = (locale: string): string => locale.split('-')[0]!;
/** The phrases of a locale; those of English for a language that has none. */
const phrasesOf = (locale: string): Phrases => languages[languageOf(locale)] ?? en;

/** Languages without a locale of faker, or with one of another name. */
const otherNames: Readonly<Record<string, string>> = {
  ca: 'es',
  eu: 'es',
  gl: 'es',
  oc: 'fr',
  cs: 'cs_CZ',
  no: 'nb_NO',
  pt: 'pt_PT',
  sl: 'sl_SI',
  zh: 'zh_CN',
};

/** Loads the names of people and streets of a locale, with a seed: those of English if it has none. */
export async function loadFaker(locale: string, seed: number): Promise<Faker> {
  const language = languageOf(locale);
  for (const name of [locale.replace('-', '_'), otherNames[language] ?? language, 'en']) {
    try {
      const { faker } = (await import(`@faker-js/faker/locale/${name}`)) as { faker: Faker };
      faker.seed(seed);
      return faker;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('there is no locale of faker');
}

type PhraseList = { [K in keyof Phrases]: Phrases[K] extends string[] ? K : never }[keyof Phrases];

/** Writes translations, which say the same in each locale. */
export class TextWriter {
  readonly #faker: Faker;
  readonly #streets: string[];
  /** The locales of the organization, the default one first. */
  readonly locales: readonly string[];

  constructor(faker: Faker, locales: readonly string[]) {
    this.#faker = faker;
    this.locales = locales;
    this.#streets = Array.from({ length: 200 }, () => faker.location.street());
  }

  street(): string {
    return this.#pick(this.#streets);
  }

  /** A person writes in one locale, in most cases the default one. */
  localesOfPerson(): readonly string[] {
    return [this.#faker.number.int(9) < 7 ? this.locales[0]! : this.#pick(this.locales)];
  }

  /** A phrase of each list, with spaces between them. */
  line(lists: readonly PhraseList[], locales = this.locales): Record<string, string> {
    const street = this.street();
    const indexes = lists.map((list) => this.#faker.number.int(en[list].length - 1));
    return this.#translate(locales, (phrases) =>
      lists
        .map((list, position) => phrases[list][indexes[position]!]!)
        .join(' ')
        .replaceAll('{street}', street)
        .replaceAll('{year}', '2026'),
    );
  }

  /** A paragraph of HTML with phrases of a list. */
  paragraph(list: PhraseList, count: number, locales = this.locales): Record<string, string> {
    const first = this.#faker.number.int(en[list].length - 1);
    return this.#translate(locales, (phrases) => {
      const texts = Array.from({ length: count }, (_, index) => phrases[list][(first + index) % en[list].length]);
      return `<p>${texts.join(' ')}</p>`;
    });
  }

  component(kind: keyof Phrases['components']): Record<string, string> {
    return this.#translate(this.locales, ({ components }) => components[kind]);
  }

  answer(state: string): Record<string, string> {
    return this.#translate(
      this.locales,
      ({ answers }) => `<p>${answers[state as keyof Phrases['answers']] ?? answers.evaluating}</p>`,
    );
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#faker.number.int(list.length - 1)]!;
  }

  #translate(locales: readonly string[], write: (phrases: Phrases) => string): Record<string, string> {
    return Object.fromEntries(locales.map((locale) => [locale, write(phrasesOf(locale))]));
  }
}
