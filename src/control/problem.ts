import { RequestError } from '../errors.ts';

/** A request to the control that cannot be answered. The client gets a problem document (RFC 9457). */
export class ProblemError extends RequestError {
  constructor(
    status: number,
    message: string,
    /** The member of the request that is wrong. */
    readonly member?: string,
  ) {
    super(status, message);
  }
}
