import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import { formatNullArgumentError } from '../../graphql-ruby/input/null-argument-error.ts';
import { locationOfNode } from '../../graphql-ruby/errors/source-location.ts';
import type { FormattedError } from '../../graphql-ruby/errors/formatted-error.ts';

/** An answer with errors in the platform's words. A bug of the stand-in, and a Crash, are thrown. */
export function formatResult(result: ExecutionResult, document: DocumentNode): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => formatNullArgumentError(document, error) ?? told(error));
  return { ...result, errors: errors as never };
}

const nothingThere = /^(Cannot return null for non-nullable field .*)\.$/;

function told({ message, nodes, path, extensions, originalError }: GraphQLError): FormattedError {
  if (originalError && !(originalError instanceof GraphQLError) && !nothingThere.test(originalError.message)) {
    throw originalError;
  }
  const { code, errors } = extensions as { code?: string; errors?: unknown };
  return {
    // Of refused attributes it is their list.
    message: errors ?? message.replace(nothingThere, '$1'),
    // A field that is asked for twice is located where it is asked for first.
    ...(nodes && { locations: nodes.slice(0, 1).map(locationOfNode) }),
    ...(path && { path }),
    ...(code !== undefined && { extensions: { code } }),
  };
}
