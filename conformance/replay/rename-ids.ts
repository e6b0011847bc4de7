import { type GraphQLSchema, parse, print } from 'graphql';
import { mapIds, nameOfRecord } from '../../src/cases/record-ids.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import type { ReplayedExchange } from './recordings.ts';

/** An exchange in which ids that are names of one target are those of another: of the components and records that both have. */
export function renameIds(
  exchange: ReplayedExchange,
  from: Record<string, unknown>,
  to: Record<string, unknown>,
  schema: GraphQLSchema,
): ReplayedExchange {
  const { request, response } = exchange;
  const isSame = Object.keys(from).every((name) => to[name] === undefined || String(to[name]) === String(from[name]));
  if (isSame || !isJsonObject(request.json) || typeof request.json['query'] !== 'string') return exchange;
  const { query, variables, operationName } = request.json;
  const { data, ...others } = isJsonObject(response.json) ? response.json : {};
  const rename = (kind: string, id: string | number): unknown => {
    const name = nameOfRecord(from, kind, id);
    const renamed = name === undefined ? undefined : to[name];
    if (renamed === undefined) return id;
    return typeof id === 'number' ? Number(renamed) : String(renamed);
  };
  try {
    const mapped = mapIds(
      {
        document: parse(query, { noLocation: true }),
        operationName: typeof operationName === 'string' ? operationName : undefined,
        variables: isJsonObject(variables) ? variables : {},
        data,
      },
      schema,
      rename,
    );
    const json = {
      ...request.json,
      query: print(mapped.document),
      ...(isJsonObject(variables) && { variables: mapped.variables }),
    };
    const renamed = isJsonObject(response.json)
      ? { ...others, ...(data !== undefined && { data: mapped.data }) }
      : response.json;
    return { ...exchange, request: { ...request, json }, response: { ...response, json: renamed } };
  } catch {
    // A document that does not parse has no ids.
    return exchange;
  }
}
