import { type Schema, anyObject, integerOrNull, object, optional, string } from './admin/json-schema.ts';

/** Which requests are meant: those that have all of these members. */
export interface Match {
  /** The coordinate of a field, such as `Query.component`. */
  coordinate?: string;
  operationName?: string;
  /** The id of a user; null for anonymous requests. */
  user?: number | null;
  /** A part of the variables: objects may have more members, lists not more items. */
  variables?: Readonly<Record<string, unknown>>;
}

/** The members of a GraphQL request that a match is compared with. */
export interface MatchedRequest {
  readonly operationName: string | null;
  /** The id of the user; null for an anonymous request. */
  readonly user: number | null;
  readonly variables?: unknown;
}

/** The JSON Schema of a match. */
export const matchSchema: Schema<Match> = object(
  {
    coordinate: optional({ ...string, description: 'The coordinate of a field, such as `Query.component`.' }),
    operationName: optional({ ...string, pattern: '^[_A-Za-z][_0-9A-Za-z]*$', description: 'a name of GraphQL' }),
    user: optional({ ...integerOrNull, description: 'The id of a user; null for anonymous requests.' }),
    variables: optional({ ...anyObject, description: 'A part of the variables.' }),
  },
  { description: 'Which requests are meant: those that have all of these members.' },
);

/** Whether a request has what a match requires, apart from the coordinate. */
export const matchesRequest = ({ operationName, user, variables }: Match, request: MatchedRequest): boolean =>
  (user === undefined || request.user === user) &&
  (variables === undefined || contains(request.variables ?? {}, variables)) &&
  (operationName === undefined || request.operationName === operationName);

/** Whether an exchange has what a match requires. */
export const matches = (
  match: Match,
  exchange: MatchedRequest & { readonly coordinates: readonly string[] },
): boolean =>
  (match.coordinate === undefined || exchange.coordinates.includes(match.coordinate)) &&
  matchesRequest(match, exchange);

/** Whether a JSON value contains a part: objects may have more members, lists not more items. */
export function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(value) && value.length === part.length && part.every((each, index) => contains(value[index], each))
    );
  if (typeof part !== 'object' || part === null) return unboxNumber(value) === part;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(part).every(
    ([name, each]) => Object.hasOwn(value, name) && contains((value as Record<string, unknown>)[name], each),
  );
}

/** A dialect can represent the number `1.0` by an object. */
const unboxNumber = (value: unknown): unknown =>
  Object.prototype.toString.call(value) === '[object Number]' ? Number(value) : value;
