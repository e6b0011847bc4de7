import type { GraphQLFormattedError, SourceLocation } from 'graphql';

/** An error as it appears in the response; `message` is the list of attribute errors when an input was rejected. */
export interface FormattedError extends Omit<GraphQLFormattedError, 'message'> {
  message: unknown;
}

/** Thrown when graphql-ruby cannot parse a document; `location` is undefined when graphql-ruby reports none. */
export class GraphQLSyntaxError extends Error {
  constructor(
    message: string,
    readonly location: SourceLocation | undefined,
  ) {
    super(message);
  }
}
