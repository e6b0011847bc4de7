import {
  type GraphQLSchema,
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  validateSchema,
} from 'graphql';
import { guessDialect } from '../../client/guess-dialect.ts';
import {
  type TargetRequest,
  type TargetResponse,
  describeResponse,
  graphqlRequest,
} from '../../client/http-message.ts';
import { valueAt } from '../../client/json-value.ts';
import { NoResponseError, type Target } from '../../client/target.ts';
import { defaultDecidimDialect, suiteDialectByName, suiteDialects } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { TargetSchema } from './query.ts';

/** The reason with which an import stops: the user interrupts it, or the deployment does not answer or refuses to. */
export class StopError extends CommandError {}

export interface SourceOptions {
  /** The deployment; it limits the rate of requests. */
  target: Target;
  /** The actor who reads. */
  actor: 'admin' | 'anonymous';
  signal: AbortSignal;
}

/** A deployment that is read, query by query. */
export class Source {
  /** The requests of this run, without repetitions. */
  sent = 0;

  constructor(readonly options: SourceOptions) {}

  /** The status, and the data and errors, of a query; see `request`. */
  async send(query: string): Promise<{ status: number; json: unknown }> {
    const { target, actor } = this.options;
    const response = await this.request(graphqlRequest(query, {}, await target.authorizationHeaders(actor)));
    const { status, json, location } = response;
    if (status === 401 || status === 403)
      throw new StopError(
        `${target.url} refuses the request: ${describeResponse(response)}. A token comes from the variable that --token-env names.`,
        exitCodes.unreachable,
      );
    if (location !== undefined) throw this.#unreachable(describeResponse(response));
    return { status, json };
  }

  /** Sends a request; rejects with a StopError. */
  async request(request: TargetRequest): Promise<TargetResponse> {
    const { target, signal } = this.options;
    try {
      signal.throwIfAborted();
      this.sent += 1;
      return await target.send(request);
    } catch (error) {
      if (signal.aborted) throw new StopError('interrupted', exitCodes.interrupted);
      throw error instanceof NoResponseError ? this.#unreachable(error.message) : error;
    }
  }

  #unreachable(reason: string): StopError {
    return new StopError(`${this.options.target.url} is unreachable: ${reason}`, exitCodes.unreachable);
  }
}

/** What a deployment is: which fields it has, where that is known from, and which dialect serves a copy of it. */
export interface FoundSchema {
  schema: TargetSchema;
  /** Where the schema comes from, in words. */
  origin: string;
  dialect: string;
}

const introspectionQuery = getIntrospectionQuery({ descriptions: false }).replace(
  /^\s*query \w+/,
  'query plenumImport',
);

/** Reads the schema of a deployment by introspection, or else takes that of the release that the deployment answers like. */
export async function findSchema(source: Source): Promise<FoundSchema> {
  const { target } = source.options;
  const own = schemaFrom(valueAt((await source.send(introspectionQuery)).json, ['data']));
  const guess = await guessDialect({ ...target, send: (request) => source.request(request) }, await target.readRoot());
  // The oldest release that fits has the fewest fields that another one lacks.
  const found = Object.values(suiteDialects).find((each) => (own ?? each.readSchema) && guess.fits(each));
  const { name, readSchema } = found ?? suiteDialectByName(defaultDecidimDialect);
  if (own) return { schema: new TargetSchema(own), origin: 'its own, by introspection', dialect: name };
  const origin = `that of ${name}${found ? '' : ', because the deployment does not show its release'}`;
  return { schema: new TargetSchema(readSchema!()), origin, dialect: name };
}

/** The schema in a response to an introspection, which may be hostile; undefined if it is none. */
function schemaFrom(data: unknown): GraphQLSchema | undefined {
  try {
    const schema = buildClientSchema(data as IntrospectionQuery);
    return validateSchema(schema).length === 0 ? schema : undefined;
  } catch {
    return undefined;
  }
}
