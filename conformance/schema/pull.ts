import {
  type GraphQLSchema,
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  validateSchema,
} from 'graphql';
import { actorsOfEnvironment } from '../../src/client/credentials.ts';
import { openDoor } from '../../src/client/door.ts';
import { escapeControlCharacters, escapeLine, truncate } from '../../src/client/format-text.ts';
import { guessDialect } from '../../src/client/guess-dialect.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { type Redact, createRedactor, redactValue } from '../../src/client/redactor.ts';
import { withCommandErrors } from '../../src/client/target.ts';
import { defaultDecidimDialect, suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';

export interface PullOptions {
  url: string;
  /** Has the credentials of an administrator: `PLENUM_ADMIN_TOKEN`, or `_KEY` and `_SECRET`. */
  environment: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  onWait?: ((reason: string, waitMs: number) => void) | undefined;
}

/** Where a pulled schema comes from: the file beside it. */
export interface SchemaSource {
  url: string;
  host: string;
  /** When it was pulled, such as `2026-11-23`. */
  day: string;
  /** The releases of Decidim that the deployment may be; empty for another API. */
  releases: string[];
  /** What shows the release. */
  evidence: string[];
  /** The types of the schema. */
  types: number;
}

/**
 * Reads the schema of a deployment by introspection, which Decidim allows administrators only. Resolves to the schema in SDL, without a
 * header, and where it comes from.
 *
 * @throws CommandError if the deployment is unreachable, or if the introspection is refused, cut or invalid.
 */
export async function pullSchema(options: PullOptions): Promise<{ sdl: string; source: SchemaSource }> {
  const { url, environment, signal, onWait } = options;
  const { admin } = actorsOfEnvironment(environment);
  const target = openDoor({ url, ...(admin && { actors: { admin } }) }, suiteDialectByName(defaultDecidimDialect), {
    environment,
    timeoutMs: 60_000,
    mayBeAnonymous: true,
    patience: { onWait },
    signal,
  });
  const redact = createRedactor(() => target.secrets());
  return withCommandErrors({ ...target, signal }, async () => {
    const hasToken = target.missingCredentials('admin') === undefined;
    const headers = await target.authorizationHeaders(hasToken ? 'admin' : 'anonymous');
    const request = graphqlRequest(getIntrospectionQuery({ descriptions: true }), {}, headers);
    const schema = readIntrospection(await target.send(request), redact, hasToken);
    const guess = await guessDialect(target, await target.readRoot());
    const releases = Object.values(suiteDialects).filter((each) => each.family === 'decidim' && guess.fits(each));
    const { origin, pathname, host } = new URL(url);
    const source = {
      // Without a user, a password and a query.
      url: origin + pathname,
      host,
      day: new Date().toISOString().slice(0, 10),
      releases: releases.map(({ name }) => name),
      evidence: guess.evidence,
      types: Object.keys(schema.getTypeMap()).filter((each) => !each.startsWith('__')).length,
    };
    return { sdl: printSchema(schema), source };
  });
}

const nothingWritten = (problem: string, advice = '') =>
  new CommandError(`${problem}. Nothing is written.${advice}`, exitCodes.unreachable);

/** Reads the response to an introspection, which may be hostile. Only a response that is complete and valid is a schema. */
function readIntrospection(response: TargetResponse, redact: Redact, hasToken: boolean): GraphQLSchema {
  const { status, json } = response;
  const errors = valueAt(json, ['errors']);
  if (errors !== undefined || status !== 200) {
    const message = Array.isArray(errors) ? valueAt(errors[0], ['message']) : undefined;
    const reason = typeof message === 'string' ? message : describeResponse(response);
    const advice = hasToken
      ? 'check that the token belongs to one'
      : 'set PLENUM_ADMIN_TOKEN, or PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET';
    throw nothingWritten(
      `the server refuses the introspection: ${truncate(reason, 200)}`,
      ` Decidim shows its schema to administrators only: ${advice}. Or ask the town for the file of its schema, and pass it to --schema FILE.`,
    );
  }
  const data = valueAt(json, ['data']);
  if (!isJsonObject(data) || !isJsonObject(data['__schema']))
    throw nothingWritten(`its introspection is cut or no JSON: ${describeResponse(response)}`);
  try {
    const safe = redactValue(data, (text) => redact(escapeControlCharacters(text))) as unknown as IntrospectionQuery;
    const schema = buildClientSchema(safe);
    const [error] = validateSchema(schema);
    if (error) throw error;
    return schema;
  } catch (error) {
    throw nothingWritten(`its introspection is no valid schema: ${truncate((error as Error).message, 200)}`);
  }
}

export const describeReleases = ({ releases }: SchemaSource): string =>
  releases.length > 1 ? `between ${releases[0]!} and ${releases.at(-1)!}` : (releases[0] ?? 'none of Decidim');

/** The comment at the start of a pulled schema. */
export const schemaHeader = (source: SchemaSource): string =>
  [
    `The schema of ${source.host}, ${source.day}: ${source.types} types.`,
    `Release: ${describeReleases(source)}.`,
    'The file beside it, with .json after its name, says more.',
  ]
    .map((line) => `# ${escapeLine(line)}\n`)
    .join('');
