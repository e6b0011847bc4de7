import { readFileSync } from 'node:fs';
import { translateDate } from './dates.ts';

/** The texts with which the platform refuses a request, by locale, with names such as `%{type}` for what they are about. */
type Text = Record<string, string>;

interface Pattern {
  english: RegExp;
  text: Text;
}

let patterns: Pattern[] | undefined;

/** The longest texts come first: another one can be a part of them. */
const readPatterns = (): Pattern[] =>
  (JSON.parse(readFileSync(new URL('refusals.json', import.meta.url), 'utf8')) as Text[])
    .toSorted((a, b) => b['en']!.length - a['en']!.length)
    .map((text) => ({
      text,
      english: new RegExp(
        `^${text['en']!.replaceAll(/[.*+?^()|[\]\\]/g, String.raw`\$&`).replaceAll(/%\{(\w+)\}/g, '(?<$1>.+)')}$`,
        's',
      ),
    }));

/** Translates the text of a refusal from English into the locale of a request. Other texts and other locales stay in English. */
export function translateRefusal(message: string, locale: string | undefined): string {
  if (locale === undefined || locale === 'en') return message;
  for (const { english, text } of (patterns ??= readPatterns())) {
    const match = english.exec(message);
    if (match)
      return (
        text[locale]?.replaceAll(/%\{(\w+)\}/g, (_, name: string) => {
          const value = match.groups![name]!;
          return name === 'date' ? translateDate(value, locale) : value;
        }) ?? message
      );
  }
  return message;
}
