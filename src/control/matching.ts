import { isObject } from '../server/http/body.ts';
import type { Exchange } from './requests/exchange.ts';

/** Which requests are meant: those that have all of these members. */
export interface Match {
  /** The coordinate of a field that the operation selects. */
  coordinate?: string;
  operationName?: string;
  /** The id of a user; null for anonymous requests. */
  user?: number | null;
  /** A part of the variables: objects may have more members, lists not more items. */
  variables?: Readonly<Record<string, unknown>>;
}

/** Whether an exchange has what a match requires. */
export function matches(
  match: Match,
  exchange: Pick<Exchange, keyof Omit<Match, 'coordinate'> | 'coordinates'>,
): boolean {
  const { coordinate, operationName, user, variables } = match;
  return (
    (coordinate === undefined || exchange.coordinates.includes(coordinate)) &&
    (operationName === undefined || exchange.operationName === operationName) &&
    (user === undefined || exchange.user === user) &&
    (variables === undefined || contains(exchange.variables ?? {}, variables))
  );
}

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(value) && value.length === part.length && part.every((each, index) => contains(value[index], each))
    );
  if (!isObject(part)) return value === part;
  return (
    isObject(value) &&
    Object.entries(part).every(([name, each]) => Object.hasOwn(value, name) && contains(value[name], each))
  );
}
