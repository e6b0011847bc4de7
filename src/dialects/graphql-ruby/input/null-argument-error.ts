import { BREAK, type DocumentNode, type FieldNode, type GraphQLError, Kind, visit } from 'graphql';
import { locationOfNode } from '../errors/source-location.ts';
import type { FormattedError } from '../errors/formatted-error.ts';

const nullArgument = /^Argument "\w+" of non-null type "(.+)" must not be null\.$/;

/**
 * What graphql-ruby says, at the field, of a null that graphql-js finds while it executes: a variable with a default
 * value may stand for an argument that is required, and be null all the same. Undefined for any other error.
 */
export function formatNullArgumentError(document: DocumentNode, error: GraphQLError): FormattedError | undefined {
  const type = nullArgument.exec(error.message)?.[1];
  const field = type && fieldWith(document, error.nodes?.[0]);
  if (!field) return undefined;
  return {
    message: `\`null\` is not a valid input for \`${type}\`, please provide a value for this argument.`,
    locations: [locationOfNode(field)],
    path: error.path,
  };
}

function fieldWith(document: DocumentNode, value: unknown): FieldNode | undefined {
  let found: FieldNode | undefined;
  visit(document, {
    [Kind.FIELD](node) {
      if (!node.arguments!.some((each) => each.value === value)) return undefined;
      found = node;
      return BREAK;
    },
  });
  return found;
}
