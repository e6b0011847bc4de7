import { setTimeout } from 'node:timers/promises';
import { printSchema } from 'graphql';
import { actorsOfEnvironment } from '../../src/client/credentials.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { createRedactor } from '../../src/client/redactor.ts';
import { waitAfter } from '../../src/client/retry-after.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { defaultDecidimDialect, suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { guessDialect } from '../discover/dialect.ts';
import { introspectionQuery, readIntrospection } from './introspect.ts';
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

const maxAttempts = 5;

/**
 * Reads the schema of a deployment by introspection, which Decidim allows administrators only.
 *
 * @throws CommandError if the deployment is unreachable, or if the introspection is refused, cut or invalid.
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
    { environment, timeoutMs, requestIntervalMs, mayBeAnonymous: true, ...(signal && { signal }) },
  );
  let sent = 0;
  const count = () => {
    sent += 1;
    options.onRequest?.(sent);
  };
  // A key signs in once.
  if (admin && 'key' in admin) count();
  const target: Target = {
    ...opened,
    readRoot: () => {
      count();
      return opened.readRoot();
    },
    send: async (request) => {
      for (let attempt = 1; ; attempt++) {
        count();
        const response = await opened.send(request);
        if (response.status !== 429 && response.status !== 503) return response;
        if (attempt === maxAttempts)
          throw new CommandError(`${url} limits requests: ${describeResponse(response)}`, exitCodes.unreachable);
        const waitMs = waitAfter(attempt, response.retryAfter);
        options.onWait?.(waitMs);
        await setTimeout(waitMs, undefined, { signal });
      }
    },
  };
  const redact = createRedactor(() => target.secrets());
  try {
    const { sdl, ...found } = await introspectTarget(target);
    return { sdl, source: { ...found, requests: sent } };
  } catch (error) {
    if (signal?.aborted) throw new CommandError('interrupted', exitCodes.interrupted);
    if (error instanceof NoResponseError)
      throw new CommandError(`${url} is unreachable: ${redact(error.message)}`, exitCodes.unreachable);
    // The message may quote the server.
    if (error instanceof CommandError) throw new CommandError(redact(error.message), error.exitCode);
    throw error;
  }
}

async function introspectTarget(target: Target): Promise<Omit<SchemaSource, 'requests'> & { sdl: string }> {
  const hasToken = target.missingCredentials('admin') === undefined;
  const headers = await target.authorizationHeaders(hasToken ? 'admin' : 'anonymous');
  const response = await target.send(graphqlRequest(introspectionQuery, {}, headers));
  const introspection = readIntrospection(
    response,
    createRedactor(() => target.secrets()),
  );
  if ('problem' in introspection) {
    const { problem, isRefused } = introspection;
    throw new CommandError(
      `${target.url}: ${problem}. Nothing is written.${isRefused ? ` ${adviceAfterRefusal(hasToken)}` : ''}`,
      exitCodes.unreachable,
    );
  }
  const { schema } = introspection;
  const guess = await guessDialect(target, await target.readRoot());
  const releases = Object.values(suiteDialects).filter((each) => each.family === 'decidim' && guess.fits(each));
  const { origin, pathname, host } = new URL(target.url);
  return {
    sdl: printSchema(schema),
    // Without a user, a password and a query.
    url: origin + pathname,
    host,
    day: new Date().toISOString().slice(0, 10),
    releases: releases.map(({ name }) => name),
    evidence: guess.evidence,
    types: Object.keys(schema.getTypeMap()).filter((each) => !each.startsWith('__')).length,
  };
}

const adviceAfterRefusal = (hasToken: boolean): string =>
  `Decidim shows its schema to administrators only: ${
    hasToken
      ? 'check that the token belongs to one'
      : 'set PLENUM_ADMIN_TOKEN, or PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET, or name a variable with --token-env'
  }. Or ask the town for the file of its schema, and pass it to --schema FILE.`;
