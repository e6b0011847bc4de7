import type { IncomingHttpHeaders } from 'node:http';
import Koa from 'koa';
import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import { explainUnknownNames } from '../dialects/hints.ts';
import type { DialectHttp } from '../server/endpoint.ts';
import type { ServerDialect } from '../server/dialect.ts';
import { createControlProgram, isControlPath } from '../control/control-program.ts';
import type { ControlledServer } from '../control/api/operation.ts';
import { type PlatformResponse, applyFaults, applyRequestFaults } from '../control/faults/apply.ts';
import type { ServerContext, Step } from '../control/request-state.ts';
import type { Recording } from '../control/requests/recorded-requests.ts';
import { recordExecution, recordRequests, sendReason } from '../control/requests/record.ts';
import { enterSession, giveSession, isVisitorName, readSession } from '../control/sessions.ts';
import type { World } from '../control/world.ts';
import {
  createForeignOriginGuard,
  createForeignOriginTest,
  type ForeignOriginTest,
  refuseForeignFixedTokens,
  refuseForeignHosts,
} from '../server/http/origins.ts';
import { handleErrors } from '../server/http/error-handler.ts';
import { type ExecutionStep, createExecution, storeWrites } from '../server/execution.ts';
import { createFailureLimit } from '../server/http/sign-in.ts';
import { createThrottle, tooManyRequests } from '../server/http/throttle.ts';
import type { ServerOptions } from './options.ts';
import type { PlugIn } from './plug-in.ts';
import { runPlugIns } from './plug-ins.ts';
import { createSite } from './site.ts';
import type { Worlds } from './worlds.ts';

export interface AppOptions
  extends
    Pick<ServerOptions, 'limits' | 'oauthAuto' | 'corsOrigin' | 'sessionPerVisitor' | 'store'>,
    Pick<ControlledServer, 'identity' | 'draftCase' | 'token'> {
  dialect: ServerDialect;
  executor: Executor<RequestContext>;
  worlds: Worlds;
  /** The folder of the site that is served beside the API; undefined if there is none. */
  siteRoot?: string | undefined;
  /** Files and folders that the site never sends. */
  ownPaths: readonly string[];
  /** The names that the `Host` header may have, besides those of this machine; undefined if every name is allowed. */
  allowedHosts: readonly string[] | undefined;
  /** Middleware that runs before the API. */
  plugIns?: readonly PlugIn[] | undefined;
  /** Receives what is recorded of each request. */
  onRecording?: ((recording: Recording, ctx: ServerContext) => void) | undefined;
  /** Receives every unexpected error; the client receives a masked one. */
  onBug(error: Error): void;
}

// A client that disconnects or is too slow is not a bug.
const clientErrorCode = /^(ECONN|EPIPE|HPE_|ERR_HTTP_REQUEST_TIMEOUT|ERR_STREAM_PREMATURE_CLOSE)/;

