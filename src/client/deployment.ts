import { setTimeout } from 'node:timers/promises';
import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from '../dialects/suite-dialect.ts';
import { type Actor, signedInActors } from './actor.ts';
import { type TargetRequest, type TargetResponse, describeResponse } from './http-message.ts';
import { valueAt } from './json-value.ts';
import { type Secret, type Target, readRoot } from './target.ts';
import { tokenVariable } from './actor.ts';
import {
  type FoundCredential,
  type SignedInActor,
  actorsOfEnvironment,
  readCredentials,
  readOAuth,
} from './credentials.ts';
import { sendHttp } from './http.ts';
import { type TargetFile, placeholdersOf } from './target-file.ts';

export interface DeploymentOptions {
  environment: NodeJS.ProcessEnv;
  /** Time limit of a request. */
  timeoutMs: number;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  /** Whether it is usable if no actor can sign in. Default: if nobody can in its dialect. */
  mayBeAnonymous?: boolean;
  /** Aborts every request. */
  signal?: AbortSignal;
}

/** Creates the target of a deployment. A CommandError names a variable or file that is missing. */
export function createDeploymentTarget(
  file: Omit<TargetFile, 'dialect'>,
  dialect: SuiteDialect,
  { environment, timeoutMs, requestIntervalMs, mayBeAnonymous = dialect.isAnonymous, signal }: DeploymentOptions,
): Target {
  const { url, mayChange = [], actors = actorsOfEnvironment(environment) } = file;
  const credentials = readCredentials(actors, environment, mayBeAnonymous);
  const tokens = new Map<Actor, Promise<string>>();
  const secrets: Secret[] = signedInActors.flatMap((actor) => {
    const found = credentials[actor];
    const values: string[] = 'credential' in found ? Object.values(found.credential) : [];
    return values.map((secret) => ({ secret, name: credentialSource(actor) }));
  });
  const oauth = readOAuth(file.oauth, environment);
  if ('secrets' in oauth) secrets.push(...oauth.secrets);
  let nextRequestAt = 0;
  let root: Promise<TargetResponse | undefined> | undefined;

  async function send(request: TargetRequest, requestUrl = url, onHeaders?: (headers: Headers) => void) {
    const waitMs = nextRequestAt - Date.now();
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
    nextRequestAt = Date.now() + requestIntervalMs;
    return sendHttp(requestUrl, request, timeoutMs, onHeaders, signal);
  }

  /** A case that signs in gets tokens of its own. */
  async function sendOfCase(request: TargetRequest, onHeaders?: (headers: Headers) => void) {
    const response = await send(request, url, onHeaders);
    const { json, location = '' } = response;
    const found = ['jwt_token', 'access_token', 'refresh_token'].map((name) => valueAt(json, [name]));
    for (const secret of [...found, /[?&#]code=([^&]+)/.exec(location)?.[1]])
      if (typeof secret === 'string') secrets.push({ secret, name: 'PLENUM_CASE_TOKEN' });
    return response;
  }

  async function signIn(actor: Actor): Promise<string> {
    const found = credentials[actor as SignedInActor];
    if ('missing' in found) throw new CommandError(found.missing, exitCodes.usage);
    const { credential } = found;
    if ('token' in credential) return credential.token;
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
    const source = actors[actor as SignedInActor]?.token;
    if (!source) return tokenVariable(actor);
    return 'env' in source ? source.env : source.file;
  }

  return {
    url,
    dialect,
    placeholders: {
      ...placeholdersOf(file),
      ...signInPlaceholders(credentials.member),
      ...('placeholders' in oauth && oauth.placeholders),
    },
    ...('missing' in oauth && { missingOAuth: oauth.missing }),
    mayChange: new Set(mayChange),
    actorIds: Object.fromEntries(Object.entries(actors).map(([actor, { id }]) => [actor, id])),
    missingCredentials: (actor) => {
      if (dialect.isAnonymous) return undefined;
      const found = credentials[actor as SignedInActor];
      return found && 'missing' in found ? found.missing : undefined;
    },
    credentialSource,
    secrets: () => secrets,
    authorizationHeaders: async (actor): Promise<Record<string, string>> => {
      if (actor === 'anonymous' || dialect.isAnonymous) return {};
      if (actor === 'stranger') return { Authorization: 'Bearer not.a.token' };
      if (!tokens.has(actor)) tokens.set(actor, signIn(actor));
      return { Authorization: `Bearer ${await tokens.get(actor)!}` };
    },
    readRoot: () => (root ??= readRoot((request) => send(request, new URL('/', url).href))),
    send: sendOfCase,
    close: async () => {},
  };
}

/** What cases that sign in send. */
const signInPlaceholders = (found: FoundCredential): Record<string, string> =>
  'credential' in found && 'key' in found.credential
    ? { signInKey: found.credential.key, signInSecret: found.credential.secret }
    : {};
