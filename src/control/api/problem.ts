import { STATUS_CODES } from 'node:http';
import { RequestError } from '../../errors.ts';
import { type Static, integer, list, named, object, optional, string } from './schema.ts';

/** The media type of a problem document. */
export const problemMediaType = 'application/problem+json';

export const problemSchema = named(
  'Problem',
  object({
    type: string,
    title: string,
    status: integer,
    detail: string,
    member: optional(string),
    problems: optional(list(string)),
  }),
);
export type Problem = Static<typeof problemSchema>;

/** A request to the control that cannot be answered. The client gets a problem document. */
export class ProblemError extends RequestError {
  constructor(
    status: number,
    message: string,
    /** What is wrong in the request. */
    readonly member?: string,
    readonly problems?: readonly string[],
  ) {
    super(status, message);
  }
}

/** Throws a ProblemError because the request names something that does not exist. */
export function notFound(what: string, id: string, member: string): never {
  throw new ProblemError(404, `There is no ${what} ${JSON.stringify(id)}.`, member);
}

/** Formats an error as a problem document (RFC 9457). */
export function formatProblem(error: Pick<ProblemError, 'status' | 'message'> & Partial<ProblemError>): Problem {
  const { status, message, member, problems } = error;
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    ...(member !== undefined && { member }),
    ...(problems && { problems: [...problems] }),
  };
}
