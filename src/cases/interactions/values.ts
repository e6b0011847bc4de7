import { placeholdersIn } from '../placeholders.ts';

/** What a text is, as far as a contract says it: a text that a person wrote is only `text`. */
type TextClass = 'text' | 'url' | 'email' | 'digits' | 'time' | 'date';

const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const date = /^\d{4}-\d\d-\d\d$/;

function classOf(text: string): TextClass {
  if (dateTime.test(text) && !Number.isNaN(Date.parse(text))) return 'time';
  if (date.test(text)) return 'date';
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return 'url';
  if (/^\S+@\S+\.\S+$/.test(text)) return 'email';
  return /^-?\d+(\.\d+)?$/.test(text) ? 'digits' : 'text';
}

/** The names of types of the platform, the words of sort orders, and locales. */
const knownWord = /^(?:Decidim(?:::[A-Z]\w*)+|asc|desc|ASC|DESC|[a-z]{2}(?:-[A-Z]{2})?)$/;

/** Names the texts and times of one request, so that the order of its times stays. */
export class RequestValues {
  readonly #isWord: (text: string) => boolean;
  readonly #times = new Map<string, string>();
  /** The names of the attributes whose text the contract does not have. */
  readonly textNames = new Set<string>();

  /** `texts` are all texts of the request; `isWord` knows the words that no person wrote. */
  constructor(texts: string[], isWord: (text: string) => boolean) {
    this.#isWord = isWord;
    for (const kind of ['time', 'date'] as const) {
      const ofKind = [...new Set(texts.filter((each) => classOf(each) === kind))];
      const sorted = ofKind.toSorted((a, b) => Date.parse(a) - Date.parse(b));
      for (const [index, each] of sorted.entries()) this.#times.set(each, `{{${kind}${index + 1}}}`);
    }
  }

  /** What stands for a text, which is the value of a member or argument with this name. */
  normalize(text: string, name: string): string {
    if (text.trim() === '' || knownWord.test(text) || this.#isWord(text)) return text;
    const kind = classOf(text);
    if (kind !== 'time' && kind !== 'date') this.textNames.add(name);
    return this.#times.get(text) ?? `{{${kind}}}`;
  }
}

const hour = 3_600_000;
const day = 24 * hour;

/** What is sent for the placeholders of `RequestValues` in a value. */
export function sampleValues(value: unknown, now: number): Record<string, unknown> {
  const samples: Record<string, unknown> = {
    text: 'A text that plenum verify wrote',
    url: 'https://example.org/plenum',
    email: 'plenum@example.org',
    digits: '1',
    number: 1,
    unknownId: '987654321',
  };
  const start = Math.ceil(now / day) * day + 30 * day;
  const entries = [...new Set(placeholdersIn(value))].flatMap((name): [string, unknown][] => {
    const [, kind, position] = /^(time|date)(\d+)$/.exec(name) ?? [];
    if (kind === 'time') return [[name, new Date(start + Number(position) * hour).toISOString().replace('.000', '')]];
    if (kind === 'date') return [[name, new Date(start + Number(position) * day).toISOString().slice(0, 10)]];
    return Object.hasOwn(samples, name) ? [[name, samples[name]]] : [];
  });
  return Object.fromEntries(entries);
}
