import { GraphQLError } from 'graphql';
import { CommandError } from './command-error.ts';

export { CommandError };

/** A rejected attribute: its path in the input, and the reason. */
export interface AttributeError {
  path: (string | number)[];
  message: string;
}

/**
 * An expected error that reaches the client unchanged. Any other error that is thrown during execution is a bug, and
 * its message is masked.
 */
export class Refusal extends GraphQLError {
  /** Its place in the order of all refusals of the process, which tells the locale that its request had at that time. */
  readonly number = (refusalCount += 1);
}

let refusalCount = 0;

/** The number of refusals so far. */
export const countRefusals = (): number => refusalCount;

/** The codes of the errors that the API defines. */
export const errorCodes = [
  'UNAUTHORIZED_OBJECT_ERROR',
  'UNAUTHORIZED_FIELD_ERROR',
  'MUTATION_NOT_AUTHORIZED_ERROR',
  'NOT_FOUND_ERROR',
  'INVALID_LOCALE_ERROR',
  'ATTRIBUTE_VALIDATION_ERROR',
  'VALIDATION_ERROR',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

const refuse = (code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) =>
  new Refusal(message, { extensions: { code, ...extensions } });

/** The viewer is anonymous or may not see an object of `type`, a GraphQL type name. */
export const unauthorizedObject = (type: string) =>
  refuse('UNAUTHORIZED_OBJECT_ERROR', `You cannot view or edit this ${type} because you do not have permissions`);

/** The viewer may not use a field of a type, both by their GraphQL names. */
export const unauthorizedField = (field: string, type: string) =>
  refuse(
    'UNAUTHORIZED_FIELD_ERROR',
    `You cannot view or edit ${field} field on ${type} because you do not have permission`,
  );

/** The viewer does not have the role, or the setting of the component is off. */
export const mutationNotAuthorized = () =>
  refuse('MUTATION_NOT_AUTHORIZED_ERROR', 'You do not have permission to perform this mutation');

/** The record does not exist in its component; `type` is the GraphQL type of the field. */
export const notFound = (type: string) => refuse('NOT_FOUND_ERROR', `${type} not found`);

/** The organization does not have the locale. */
export const invalidLocale = () => refuse('INVALID_LOCALE_ERROR', 'Invalid locale provided');

/** One or more attributes are invalid; `extensions.errors` lists all of them. */
export const invalidAttributes = (problems: AttributeError[]) =>
  refuse(
    'ATTRIBUTE_VALIDATION_ERROR',
    `Not valid: ${problems.map(({ path, message }) => `${path.slice(1).join('.')} ${message}`).join('; ')}.`,
    { errors: problems },
  );

/** The record is not in a state in which the mutation can run. */
export const invalidMutation = (message: string) => refuse('VALIDATION_ERROR', message);

/** The component is of a kind that has no mutations; `type` is its GraphQL type name. */
export const mutationTypeNotFound = (type: string) => new Refusal(`Mutation type not found for ${type}`);

/** The cursor does not come from a connection of this server. */
export const invalidCursor = (cursor: string) => new Refusal(`Invalid input: ${JSON.stringify(cursor)}`);

/** A request that the platform answers with HTTP status 500, which this server reproduces on purpose. The message is the reason, in plain words. */
export class SimulatedServerError extends Error {}

/** A request that ends without end in the platform: nothing of the application handles the error, not even its own 500. */
export class SimulatedStackOverflow extends SimulatedServerError {}

/** A request that cannot be answered, with its HTTP status and a message for the client. */
export class RequestError extends Error {
  readonly expose = true;

  constructor(
    readonly status: number,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }
}

/** Writes could not be stored and were undone. Clients get HTTP status 503; the cause is for the operator. */
export class StorageError extends Error {
  readonly status = 503;
  readonly expose = true;

  constructor(cause: Error, message = 'The records could not be written to the disk. Nothing was changed.') {
    super(message, { cause });
  }
}

/** A write came while all records are replaced: during a reset, a restore, or a new state. */
export class ReplacementError extends StorageError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super(new Error('the records are replaced at this moment'), 'All records are being replaced. Nothing was changed.');
  }
}

/** The database could not store writes, which were undone. */
export class DatabaseError extends StorageError {
  readonly retryAfterSeconds = 1;

  constructor(cause: Error, message = 'The records could not be written to the database. Nothing was changed.') {
    super(cause, message);
  }
}

/** Calls a function that writes `path`. Throws a CommandError that names it and the reason if that fails, such as on a full disk. */
export function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}`, exitCodes.unavailable);
  }
}

/** Exit codes of the command line. */
export const exitCodes = {
  differences: 1,
  usage: 2,
  partial: 3,
  unreachable: 4,
  cleanupIncomplete: 5,
  knownFailures: 6,
  waivers: 7,
  damagedData: 65,
  unavailable: 69,
  internal: 70,
  configuration: 78,
  commandNotFound: 127,
  interrupted: 130,
} as const;
