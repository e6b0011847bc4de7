import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** The end of a message about an unknown name: the nearest names that there are, or nothing. */
export const didYouMean = (name: string, names: readonly string[]): string => askFor(suggestionList(name, names));

/** The end of a message about an unknown name: the nearest names, and all that there are. `kind` says what they are, such as `dialects`. */
export const describeNames = (name: string, kind: string, names: readonly string[]): string =>
  `${didYouMean(name, names)} The ${kind} are ${names.join(', ')}.`;

/** Asks whether one of these names is meant; nothing if there are none. */
export const askFor = (names: readonly string[]): string =>
  names.length > 0 ? ` Did you mean ${names.slice(0, 5).join(', ')}?` : '';
