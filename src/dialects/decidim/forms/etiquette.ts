import { stripTags } from '../values/html.ts';
import { errorIf, isBlank, validatePresence } from './validations.ts';

/** The length of a text in Unicode code points. */
export const characterCount = (text: string): number => [...text].length;

// The message says 25 percent; the platform allows up to half of the text.
const hasTooManyCapitals = (text: string): boolean => {
  const capitals = text.match(/\p{Uppercase}/gu)?.length ?? 0;
  return capitals > 0 && capitals >= Math.floor(characterCount(text) / 2);
};

/** Applies the platform's etiquette validator to a text without its tags. A blank text has no errors here. */
export function validateEtiquette(html: string): string[] {
  if (isBlank(html)) return [];
  const text = stripTags(html).replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
  return [
    ...validatePresence(text),
    ...errorIf(hasTooManyCapitals(text), 'is using too many capital letters (over 25% of the text)'),
    ...errorIf(/[!?¡¿]{2,}/.test(text), 'is using too many consecutive punctuation marks (e.g. ! and ?)'),
    ...errorIf(/^\p{Lowercase}/u.test(text), 'must start with a capital letter'),
  ];
}
