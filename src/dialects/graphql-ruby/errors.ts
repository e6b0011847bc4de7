import { GraphQLError, type GraphQLFormattedError, type SourceLocation } from 'graphql';

/** An error as it appears in the response; `message` is the list of attribute errors when an input was rejected. */
export interface FormattedError extends Omit<GraphQLFormattedError, 'message'> {
  message: unknown;
}

/** Thrown when graphql-ruby cannot parse a document; `location` is undefined when graphql-ruby reports none. */
export class GraphQLSyntaxError extends GraphQLError {
  constructor(
    message: string,
    readonly location?: SourceLocation,
  ) {
    super(message);
  }
}

/** Thrown when a document refers to introspection types that the viewer must not see. */
export class HiddenTypeError extends Error {}

/** Thrown when validation stops at a limit; `error` follows the errors that were found until then. */
export class ValidationStoppedError extends Error {
  constructor(readonly error: FormattedError) {
    super(String(error.message));
  }
}

/** graphql-ruby's message for a document that exhausts its limits or the call stack. */
export const tooLargeMessage = 'This query is too large to execute.';

/** Limits of a request. graphql-ruby has none of them by default; instead, it stops the validation after three seconds. */
export interface RequestLimits {
  /** Tokens of a document. */
  maxTokens: number;
  /** Levels of brackets in a document, and levels of selections in an operation. */
  maxNesting: number;
  /** Errors of a document, and problems of the value of a variable. */
  maxErrors: number;
  /** Characters of the messages and paths of a document's errors. */
  maxErrorCharacters: number;
  /** Steps of the rules whose work is not proportional to the size of the document. */
  maxSteps: number;
  /** Whether messages show an unknown character as graphql-ruby does until 2.4. */
  showsSkippedBytes?: boolean;
}

/** Counts the steps of a validation. */
export class StepCounter {
  #steps = 0;

  constructor(readonly maxSteps: number) {}

  /** Throws ValidationStoppedError when there are too many steps; the error is graphql-ruby's error for a timeout. */
  add(count: number): void {
    this.#steps += count;
    if (this.#steps <= this.maxSteps) return;
    const message = 'Timeout on validation of query';
    throw new ValidationStoppedError({ message, locations: [], extensions: { code: 'validationTimeout' } });
  }
}
