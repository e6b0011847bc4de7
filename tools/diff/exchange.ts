import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../../conformance/model/case.ts';
import { type TargetResponse, graphqlRequest } from '../../conformance/model/exchange.ts';
import { NoResponseError, type Target } from '../../conformance/model/target.ts';
import { type Comparison, compareResponses } from './compare-responses.ts';

/** A request that both servers are sent. */
export interface DiffRequest {
  /** What it is about: a schema coordinate, or the name of a type. */
  subject: string;
  /** What the fields of its answer are named under. */
  parentCoordinate: string;
  actor: Actor;
  query: string;
  variables?: Record<string, unknown>;
  /** The locale of what it writes, where that is not English: a platform words refusals in it. */
  locale?: string;
  /** The keys in the answer that lead to what it is about. */
  responsePath: string[];
}

/** A request, what both servers answered, and where they differ. */
export interface SideBySideExchange extends Comparison {
  request: DiffRequest;
  a: TargetResponse;
  b: TargetResponse;
}

/** The two servers, side by side. */
export interface Targets {
  a: Target;
  b: Target;
}

/** Sends a request to both and compares; a CommandError when one of them gives no answer. */
export async function sendToBoth({ a, b }: Targets, request: DiffRequest): Promise<SideBySideExchange> {
  const answers = await Promise.all([sendTo('a', a, request), sendTo('b', b, request)]);
  return { request, a: answers[0], b: answers[1], ...compareResponses(request.query, request.variables, ...answers) };
}

/** What one of them answers; a CommandError when it gives no answer. */
export async function sendTo(
  side: keyof Targets,
  target: Target,
  request: DiffRequest,
  again = true,
): Promise<TargetResponse> {
  const { actor, query, variables } = request;
  try {
    return await target.send(graphqlRequest(query, variables ?? {}, await target.authorizationHeaders(actor)));
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    // A connection that was kept may have ended; what writes might have been done all the same.
    if (again && !query.startsWith('mutation')) return sendTo(side, target, request, false);
    throw new CommandError(`--${side} ${target.url} cannot be reached: ${error.message}`, exitCodes.unreachable);
  }
}
