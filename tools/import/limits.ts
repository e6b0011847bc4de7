/**
 * How much of a deployment an import reads at most. Real deployments are far below; a deployment that is above may be hostile, or
 * sends the same again and again.
 */
export const limits = {
  /** Requests, repetitions included. */
  requests: 200_000,
  /** The characters of all responses. */
  characters: 200_000_000,
  /** The characters of one text; the rest is cut off. */
  textCharacters: 1_000_000,
  /** The items of one list; the rest is left out. */
  listItems: 100_000,
  /** How many replies to replies a thread of comments has. */
  commentDepth: 50,
  /** The sentences in a report, and the characters of each. */
  problems: 5000,
  problemCharacters: 500,
};

/** The reason why an import reads nothing more. What it has read becomes a world. */
export class LimitError extends Error {}

/** The members that every object has; one of a response would take their place. */
const inheritedNames = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A JSON value with long texts and lists cut, and without members that are names of inherited ones, such as `toString`. */
export function limitJson(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, limits.textCharacters);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, limits.listItems).map(limitJson);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (inheritedNames.has(name) ? [] : [[name, limitJson(each)]])),
  );
}

/** A count of the API, at most `maximum`; 0 for what is no count. */
export const limitCount = (value: unknown, maximum: number): number =>
  typeof value === 'number' && value > 0 ? Math.min(Math.trunc(value), maximum) : 0;
