import type { GraphQLSchema } from 'graphql';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { parseJson } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import type { ObservedRequest, ObservedResponse, ShadowGroup } from '../../src/control/shadow/shadow.ts';
import { type Cause, causesOf } from '../diff/causes.ts';
import { type DiffRequest, type Targets, compareResponses } from '../diff/side-by-side-exchange.ts';
import { type VolatilePart, volatileParts } from '../fidelity/volatile-parts.ts';
import { DifferenceLocator } from './locate-difference.ts';

/** What differs between two worlds, besides what differs between any two servers. */
const ids: VolatilePart = {
  title: 'ids',
  names: ['id'],
  comparison: 'a number',
  replacements: [[/^\d+$/, '<number>']],
};
const comparedParts = [...volatileParts, ids];

// A list of other records differs at each of them, and one cause says it.
const maxDifferences = 200;

/** The response of the stand-in as the response of a server. */
export const toTargetResponse = ({ status, contentType, body }: ObservedResponse): TargetResponse => ({
  status,
  contentType,
  text: body,
  json: parseJson(body),
  milliseconds: 0,
});

/** Lists why the response of the stand-in differs from that of the live deployment; each cause once. */
export function findCauses(
  { query, variables, operationName }: ObservedRequest,
  responses: { standIn: TargetResponse; live: TargetResponse },
  { schema, dialect }: { schema: GraphQLSchema; dialect: Target['dialect'] },
): Cause[] {
  const { live: b } = responses;
  // A part of a mutation has no content type of its own.
  const a =
    responses.standIn.contentType === '' ? { ...responses.standIn, contentType: b.contentType } : responses.standIn;
  const { sameOutcome, differences } = compareResponses(query, variables ?? {}, a, b, comparedParts);
  const locator = new DifferenceLocator(schema, query, operationName);
  const target = { dialect } as Target;
  const targets: Targets = { a: target, b: target };
  const selected = locator.leafCoordinates.slice(0, maxDifferences);
  const byName = new Map<string, Cause>();
  for (const difference of differences.slice(0, maxDifferences)) {
    const { path, parentCoordinate } = locator.locate(difference.path);
    const request: DiffRequest = {
      actor: 'anonymous',
      query,
      coordinate: locator.rootCoordinate,
      selected,
      parentCoordinate,
      responsePath: [],
    };
    const exchange = { request, a, b, sameOutcome, differences: [{ ...difference, path }] };
    for (const cause of causesOf(exchange, schema, targets)) {
      const { path: where } = cause.difference.path === path ? difference : cause.difference;
      const named = { ...cause, difference: { ...cause.difference, path: where } };
      if (!byName.has(cause.names[0])) byName.set(cause.names[0], named);
    }
  }
  return [...byName.values()];
}

/** What differs: whether the request succeeds, the shape of the data, or its values. */
export function kindOf({ difference, names: [name] }: Cause): ShadowGroup['kind'] {
  const { path } = difference;
  if (['outcome', 'status'].includes(path) || path.startsWith('body.errors') || /: (?:refused|accepted) \//.test(name))
    return 'outcome';
  return /: (?:another value|another order of keys)$/.test(name) ? 'value' : 'shape';
}
