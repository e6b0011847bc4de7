import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { type Actor, signedInActors } from '../model/case.ts';
import { type TargetRequest, describeResponse } from '../model/exchange.ts';
import { compileSchemaFile, readValidatedJson } from '../model/json-schema.ts';
import { valueAt } from '../model/json-value.ts';
import { type Secret, type Target, tokenVariable } from '../model/target.ts';
import { demoPlaceholders } from './demo-world.ts';
import { sendHttp } from './http.ts';

type SignedInActor = (typeof signedInActors)[number];

/** Where a secret is read from: an environment variable or a file. */
type SecretSource = { env: string } | { file: string };

type CredentialSource = { token: SecretSource } | { key: SecretSource; secret: SecretSource };

/** A target file; see `target.schema.json`. */
export interface TargetFile {
  url: string;
  dialect: string;
  /** Values of placeholders in cases; those of the demo world if omitted. */
  placeholders?: Record<string, unknown>;
  actors?: Partial<Record<SignedInActor, CredentialSource>>;
}

const isTargetFile = compileSchemaFile<TargetFile>(new URL('target.schema.json', import.meta.url));

/** Reads a target file. A CommandError names the invalid member. */
export const readTargetFile = (file: string): TargetFile => readValidatedJson(file, isTargetFile, 'the target');

/** The credentials of a target that is given by its URL only: a token for each actor, from the environment. */
const tokensFromEnvironment = Object.fromEntries(
  signedInActors.map((actor) => [actor, { token: { env: tokenVariable(actor) } }]),
) as Record<SignedInActor, CredentialSource>;

export interface DeploymentOptions {
  environment: NodeJS.ProcessEnv;
  /** Time limit of a request. */
  timeoutMs: number;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
}

/** Creates the target of a deployment. A CommandError names an unknown dialect, or a variable or file that is missing. */
export function createDeploymentTarget(
  { url, dialect, placeholders, actors = tokensFromEnvironment }: TargetFile,
  { environment, timeoutMs, requestIntervalMs }: DeploymentOptions,
): Target {
  const suiteDialect = suiteDialectByName(dialect);
  const credentials = readCredentials(actors, environment);
  const tokens = new Map<Actor, Promise<string>>();
  const secrets: Secret[] = Object.entries(credentials).flatMap(([actor, values]) =>
    Object.values(values).map((secret) => ({ secret, name: credentialSource(actor as Actor) })),
  );
  let nextRequestAt = 0;

  async function send(request: TargetRequest, requestUrl = url) {
    const waitMs = nextRequestAt - Date.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    nextRequestAt = Date.now() + requestIntervalMs;
    return sendHttp(requestUrl, request, timeoutMs);
  }

  async function signIn(actor: Actor): Promise<string> {
    const credential = credentials[actor];
    if (!credential) throw new CommandError(`the target has no credentials for the actor ${actor}`, exitCodes.usage);
    if (credential.token !== undefined) return credential.token;
    const { key, secret } = credential;
    const body = JSON.stringify({ api_user: { key, secret } });
    const signInUrl = `${url}/sign_in`;
    const response = await send({ method: 'POST', headers: { 'Content-Type': 'application/json' }, body }, signInUrl);
    const token = valueAt(response.json, ['jwt_token']);
    if (response.status !== 200 || typeof token !== 'string')
      throw new CommandError(
        `${signInUrl} refuses the actor ${actor}: ${describeResponse(response)}`,
        exitCodes.unreachable,
      );
    secrets.push({ secret: token, name: tokenVariable(actor) });
    return token;
  }

  function credentialSource(actor: Actor): string {
    const source = actors[actor as SignedInActor];
    return source && 'token' in source ? sourceName(source.token) : tokenVariable(actor);
  }

  return {
    url,
    dialect: suiteDialect,
    placeholders: { ...demoPlaceholders, ...placeholders },
    credentialSource,
    secrets: () => secrets,
    authorizationHeaders: async (actor): Promise<Record<string, string>> => {
      if (actor === 'anonymous') return {};
      if (actor === 'stranger') return { Authorization: 'Bearer not.a.token' };
      if (!tokens.has(actor)) tokens.set(actor, signIn(actor));
      return { Authorization: `Bearer ${await tokens.get(actor)!}` };
    },
    send,
    close: async () => {},
  };
}

const sourceName = (source: SecretSource): string => ('env' in source ? source.env : source.file);

type Credential = { token?: string; key?: string; secret?: string };

const readCredentials = (
  actors: NonNullable<TargetFile['actors']>,
  environment: NodeJS.ProcessEnv,
): Record<string, Credential> =>
  Object.fromEntries(
    Object.entries(actors).map(([actor, sources]) => [
      actor,
      Object.fromEntries(
        Object.entries(sources).map(([name, source]) => [name, readSecret(source as SecretSource, environment)]),
      ),
    ]),
  );

function readSecret(source: SecretSource, environment: NodeJS.ProcessEnv): string {
  if ('env' in source) {
    const value = environment[source.env];
    if (!value) throw new CommandError(`the environment variable ${source.env} is not set`, exitCodes.usage);
    return value;
  }
  try {
    return readFileSync(source.file, 'utf8').trim();
  } catch {
    throw new CommandError(`the file ${source.file} of a secret cannot be read`, exitCodes.usage);
  }
}
