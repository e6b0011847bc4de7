import { stripTags } from '../values/html.ts';
import { errorIf, isBlank, validatePresence } from './validations.ts';

/** The length of a text in Unicode code points. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function countCapitals(text: string): number {
  const capital = /\p{Uppercase}/gu;
  let count = 0;
  while (capital.test(text)) count++;
  return count;
}

// The message says 25 percent; the platform allows up to half of the text.
function hasTooManyCapitals(text: string): boolean {
  const capitals = countCapitals(text);
  return capitals > 0 && capitals >= Math.floor(characterCount(text) / 2);
}

const strippedCharacters = '\0\t\n\v\f\r ';

/** Removes white space at both ends, as Ruby's `strip` does. A regular expression would take quadratic time for the end. */
function strip(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && strippedCharacters.includes(text[start]!)) start++;
  while (end > start && strippedCharacters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Applies the platform's etiquette validator to a text without its tags. A blank text has no errors here. */
export function validateEtiquette(html: string): string[] {
  if (isBlank(html)) return [];
  const text = strip(stripTags(html));
  return [
    ...validatePresence(text),
    ...errorIf(hasTooManyCapitals(text), 'is using too many capital letters (over 25% of the text)'),
    ...errorIf(/[!?¡¿]{2,}/.test(text), 'is using too many consecutive punctuation marks (e.g. ! and ?)'),
    ...errorIf(/^\p{Lowercase}/u.test(text), 'must start with a capital letter'),
  ];
}