/** Creates the one Koa app of a server. Every request passes its steps from top to bottom. It does not listen. */
export function createApp(options: AppOptions): Koa<ServerContext['state']> {
  const { dialect, executor, worlds, plugIns = [], allowedHosts } = options;
  const app = new Koa<ServerContext['state']>();
  app.on('error', (error: NodeJS.ErrnoException) => clientErrorCode.test(error.code ?? '') || options.onBug(error));

  const isForeignOrigin = createForeignOriginTest({ corsOrigins: options.corsOrigin, allowedHosts });
  const refuseForeignOrigin = createForeignOriginGuard(isForeignOrigin);
  const findWorld = (headers: IncomingHttpHeaders, mayCreate: boolean) => {
    const name = readSession(headers, isForeignOrigin);
    return worlds.find(name, mayCreate || (options.sessionPerVisitor && isVisitorName(name)));
  };
  const control = createControlProgram({
    ...options,
    isForeignOrigin,
    sessions: worlds.sessions,
    startedAt: performance.now(),
    findWorld: (headers) => findWorld(headers, true),
  });
  const programOf = ({ state }: ServerContext): Pick<DialectHttp, 'cacheControl' | 'cors' | 'formatError'> =>
    state.isControl ? control : dialect.http;

  // Where the control needs a token, only a client that has it can create a session.
  const mayEnterSession = (name: string) => options.token === undefined || worlds.sessions.has(name);
  const site =
    options.siteRoot === undefined
      ? undefined
      : createSite({
          root: options.siteRoot,
          ownPaths: options.ownPaths,
          onPage: (ctx) => {
            if (!enterSession(ctx, mayEnterSession) && options.sessionPerVisitor) giveSession(ctx);
          },
        });
  const executionSteps: ExecutionStep<ServerContext>[] = [
    recordExecution(executor),
    applyRequestFaults(executor),
    explainUnknownNames(executor, dialect.release),
    storeWrites,
  ];
  const steps: (Step | undefined)[] = [
    recordRequests(() => worlds.current, isControlPath, options.onRecording),
    sendReason,
    handleErrors((failure, ctx) => programOf(ctx).formatError(failure, ctx)),
    (ctx, next) => {
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.set('Cache-Control', programOf(ctx).cacheControl);
      return next();
    },
    allowedHosts && refuseForeignHosts(allowedHosts),
    // Limits, faults and sessions are those of the API. Only plug-ins can answer any path, so the site is behind them.
    plugIns.length === 0 ? site : undefined,
    (ctx, next) => programOf(ctx).cors(ctx, next),
    // A request to the control ends here, also one that no endpoint takes.
    (ctx, next) => (ctx.state.isControl ? control.endpoints(ctx, async () => {}) : next()),
    options.limits === 'on' ? createThrottle() : undefined,
    options.sessionPerVisitor ? giveSessions(isForeignOrigin) : undefined,
    // Where the control needs a token, a client without it creates no sessions, except that of a visitor.
    chooseWorld((headers) => findWorld(headers, options.token === undefined)),
    refuseForeignFixedTokens(refuseForeignOrigin),
    // Only servers on a database share their writes.
    options.store === undefined
      ? undefined
      : async (ctx, next) => {
          await ctx.state.world.store.refresh();
          await next();
        },
    ...runPlugIns(plugIns, dialect.http.findViewer),
    plugIns.length === 0 ? undefined : site,
    applyFaults(platformResponse(dialect)),
    dialect.http.createEndpoints({
      executor,
      execute: createExecution(executionSteps, executor, dialect.behavior),
      refuseForeignOrigin,
      signInLimit: createFailureLimit(),
      oauth: {
        autoUser: options.oauthAuto,
        // Whoever may use the control may act as anybody anyway.
        hasPicker: options.token === undefined,
      },
    }),
  ];
  for (const step of steps) if (step) app.use(step);
  return app;
}

/** The responses of the platform with which it, and not a proxy in front of it, refuses any request. */
const platformResponse =
  ({ http }: ServerDialect): PlatformResponse =>
  (status, ctx) => {
    if (status === 429) return tooManyRequests;
    const message = 'Internal error';
    return status === 500
      ? http.formatError({ status, message, isBug: true, error: new Error(message) }, ctx)
      : undefined;
  };

/** The step that gives each visitor a session; pages of foreign origins have none. */
const giveSessions =
  (isForeignOrigin: ForeignOriginTest): Step =>
  (ctx, next) => {
    if (ctx.method !== 'OPTIONS' && !isForeignOrigin(ctx.headers)) giveSession(ctx);
    return next();
  };

/** The step that finds the world of a request. While the records of the world are replaced, it waits; most requests need not. */
function chooseWorld(findWorld: (headers: IncomingHttpHeaders) => World | Promise<World>): Step {
  return ({ headers, state }, next) => {
    const enter = (world: World): Promise<unknown> => {
      if (world.ready) return world.ready.then(() => enter(world));
      state.world = world;
      // When the request arrived, by the clock of its world.
      if (state.recording) state.recording.time = world.clock.now();
      return next();
    };
    const found = findWorld(headers);
    return found instanceof Promise ? found.then(enter) : enter(found);
  };
}
