import { BREAK, type DocumentNode, type FieldNode, type GraphQLError, Kind, visit } from 'graphql';
import type { FormattedError } from '../errors/formatted-error.ts';
import { locationOfNode } from '../errors/source-location.ts';

const nullArgumentMessage = /^Argument "\w+" of non-null type "(.+)" must not be null\.$/;

/**
 * Converts graphql-js's execution error for a null in a required argument to graphql-ruby's error; returns undefined
 * for other errors. Validation cannot find this null: it accepts a nullable variable with a default value.
 */
export function formatNullArgumentError(document: DocumentNode, error: GraphQLError): FormattedError | undefined {
  const type = nullArgumentMessage.exec(error.message)?.[1];
  const field = type && findFieldByArgumentValue(document, error.nodes?.[0]);
  if (!field) return undefined;
  return {
    message: `\`null\` is not a valid input for \`${type}\`, please provide a value for this argument.`,
    locations: [locationOfNode(field)],
    path: error.path,
  };
}

function findFieldByArgumentValue(document: DocumentNode, value: unknown): FieldNode | undefined {
  let field: FieldNode | undefined;
  visit(document, {
    [Kind.FIELD](node) {
      if (!node.arguments!.some((argument) => argument.value === value)) return undefined;
      field = node;
      return BREAK;
    },
  });
  return field;
}
