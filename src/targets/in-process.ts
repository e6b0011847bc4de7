import { signedInActors, tokenVariable } from '../client/actor.ts';
import { sendHttp } from '../client/http.ts';
import { type Secret, type Target, readRoot } from '../client/target.ts';
import { releaseIn, schemaIn } from '../dialects/suite-dialect.ts';
import { type DialectName, suiteDialectByName } from '../dialects/dialects.ts';
import { createServer } from '../stand-in/create-server.ts';
import { demoOAuthFolder, demoPlaceholders, demoWorld, standInOnly } from '../cases/demo-world.ts';
import { loadWorldForServer } from '../records/packaged-worlds.ts';

/** What cases that sign in as `member` send to the demo world. */
export const demoSignIn = { signInKey: 'member-key', signInSecret: 'member-secret-0123456789' };

/** What cases send to the demo world in which a person signs in with an application. */
export const demoOAuth = {
  clientId: 'town-website',
  clientSecret: 'town-website-secret-0123456789',
  redirectUri: 'http://localhost:4000/callback',
  personEmail: 'participant@example.org',
  personPassword: 'lantern-and-river-0123456789',
};

/** What no report shows of them. */
export const demoOAuthSecrets: Secret[] = [
  { secret: demoOAuth.clientSecret, name: 'clientSecret' },
  { secret: demoOAuth.personPassword, name: 'personPassword' },
];

export interface InProcessOptions {
  /** Time limit of a request. Default: 5000. */
  timeoutMs?: number;
  /** Name of a dialect. Default: `specification`. */
  dialect?: string;
  /** A world folder. Default: the demo world with OAuth applications. */
  worldFolder?: string;
  /** The dialect whose folder in the world changes records; none by default. */
  worldDialect?: string;
  /** What cases may use of the world. Default: what the demo world has. */
  placeholders?: Record<string, unknown>;
  /** A folder with world files, whose records replace those of the world with the same id, or are added; it may be missing. */
  changesFolder?: string;
  /** What the clock shows at the start, in milliseconds since 1970. Default: now. */
  startTime?: number;
  /** Whether it also listens at its URL, on a free port of 127.0.0.1. Default: false. */
  listens?: boolean;
}

/** Starts the stand-in in this process. Requests of the target reach it without a network socket. Each reset restores the world. */
export async function startInProcessTarget({
  timeoutMs = 5000,
  dialect = 'specification',
  worldFolder: world = demoOAuthFolder,
  worldDialect,
  placeholders = demoPlaceholders,
  changesFolder,
  startTime,
  listens = false,
}: InProcessOptions = {}): Promise<Target> {
  const server = await createServer(
    {
      dialect: releaseIn(dialect) as DialectName,
      schema: schemaIn(dialect),
      world,
      memory: true,
      port: 0,
    },
    {
      listens,
      loadTables: (checkAddedMember) =>
        loadWorldForServer(world, Date.now(), { dialect: worldDialect, changes: changesFolder, checkAddedMember }),
      clockOffset: startTime === undefined ? 0 : startTime - Date.now(),
    },
  );
  const { url, fetch } = server;
  return {
    url,
    dialect: suiteDialectByName(dialect),
    placeholders: { ...placeholders, ...demoSignIn, ...demoOAuth, ...standInOnly },
    mayChange: new Set(demoWorld.mayChange),
    actorIds: {},
    missingCredentials: () => undefined,
    credentialSource: tokenVariable,
    secrets: () => [
      ...signedInActors.map((actor) => ({ secret: `${actor}-token`, name: tokenVariable(actor) })),
      { secret: demoSignIn.signInSecret, name: 'signInSecret' },
      ...demoOAuthSecrets,
    ],
    reset: () => server.world.reset(),
    passTime(seconds) {
      const { clock } = server.world;
      clock.setting = { mode: 'offset', by: clock.now() - Date.now() + seconds * 1000 };
    },
    authorizationHeaders: async (actor): Promise<Record<string, string>> => {
      if (actor === 'anonymous') return {};
      return { Authorization: actor === 'stranger' ? 'Bearer not.a.token' : `Bearer ${actor}-token` };
    },
    readRoot: () =>
      readRoot((request) => sendHttp(new URL('/', url).href, request, timeoutMs, undefined, undefined, fetch)),
    send: (request, onHeaders) => sendHttp(url, request, timeoutMs, onHeaders, undefined, fetch),
    close: () => server.close(),
  };
}
