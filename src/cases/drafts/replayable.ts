import { type GraphQLSchema, getOperationAST } from 'graphql';
import type { SuiteDialect } from '../../dialects/suite-dialect.ts';
import type { Actor } from '../../client/actor.ts';
import type { ReplayableExchange } from './chains.ts';
import type { GraphQLResponseBody, ParsedRequest, ProxiedExchange } from './recorded-exchange.ts';
import { readOutcome } from './outcome.ts';
import { looksLikePattern } from './pattern.ts';
import { findIdLocations } from './record-ids.ts';

/** A request and its response. */
export interface ObservedExchange extends Pick<ProxiedExchange, 'number' | 'startMoment' | 'endMoment'> {
  request: ParsedRequest;
  actor: Actor;
  status: number;
  body: GraphQLResponseBody;
}

/** Finds what a case needs of an exchange. Returns the reason if no case can repeat it. */
export function toReplayable(
  { request, actor, status, body, ...order }: ObservedExchange,
  { schema, dialect }: { schema: GraphQLSchema; dialect: SuiteDialect },
): ReplayableExchange | string {
  const outcome = readOutcome(body, status, dialect);
  if (typeof outcome === 'string') return outcome;
  if (looksLikePattern([request.variables, outcome]))
    return 'it contains a value that a case would read as a placeholder or a pattern';
  const { document, operationName } = request;
  const idLocations = document
    ? findIdLocations(schema, document, operationName)
    : { variables: new Map(), response: new Map() };
  const operation = document && getOperationAST(document, operationName)?.operation;
  const writes = operation === 'mutation' && !('errorCode' in outcome) && 'data' in outcome;
  return { ...request, ...order, actor, outcome, idLocations, operation, writes };
}
