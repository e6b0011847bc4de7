import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Actor } from '../cases.ts';
import type { Answer } from '../judge.ts';
import { NoAnswer, type Target, graphqlRequest } from '../targets/target.ts';
import { type Comparison, compare } from './compare.ts';

/** A request that both servers are sent. */
export interface Request {
  /** What it is about: a schema coordinate, or the name of a type. */
  subject: string;
  /** What the fields of its answer are named under. */
  place: string;
  actor: Actor;
  query: string;
  variables?: Record<string, unknown>;
  /** The locale of what it writes, where that is not English: a platform words refusals in it. */
  locale?: string;
  /** The keys in the answer that lead to what it is about. */
  at: string[];
}

/** A request, what both servers answered, and where they differ. */
export interface Exchange extends Comparison {
  request: Request;
  a: Answer;
  b: Answer;
}

/** The two servers, side by side. */
export interface Sides {
  a: Target;
  b: Target;
}

/** Sends a request to both and compares; a CommandError when one of them gives no answer. */
export async function exchange({ a, b }: Sides, request: Request): Promise<Exchange> {
  const answers = await Promise.all([answerOf('a', a, request), answerOf('b', b, request)]);
  return { request, a: answers[0], b: answers[1], ...compare(request.query, request.variables, ...answers) };
}

/** What one of them answers; a CommandError when it gives no answer. */
export async function answerOf(side: keyof Sides, target: Target, request: Request, again = true): Promise<Answer> {
  const { actor, query, variables } = request;
  try {
    return await target.send(graphqlRequest(query, variables ?? {}, await target.authorization(actor)));
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // A connection that was kept may have ended; what writes might have been done all the same.
    if (again && !query.startsWith('mutation')) return answerOf(side, target, request, false);
    throw new CommandError(`--${side} ${target.url} cannot be reached: ${error.message}`, exitCodes.unreachable);
  }
}
