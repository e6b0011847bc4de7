import type { Place } from '../places.ts';

/** A document that graphql-ruby cannot parse, with its message; nowhere when it does not say where. */
export class SyntaxFault extends Error {
  constructor(
    message: string,
    readonly place: Place | undefined,
  ) {
    super(message);
  }
}
