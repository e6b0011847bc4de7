import { type Static, anyObject, integerOrNull, named, object, optional, string } from './api/schema.ts';

export const matchSchema = named(
  'Match',
  object(
    {
      coordinate: optional({ ...string, description: 'The coordinate of a field, such as `Query.component`.' }),
      operationName: optional({ ...string, pattern: '^[_A-Za-z][_0-9A-Za-z]*$', description: 'a name of GraphQL' }),
      user: optional({ ...integerOrNull, description: 'The id of a user; null for anonymous requests.' }),
      variables: optional({
        ...anyObject,
        description: 'A part of the variables: objects may have more members, lists not more items.',
      }),
    },
    { description: 'Which requests are meant: those that have all of these members.' },
  ),
);

/** Which requests a fault or a filter means: those that have all of these members. */
export type Match = Static<typeof matchSchema>;

/** The members of a GraphQL request that a match is compared with. */
export interface MatchedRequest {
  readonly operationName: string | null;
  /** The id of the user; null for an anonymous request. */
  readonly user: number | null;
  readonly variables?: unknown;
}

/** Whether a request has what a match requires, apart from the coordinate. */
export const matchesRequest = ({ operationName, user, variables }: Match, request: MatchedRequest): boolean =>
  (user === undefined || request.user === user) &&
  (variables === undefined || contains(request.variables ?? {}, variables)) &&
  (operationName === undefined || request.operationName === operationName);

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
export const unboxNumber = (value: unknown): unknown =>
  Object.prototype.toString.call(value) === '[object Number]' ? Number(value) : value;
