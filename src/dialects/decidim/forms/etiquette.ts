import { stripTags } from '../values/html.ts';
import { isBlank, validatePresence, errorIf } from './validations.ts';

/** The length of a text in characters, as the platform counts them. */
export const characterCount = (text: string): number => [...text].length;

const tooManyCapitals = (text: string): boolean => {
  const capitals = text.match(/\p{Uppercase}/gu)?.length ?? 0;
  return capitals > 0 && capitals >= Math.floor(characterCount(text) / 2);
};

/** What the platform says of the manners of a text, tags left aside; a blank one is somebody else's to refuse. */
export function validateEtiquette(html: string): string[] {
  if (isBlank(html)) return [];
  const text = stripTags(html).replace(/^[\0\t-\r ]+|[\0\t-\r ]+$/g, '');
  return [
    ...validatePresence(text),
    ...errorIf(tooManyCapitals(text), 'is using too many capital letters (over 25% of the text)'),
    ...errorIf(/[!?¡¿]{2,}/.test(text), 'is using too many consecutive punctuation marks (e.g. ! and ?)'),
    ...errorIf(/^\p{Lowercase}/u.test(text), 'must start with a capital letter'),
  ];
}
