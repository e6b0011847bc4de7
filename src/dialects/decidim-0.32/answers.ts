import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';

/** An error as the platform writes it: the message of refused attributes is their list. */
type Told = Omit<GraphQLFormattedError, 'message'> & { message: unknown };

/** An answer with errors in the platform's words. A bug of the stand-in, and a Crash, are thrown. */
export function inPlatformWords(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map(told) as unknown as readonly GraphQLError[] };
}

const nothingThere = /^(Cannot return null for non-nullable field .*)\.$/;

function told(error: GraphQLError): Told {
  const { originalError } = error;
  if (originalError && !(originalError instanceof GraphQLError) && !nothingThere.test(originalError.message)) {
    throw originalError;
  }
  const { message, locations, path, extensions } = error.toJSON();
  const { code, errors } = (extensions ?? {}) as { code?: string; errors?: unknown };
  return {
    message: errors ?? message.replace(nothingThere, '$1'),
    // A field that is asked for twice is located where it is asked for first.
    ...(locations && { locations: locations.slice(0, 1) }),
    ...(path && { path }),
    ...(code !== undefined && { extensions: { code } }),
  };
}
