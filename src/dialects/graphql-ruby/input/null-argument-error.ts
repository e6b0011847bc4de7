import { type ASTNode, type DocumentNode, type FieldNode, type GraphQLError, Kind, visit } from 'graphql';
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

/** The fields of each document by the values of their arguments: a document can have an error for each of its fields. */
const fieldsByDocument = new WeakMap<DocumentNode, Map<ASTNode, FieldNode>>();

function findFieldByArgumentValue(document: DocumentNode, value: ASTNode | undefined): FieldNode | undefined {
  const fields = fieldsByDocument.get(document) ?? mapFields(document);
  fieldsByDocument.set(document, fields);
  return value && fields.get(value);
}

function mapFields(document: DocumentNode): Map<ASTNode, FieldNode> {
  const fields = new Map<ASTNode, FieldNode>();
  visit(document, {
    [Kind.FIELD](field) {
      for (const { value } of field.arguments!) fields.set(value, field);
    },
  });
  return fields;
}
