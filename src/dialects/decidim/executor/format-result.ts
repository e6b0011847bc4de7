import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import type { FormattedError } from '../../graphql-ruby/errors/formatted-error.ts';
import { locationOfNode } from '../../graphql-ruby/errors/source-location.ts';
import { formatNullArgumentError } from '../../graphql-ruby/input/null-argument-error.ts';

/** Formats the errors of a result as the platform does. Throws bugs of the server and SimulatedServerError. */
export function formatResult(result: ExecutionResult, document: DocumentNode): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => formatNullArgumentError(document, error) ?? formatError(error));
  return { ...result, errors: errors as never };
}

const nullMessage = /^(Cannot return null for non-nullable field .*)\.$/;

function formatError({ message, nodes, path, extensions, originalError }: GraphQLError): FormattedError {
  if (originalError && !(originalError instanceof GraphQLError) && !nullMessage.test(originalError.message)) {
    throw originalError;
  }
  const { code, errors } = extensions as { code?: string; errors?: unknown };
  return {
    // For invalid attributes, the message is the list of their errors.
    message: errors ?? message.replace(nullMessage, '$1'),
    // graphql-ruby reports the first location of a field that is selected twice.
    ...(nodes && { locations: nodes.slice(0, 1).map(locationOfNode) }),
    ...(path && { path }),
    ...(code !== undefined && { extensions: { code } }),
  };
}
