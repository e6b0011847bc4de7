import { setTimeout } from 'node:timers/promises';
import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from '../dialects/suite-dialect.ts';
import { type Actor, signedInActors } from './actor.ts';
import { type TargetRequest, type TargetResponse, describeResponse, graphqlRequest } from './http-message.ts';
import { isJsonObject, parseJson, valueAt } from './json-value.ts';
import { type Patience, PatientSender } from './patience.ts';
import { type Secret, type Target, readRoot, standInIdentity } from './target.ts';
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
  /** Minimum time between the starts of two requests. Default: none for a stand-in, else 1.5 requests a second. */
  requestIntervalMs?: number | undefined;
  /** Whether it is usable if no actor can sign in. Default: if nobody can in its dialect. */
  mayBeAnonymous?: boolean | undefined;
  /** How long requests wait for a server that cannot respond for now. */
  patience?: Patience | undefined;
  /** Aborts every request. */
  signal?: AbortSignal | undefined;
}

// The platform allows 100 requests a minute.
const politeIntervalMs = 1000 / 1.5;

/** The name of the secrets that cases get for themselves, such as the token of a sign-in. */
export const caseTokenName = 'PLENUM_CASE_TOKEN';

/** Creates the target of a deployment, without the door. A CommandError names a variable or file that is missing. */
export function createDeployment(
  file: Omit<TargetFile, 'dialect'>,
  dialect: SuiteDialect,
  {
    environment,
    timeoutMs,
    requestIntervalMs,
    mayBeAnonymous = dialect.isAnonymous,
    patience,
    signal,
  }: DeploymentOptions,
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

  const patient = new PatientSender(url, { signal, ...patience });
  let intervalMs = requestIntervalMs;

  async function send(
    request: TargetRequest,
    { to = url, onHeaders, isRead = false }: { to?: string; onHeaders?: OnHeaders; isRead?: boolean } = {},
  ): Promise<TargetResponse> {
    intervalMs ??= standInIdentity(await readRootOnce()) ? 0 : politeIntervalMs;
    return patient.send(async () => {
      const waitMs = nextRequestAt - Date.now();
      nextRequestAt = Math.max(nextRequestAt, Date.now()) + intervalMs!;
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal });
      return sendHttp(to, request, timeoutMs, onHeaders, signal);
    }, isRead);
  }

  const readRootOnce = (): Promise<TargetResponse | undefined> =>
    (root ??= readRoot((request) => sendHttp(new URL('/', url).href, request, timeoutMs, undefined, signal)));

  /** A case that signs in gets tokens of its own. */
  async function sendOfCase(request: TargetRequest, onHeaders?: OnHeaders, isRead?: boolean): Promise<TargetResponse> {
    const response = await send(request, { onHeaders, isRead });
    const { json, location = '' } = response;
    const found = ['jwt_token', 'access_token', 'refresh_token'].map((name) => valueAt(json, [name]));
    for (const secret of [...found, /[?&#]code=([^&]+)/.exec(location)?.[1]])
      if (typeof secret === 'string') secrets.push({ secret, name: caseTokenName });
    return response;
  }

  async function signIn(actor: Actor): Promise<string> {
    const found = credentials[actor as SignedInActor];
    if ('missing' in found) throw new CommandError(found.missing, exitCodes.usage);
    const { credential } = found;
    if ('token' in credential) return credential.token;
    const { key, secret } = credential;
    const body = JSON.stringify({ api_user: { key, secret } });
    const to = `${url}/sign_in`;
    const headers = { 'Content-Type': 'application/json' };
    const response = await send({ method: 'POST', headers, body }, { to, isRead: true });
    const token = valueAt(response.json, ['jwt_token']);
    if (response.status !== 200 || typeof token !== 'string')
      throw new CommandError(`${to} refuses the actor ${actor}: ${describeResponse(response)}`, exitCodes.unreachable);
    secrets.push({ secret: token, name: tokenVariable(actor) });
    return token;
  }

  /** The token of an actor, from a sign-in that has not expired. */
  async function tokenOf(actor: Actor): Promise<string> {
    const known = tokens.get(actor);
    const isValid = known && !expiresSoon(await known);
    const token = isValid ? known : signIn(actor);
    tokens.set(actor, token);
    return token;
  }

  async function renewSession(actor: Actor): Promise<boolean> {
    const found = credentials[actor as SignedInActor];
    const token = await tokens.get(actor);
    if (token === undefined || !found || !('credential' in found) || 'token' in found.credential) return false;
    const headers = { Authorization: `Bearer ${token}` };
    const { json } = await send(graphqlRequest('{ session { user { id } } }', {}, headers), { isRead: true });
    // Another request has renewed it.
    if ((await tokens.get(actor)) !== token) return true;
    if (!isJsonObject(valueAt(json, ['data'])) || isJsonObject(valueAt(json, ['data', 'session', 'user'])))
      return false;
    tokens.set(actor, signIn(actor));
    await tokens.get(actor);
    return true;
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
      return { Authorization: `Bearer ${await tokenOf(actor)}` };
    },
    renewSession,
    readRoot: readRootOnce,
    send: sendOfCase,
    close: async () => {},
  };
}

type OnHeaders = ((headers: Headers) => void) | undefined;

const expiryMarginMs = 60_000;

/** Whether a token says that it expires within a minute; one that says nothing does not. */
function expiresSoon(token: string): boolean {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const expiry = valueAt(claims, ['exp']);
  return typeof expiry === 'number' && expiry * 1000 < Date.now() + expiryMarginMs;
}

/** What cases that sign in send. */
const signInPlaceholders = (found: FoundCredential): Record<string, string> =>
  'credential' in found && 'key' in found.credential
    ? { signInKey: found.credential.key, signInSecret: found.credential.secret }
    : {};
