import { type DocumentNode, type ExecutionResult, type FieldNode, GraphQLError, type ValueNode, visit } from 'graphql';
import { type AttributeError, SimulatedServerError } from '../../../errors.ts';
import type { FormattedError } from '../../graphql-ruby/errors.ts';
import { locationOfNode } from '../../graphql-ruby/locations.ts';
import type { RefusalForm } from '../overrides.ts';

interface ErrorFormat {
  /** The form of a refusal, by its code. */
  formOf(code: string): RefusalForm | undefined;
  hidesPlaceOfNulls: boolean;
}

/** Formats the errors of a result as the platform does. Throws bugs of the server and SimulatedServerError. */
export function formatResult(
  { errors, ...result }: ExecutionResult,
  document: DocumentNode,
  { formOf, hidesPlaceOfNulls }: ErrorFormat,
): ExecutionResult {
  const formatted = (errors ?? []).flatMap((error) => {
    const form = formOf(String(error.extensions['code']));
    if (form === 'serverError') throw new SimulatedServerError(error.message);
    if (form === 'null') return [];
    if (hidesPlaceOfNulls && nullMessage.test(error.message))
      return { message: error.message.replace(nullMessage, '$1') };
    return formatNullArgumentError(document, error) ?? (form ? withoutCode(formatError(error)) : formatError(error));
  });
  return formatted.length > 0 ? { errors: formatted as never, ...result } : result;
}

/** An error of a release without codes: those of the attributes are one text, with the names as a form shows them. */
function withoutCode({ message, locations, path }: FormattedError): FormattedError {
  const texts = Array.isArray(message) ? (message as AttributeError[]).map(describeAttribute).join(', ') : message;
  return { message: texts, ...(locations && { locations }), ...(path && { path }) };
}

const describeAttribute = ({ path, message }: AttributeError): string => {
  const words = String(path.at(-1)).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${message}`;
};

const nullArgumentMessage = /^Argument "\w+" of non-null type "(.+)" must not be null\.$/;
/** The fields of each document by the values of their arguments: a document can have an error for each of its fields. */
const fieldsByDocument = new WeakMap<DocumentNode, Map<ValueNode, FieldNode>>();

/**
 * Converts graphql-js's error for a null in a required argument; returns undefined for other errors. Validation cannot find
 * this null: it accepts a nullable variable with a default value.
 */
function formatNullArgumentError(document: DocumentNode, { message, nodes, path }: GraphQLError) {
  const type = nullArgumentMessage.exec(message)?.[1];
  if (type === undefined) return undefined;
  const fields = fieldsByDocument.get(document) ?? mapFields(document);
  fieldsByDocument.set(document, fields);
  const field = fields.get(nodes?.[0] as ValueNode);
  return (
    field && {
      message: `\`null\` is not a valid input for \`${type}\`, please provide a value for this argument.`,
      locations: [locationOfNode(field)],
      path,
    }
  );
}

function mapFields(document: DocumentNode): Map<ValueNode, FieldNode> {
  const fields = new Map<ValueNode, FieldNode>();
  visit(document, {
    Field(field) {
      for (const { value } of field.arguments!) fields.set(value, field);
    },
  });
  return fields;
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
