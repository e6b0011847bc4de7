import { GraphQLError } from 'graphql';

/** One refused attribute: its path in the input, and what is wrong with it. */
export interface AttributeError {
  path: (string | number)[];
  message: string;
}

/**
 * An expected answer that is not data: it reaches the client as it is. Every other error inside the execution is a bug,
 * and is masked.
 */
export class Refusal extends GraphQLError {}

const refuse = (code: string, message: string, more: Record<string, unknown> = {}) =>
  new Refusal(message, { extensions: { code, ...more } });

/** Anonymous, or not allowed to see `type`, a GraphQL type name. */
export const unauthorizedObject = (type: string) =>
  refuse('UNAUTHORIZED_OBJECT_ERROR', `You cannot view or edit this ${type} because you do not have permissions`);

/** The viewer lacks the role, or the component's setting is off. */
export const mutationNotAuthorized = () =>
  refuse('MUTATION_NOT_AUTHORIZED_ERROR', 'You do not have permission to perform this mutation');

/** No such record where it was looked for; `type` is the GraphQL type of the field. */
export const notFound = (type: string) => refuse('NOT_FOUND_ERROR', `${type} not found`);

/** A locale that the organization does not have. */
export const invalidLocale = () => refuse('INVALID_LOCALE_ERROR', 'Invalid locale provided');

/** Every attribute that is not as it must be, at once: the list is `extensions.errors`. */
export const invalidAttributes = (problems: AttributeError[]) =>
  refuse(
    'ATTRIBUTE_VALIDATION_ERROR',
    `Not valid: ${problems.map(({ path, message }) => `${path.slice(1).join('.')} ${message}`).join('; ')}.`,
    { errors: problems },
  );

/** A component of a kind that has no mutations, by the name of its type. */
export const mutationTypeNotFound = (type: string) => new Refusal(`Mutation type not found for ${type}`);

/** A connection's cursor that was never given out. */
export const invalidCursor = (cursor: string) => new Refusal(`Invalid input: ${JSON.stringify(cursor)}`);

/** What a deployment answers with status 500, by its nature and not by a fault of the stand-in. */
export class SimulatedServerError extends Error {}

/** What a command cannot go on with, said in one line, with the exit code that README lists. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** Exit codes of the command line. */
export const exitCodes = {
  usage: 2,
  unreachable: 4,
  cleanupIncomplete: 5,
  damagedData: 65,
  unavailable: 69,
  internal: 70,
} as const;
