import type { SourceLocation } from './source-location.ts';

/** A document that graphql-ruby cannot parse, with its message; nowhere when it does not say where. */
export class GraphqlSyntaxError extends Error {
  constructor(
    message: string,
    readonly location: SourceLocation | undefined,
  ) {
    super(message);
  }
}
