import { type GraphQLSchema, printSchema } from 'graphql';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { actorsOfEnvironment } from '../../src/client/credentials.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { defaultDecidimDialect, suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { guessDialect } from '../discover/dialect.ts';
import { PartAsker } from './ask-parts.ts';
import type { FoundParts, Presence } from './found-parts.ts';
import { introspectionQuery, readIntrospection } from './introspect.ts';
import { KnownParts, readKnownSchemas } from './known-parts.ts';
import { buildPartialSchema } from './partial-schema.ts';
import { PoliteSender } from './polite-sender.ts';
import type { SchemaSource } from './source.ts';

export interface PullOptions {
  url: string;
  /** The variable with the token of an administrator. Default: the credentials of `PLENUM_ADMIN_*`, if there are some. */
  tokenVariable?: string | undefined;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  signal?: AbortSignal | undefined;
  onWait?: ((waitMs: number) => void) | undefined;
  onRequest?: ((sent: number) => void) | undefined;
}

/** The schema of a deployment in SDL, without a header, and where it comes from. */
export interface PulledSchema {
  sdl: string;
  source: SchemaSource;
}

/**
 * Reads the schema of a deployment: the whole of it by introspection if the deployment allows that, else what validation says of the parts
 * of the known releases.
 *
 * @throws CommandError if the deployment is unreachable or no Decidim, or if a token is given and the introspection is refused, cut or invalid.
 */
export async function pullSchema(options: PullOptions): Promise<PulledSchema> {
  const { url, tokenVariable, environment, timeoutMs, requestIntervalMs, signal } = options;
  if (tokenVariable !== undefined && !environment[tokenVariable])
    throw new CommandError(`--token-env: the environment variable ${tokenVariable} is not set`, exitCodes.usage);
  const { admin } =
    tokenVariable === undefined ? actorsOfEnvironment(environment) : { admin: { token: { env: tokenVariable } } };
  const opened = createDeploymentTarget(
    { url, ...(admin && { actors: { admin } }) },
    suiteDialectByName(defaultDecidimDialect),
    {
      environment,
      timeoutMs,
      requestIntervalMs,
      mayBeAnonymous: true,
      ...(signal && { signal }),
    },
  );
  let sent = 0;
  const count = () => options.onRequest?.((sent += 1));
  const target: Target = {
    ...opened,
    readRoot: () => {
      count();
      return opened.readRoot();
    },
    send: (...request) => {
      count();
      return opened.send(...request);
    },
  };
  // It signs in once.
  if (admin && 'key' in admin) count();
  const redact = createRedactor(() => target.secrets());
  try {
    return await pull(target, options, () => sent);
  } catch (error) {
    if (signal?.aborted) throw new CommandError('interrupted', exitCodes.interrupted);
    if (error instanceof NoResponseError)
      throw new CommandError(`${url} is unreachable: ${redact(error.message)}`, exitCodes.unreachable);
    // The message may quote the server.
    if (error instanceof CommandError) throw new CommandError(redact(error.message), error.exitCode);
    throw error;
  }
}

async function pull(target: Target, options: PullOptions, sent: () => number): Promise<PulledSchema> {
  const { url } = options;
  const sender = new PoliteSender(target, options);
  const hasToken = target.missingCredentials('admin') === undefined;
  const response = await sender.send(hasToken ? 'admin' : 'anonymous', introspectionQuery);
  const introspection = readIntrospection(
    response,
    createRedactor(() => target.secrets()),
  );
  const isWhole = 'schema' in introspection;
  if (!isWhole && (hasToken || !introspection.isRefused))
    throw new CommandError(
      `${url}: ${introspection.problem}. Nothing is written.${hasToken ? ' Without a token, plenum schema pull writes the part that validation shows.' : ''}`,
      exitCodes.unreachable,
    );
  const guess = await guessDialect(target, await target.readRoot());
  const releases = Object.values(suiteDialects).filter((each) => each.family === 'decidim' && guess.fits(each));
  const names = releases.map(({ name }) => name);
  const shared = {
    url: withoutSecrets(url),
    host: new URL(url).host,
    day: new Date().toISOString().slice(0, 10),
    releases: names,
    evidence: guess.evidence,
  };
  if (isWhole) {
    const { schema } = introspection;
    return {
      sdl: printSchema(schema),
      source: { ...shared, isWhole: true, types: countTypes(schema), requests: sent() },
    };
  }
  if (names.length === 0)
    throw new CommandError(
      `${url} ${introspection.problem}, and it does not answer like Decidim: ${guess.evidence.join('; ')}`,
      exitCodes.unreachable,
    );
  const known = new KnownParts(readKnownSchemas(names.toReversed()));
  const expected = releases.flatMap(({ readSchema }) => Object.keys(readSchema!().getTypeMap()));
  const found = await new PartAsker(sender, known).ask(expected);
  const { schema, notWritten } = buildPartialSchema(found, known);
  return {
    sdl: printSchema(schema),
    source: {
      ...shared,
      isWhole: false,
      types: countTypes(schema),
      requests: sent(),
      asked: countsOf(found),
      absent: namesOf(found, 'absent'),
      unknown: namesOf(found, 'unknown'),
      suggested: [...found.suggested],
      notWritten,
    },
  };
}

/** A URL without a user, a password and a query. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const countTypes = (schema: GraphQLSchema): number =>
  Object.keys(schema.getTypeMap()).filter((each) => !each.startsWith('__')).length;

const lists = ['types', 'fields', 'arguments', 'inputFields', 'enumValues'] as const;

const countsOf = (found: FoundParts): NonNullable<SchemaSource['asked']> =>
  Object.fromEntries(
    lists.map((list) => {
      const values = [...found[list].values()];
      const count = (presence: Presence) => values.filter((each) => each === presence).length;
      return [list, { present: count('present'), absent: count('absent'), unknown: count('unknown') }];
    }),
  );

const namesOf = (found: FoundParts, presence: Presence): string[] =>
  lists.flatMap((list) => [...found[list]].flatMap(([name, each]) => (each === presence ? [name] : []))).toSorted();
