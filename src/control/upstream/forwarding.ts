import type { ExecutionResult } from 'graphql';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { Context, ExecuteRequest, Middleware } from '../../contract/server-dialect.ts';
import { createForeignOriginGuard } from '../../server/http/foreign-origins.ts';
import type { Store } from '../../store/store.ts';
import { appliedFault } from '../faults/fault-middleware.ts';
import { noteForwarded } from '../requests/record-requests.ts';
import { isOwnPath } from './own-paths.ts';
import { forwardedBodyHeaders, forwardedRequestHeaders } from './request-headers.ts';
import { markForwarded, setForwardedHeaders } from './response-headers.ts';
import { UpstreamError, type UpstreamRequest, sendToUpstream } from './send-to-upstream.ts';
import { isQueryWithUnknownNames } from './unknown-names.ts';

/** The deployment that answers what the stand-in does not know. */
export interface Upstream {
  /** Such as `https://decidim.example.org`. */
  origin: string;
  /** Whether it also gets requests that can change something. */
  forwardsWrites: boolean;
  /** How long it may send nothing. */
  timeoutMs: number;
  /** The name of the stand-in in `Via`, by which it recognizes its own requests. */
  pseudonym: string;
  /** The origins, besides those of this machine, whose web pages may read its responses; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
  /** The token of the control API, which it never gets. */
  adminToken?: string | undefined;
}

interface ForwardingOptions {
  upstream: Upstream;
  store: Store;
  executor: Executor<RequestContext>;
}

/** The parts of an instance that forward requests. */
export interface Forwarding {
  /** Wraps the execution of GraphQL requests: it notes the queries that the schema does not know. */
  wrapExecution(execute: ExecuteRequest): ExecuteRequest;
  /** Forwards these queries, and requests to paths that nothing else responds to. */
  middleware: Middleware;
}

/** Creates the forwarding of an instance to the upstream. */
export function createForwarding({ upstream, store, executor }: ForwardingOptions): Forwarding {
  const { origin, timeoutMs, forwardsWrites, pseudonym, adminToken, corsOrigins } = upstream;
  const unknownQueries = new WeakMap<Context, GraphQLRequest>();
  const refuseForeignOrigin = createForeignOriginGuard(corsOrigins);
  const methods = forwardsWrites ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'];

  const requestHeaders = ({ req }: Context) =>
    forwardedRequestHeaders(req, { host: new URL(origin).host, pseudonym, store, adminToken });

  async function forward(ctx: Context, request: UpstreamRequest): Promise<void> {
    refuseForeignOrigin(ctx, 'The upstream');
    noteForwarded(ctx, origin);
    if (ctx.get('via').includes(pseudonym))
      return sendError(ctx, 508, `The upstream ${origin} leads back to this stand-in.`);
    try {
      const message = await sendToUpstream(request, { origin, timeoutMs, client: ctx.res });
      ctx.body = message;
      ctx.status = message.statusCode!;
      ctx.message = message.statusMessage!;
      setForwardedHeaders(ctx, message, origin);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      sendError(ctx, error.status, error.message);
    }
  }

  function sendError(ctx: Context, status: number, message: string): void {
    ctx.body = JSON.stringify({ errors: [{ message }] });
    ctx.status = status;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    if (status !== 405) markForwarded(ctx, origin);
  }

  function forwardPath(ctx: Context): Promise<void> | void {
    const { method, path, search, req } = ctx;
    if (method === 'OPTIONS') return undefined;
    if (!methods.includes(method)) {
      ctx.set('Allow', methods.join(', '));
      const hint = forwardsWrites ? '' : ' The option --upstream-writes allows more.';
      return sendError(ctx, 405, `The upstream ${origin} does not get ${method} requests.${hint}`);
    }
    const headers = { ...requestHeaders(ctx), ...forwardedBodyHeaders(req) };
    return forward(ctx, { method, path: path + search, headers, body: req });
  }

  /** Sends only what was checked: a body or a URL can name a document twice. */
  function forwardQuery(ctx: Context, { query, variables, operationName }: GraphQLRequest): Promise<void> {
    const body = JSON.stringify({ query, variables, operationName });
    const headers = {
      ...requestHeaders(ctx),
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    return forward(ctx, { method: 'POST', path: '/api', headers, body });
  }

  return {
    wrapExecution: (execute) => (ctx, request, context) => {
      const note = (result: ExecutionResult): ExecutionResult => {
        if (!result.errors || 'data' in result || appliedFault(ctx) !== undefined) return result;
        if (isQueryWithUnknownNames(executor, request.query)) unknownQueries.set(ctx, request);
        return result;
      };
      const result = execute(ctx, request, context);
      return result instanceof Promise ? result.then(note) : note(result);
    },
    async middleware(ctx, next) {
      await next();
      const query = unknownQueries.get(ctx);
      if (query) await forwardQuery(ctx, query);
      else if (ctx.status === 404 && !isOwnPath(ctx.path)) await forwardPath(ctx);
    },
  };
}
