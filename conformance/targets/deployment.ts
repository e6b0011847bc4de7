import { readFileSync } from 'node:fs';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { readValidatedJson, compileSchemaFile } from '../model/json-schema.ts';
import type { Actor } from '../cases/load.ts';
import { demoPlaceholders } from './in-process.ts';
import { type TargetRequest, type Target, sendHttp, tokenVariable } from '../model/target.ts';

/** Where a secret is taken from: it never stands in a target file, nor on the command line. */
type Source = { env: string } | { file: string };

/** A target file; see target.schema.json. */
export interface TargetFile {
  url: string;
  dialect: string;
  names?: Record<string, unknown>;
  actors?: Partial<Record<'admin' | 'member' | 'other', { token: Source } | { key: Source; secret: Source }>>;
}

const isTarget = compileSchemaFile<TargetFile>(new URL('target.schema.json', import.meta.url));

/** A target file, judged; a CommandError names the member that is not right. */
export const readTargetFile = (file: string): TargetFile => readValidatedJson(file, isTarget, 'the target');

/** The actors of a server that is named by its URL alone: their tokens by environment variable. */
const actorsByEnvironment: NonNullable<TargetFile['actors']> = {
  admin: { token: { env: tokenVariable('admin') } },
  member: { token: { env: tokenVariable('member') } },
  other: { token: { env: tokenVariable('other') } },
};

export interface DeploymentOptions {
  environment: NodeJS.ProcessEnv;
  /** Milliseconds that an answer may take. */
  timeoutMs: number;
  /** Milliseconds between two requests. */
  requestIntervalMs: number;
}

const sourceName = (source: Source): string => ('env' in source ? source.env : source.file);

/** A deployment that is reached over HTTP. A CommandError names a dialect, variable or file that is not there. */
export function createDeploymentTarget(
  file: TargetFile,
  { environment, timeoutMs, requestIntervalMs }: DeploymentOptions,
): Target {
  const dialect = suiteDialectByName(file.dialect);
  const actors = file.actors ?? actorsByEnvironment;
  const credentials = Object.fromEntries(
    Object.entries(actors).map(([actor, from]) => [
      actor,
      Object.fromEntries(
        Object.entries(from).map(([name, source]) => [name, secretFrom(source as Source, environment)]),
      ),
    ]),
  ) as Record<string, { token?: string; key?: string; secret?: string }>;
  const tokens = new Map<Actor, Promise<string>>();
  const secrets = Object.entries(credentials).flatMap(([actor, { token, key, secret }]) =>
    [token, key, secret].flatMap((each) => (each ? [{ secret: each, name: credentialOf(actor as Actor) }] : [])),
  );
  let next = 0;

  async function send(request: TargetRequest, url = file.url) {
    const wait = next - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    next = Date.now() + requestIntervalMs;
    return sendHttp(url, request, timeoutMs);
  }

  async function signIn(actor: Actor): Promise<string> {
    const credential = credentials[actor];
    if (!credential) throw new CommandError(`the target says nothing of the actor ${actor}`, exitCodes.usage);
    if (credential.token !== undefined) return credential.token;
    const { key, secret } = credential;
    const body = JSON.stringify({ api_user: { key, secret } });
    const answer = await send(
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
      `${file.url}/sign_in`,
    );
    const token = (answer.json as { jwt_token?: unknown } | undefined)?.jwt_token;
    if (answer.status !== 200 || typeof token !== 'string') {
      throw new CommandError(
        `${file.url}/sign_in refuses the actor ${actor}: status ${answer.status}`,
        exitCodes.unreachable,
      );
    }
    secrets.push({ secret: token, name: tokenVariable(actor) });
    return token;
  }

  function credentialOf(actor: Actor): string {
    const from = actors[actor as keyof typeof actors];
    return from && 'token' in from ? sourceName(from.token) : tokenVariable(actor);
  }

  return {
    url: file.url,
    dialect,
    placeholders: { ...demoPlaceholders, ...file.names },
    credentialSource: credentialOf,
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

function secretFrom(source: Source, environment: NodeJS.ProcessEnv): string {
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
