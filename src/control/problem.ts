import { STATUS_CODES } from 'node:http';
import { RequestError } from '../errors.ts';
import type { Shape } from './admin/schemas.ts';

/** The media type of a problem document. */
export const problemMediaType = 'application/problem+json';

/** A request to the control that cannot be answered. The client gets a problem document. */
export class ProblemError extends RequestError {
  readonly title: string;

  constructor(
    status: number,
    message: string,
    readonly member?: string,
    readonly problems?: readonly string[],
  ) {
    super(status, message);
    this.title = titleOf(status);
  }
}

const titleOf = (status: number): string => STATUS_CODES[status] ?? 'Error';

/** Formats an error as a problem document (RFC 9457). */
export function formatProblem(
  error: Pick<ProblemError, 'status' | 'message'> & Partial<ProblemError>,
): Shape<'Problem'> {
  const { status, message, member, problems } = error;
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    detail: message,
    ...(member !== undefined && { member }),
    ...(problems && { problems: [...problems] }),
  };
}
