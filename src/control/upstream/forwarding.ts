import {
  type ExecutionResult,
  FieldsOnCorrectTypeRule,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  validate,
} from 'graphql';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { ExecuteRequest, ForeignOriginGuard } from '../../contract/server-dialect.ts';
import { type ServerContext, type Step, appliedFault } from '../request-state.ts';
import { forwardedBody } from '../../client/forwarded-request.ts';
import type { OwnCredentials } from './own-credentials.ts';
import { forwardedBodyHeaders, forwardedRequestHeaders } from './request-headers.ts';
import { markForwarded, setForwardedHeaders } from './response-headers.ts';
import { SearchedBody, UnsearchableBodyError } from './searched-body.ts';
import { UpstreamError, type UpstreamRequest, sendToUpstream } from './send-to-upstream.ts';
import { AmbiguousDocumentError, readUnambiguously } from '../../client/unambiguous-document.ts';

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
}

interface ForwardingOptions {
  upstream: Upstream;
  /** What the upstream never gets. */
  credentials: OwnCredentials;
  executor: Executor<RequestContext>;
  /** The schema that the stand-in answers itself, if it serves more: what a town adds, the upstream knows better. */
  ownSchema?: GraphQLSchema | undefined;
  /** Refuses web pages that may not read responses of the upstream. */
  refuseForeignOrigin: ForeignOriginGuard;
}

/** The steps of the server that forward requests. */
export interface Forwarding {
  /** Wraps the execution of GraphQL requests: it notes the queries that the schema does not know. */
  wrapExecution(execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext>;
  /** Forwards these queries, and requests to paths that nothing else responds to. */
  step: Step;
}

/** Creates the forwarding to the upstream. */
export function createForwarding({
  upstream: { origin, timeoutMs, forwardsWrites, pseudonym },
  credentials,
  executor,
  ownSchema,
  refuseForeignOrigin,
}: ForwardingOptions): Forwarding {
  const methods = forwardsWrites ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD'];

  const requestHeaders = ({ req }: ServerContext) =>
    forwardedRequestHeaders(req, { host: new URL(origin).host, pseudonym, credentials });

  async function forward(ctx: ServerContext, request: UpstreamRequest): Promise<void> {
    refuseForeignOrigin(ctx, 'The upstream');
    // The errors of the stand-in are not those of the response.
    if (ctx.state.recording)
      Object.assign(ctx.state.recording, { upstream: origin, errorCodes: [], errorMessages: [] });
    if (ctx.get('via').includes(pseudonym))
      return sendError(ctx, 508, `The upstream ${origin} leads back to this stand-in.`);
    try {
      const message = await sendToUpstream(request, { origin, timeoutMs, client: ctx.res });
      ctx.body = message;
      ctx.status = message.statusCode!;
      ctx.message = message.statusMessage!;
      setForwardedHeaders(ctx, message, origin);
    } catch (error) {
      if (error instanceof UnsearchableBodyError)
        return sendError(ctx, 400, `The upstream ${origin} does not get this body: ${error.message}.`);
      if (!(error instanceof UpstreamError)) throw error;
      sendError(ctx, error.status, error.message);
    }
  }

  function sendError(ctx: ServerContext, status: number, message: string): void {
    ctx.body = JSON.stringify({ errors: [{ message }] });
    ctx.status = status;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    if (![400, 405].includes(status)) markForwarded(ctx, origin);
  }

  function forwardPath(ctx: ServerContext): Promise<void> | void {
    const { method, path, search, req } = ctx;
    if (method === 'OPTIONS') return undefined;
    if (!methods.includes(method)) {
      ctx.set('Allow', methods.join(', '));
      const hint = forwardsWrites ? '' : ' The option --upstream-writes allows more.';
      return sendError(ctx, 405, `The upstream ${origin} does not get ${method} requests.${hint}`);
    }
    if (!path.startsWith('/') || credentials.areInProse(path))
      return sendError(ctx, 400, `The upstream ${origin} does not get this path: it has a credential of the stand-in.`);
    const { body, headers: framing } = forwardedBody(req);
    if (body && !/^(identity)?$/i.test(ctx.get('content-encoding')))
      return sendError(
        ctx,
        415,
        `The upstream ${origin} gets no compressed body: it cannot be searched for credentials.`,
      );
    const ofBody = body ? { ...forwardedBodyHeaders(req, credentials), ...framing } : {};
    const headers = { ...requestHeaders(ctx), ...ofBody };
    const searched = body && req.pipe(new SearchedBody(credentials));
    return forward(ctx, { method, path: path + withoutCredentials(search), headers, body: searched });
  }

  /** The query string without the parameters that have a credential. */
  function withoutCredentials(search: string): string {
    const parameters = search.slice(1).split('&');
    const forwarded = parameters.filter((each) => !credentials.areIn(each));
    return forwarded.length === parameters.length ? search : `?${forwarded.join('&')}`;
  }

  /** Sends only what was checked: a body or a URL can name a document twice. */
  function forwardQuery(ctx: ServerContext, { query, variables, operationName }: GraphQLRequest): Promise<void> | void {
    const body = JSON.stringify({ query, variables, operationName });
    if (credentials.areInProse(body)) return undefined;
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
        const isRefused = result.errors !== undefined && !('data' in result);
        if (!(isRefused || ownSchema) || appliedFault(ctx) !== undefined) return result;
        const query = queryWithUnknownNames(ownSchema ?? executor.schema, request);
        if (query !== undefined) ctx.state.unknownQuery = { ...request, query };
        return result;
      };
      const result = execute(ctx, request, context);
      return result instanceof Promise ? result.then(note) : note(result);
    },
    async step(ctx, next) {
      const before = { ...ctx.response.headers };
      await next();
      const query = ctx.state.unknownQuery;
      if (query) await forwardQuery(ctx, query);
      else if (ctx.status === 404 && !isOwnPath(ctx.path)) {
        // The headers of the page that is not shown are not those of the upstream's response.
        for (const name of Object.keys(ctx.response.headers)) ctx.remove(name);
        ctx.set(before as Record<string, string>);
        await forwardPath(ctx);
      }
    },
  };
}

const ownPath = /^\/(?:(?:api|__admin|__pages|explorer|console)(?=[/.]|$)|$)/;

/**
 * Whether a path belongs to the stand-in, so that requests to it are never forwarded. Servers read a path in different ways, so
 * a path also belongs to the stand-in if another server could read it as one of its paths: `//API`, `/%61pi`, `/x/../api`.
 */
function isOwnPath(path: string): boolean {
  const decoded = decode(decode(path));
  const segments = decoded.split(/[/\\]+/).map((segment) => segment.replace(/;.*/s, '').trim());
  const { pathname } = new URL(`/${segments.filter(Boolean).join('/')}`, 'http://localhost');
  return ownPath.test(pathname.toLowerCase());
}

/** Decodes a path; a malformed one stays as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const rules = [FieldsOnCorrectTypeRule, KnownTypeNamesRule, KnownArgumentNamesRule];

/**
 * Returns the query that a request executes, in the form in which it can be sent to a deployment, if it selects a field or names a
 * type or an argument that the schema does not have. Returns undefined for other requests, for a document that has another operation
 * than queries, and for one that a server could read in another way.
 */
function queryWithUnknownNames(schema: GraphQLSchema, request: GraphQLRequest): string | undefined {
  try {
    const { document, text, kinds } = readUnambiguously(request.query, request.operationName);
    const areQueries = kinds.size === 1 && kinds.has('query');
    return areQueries && validate(schema, document, rules, { maxErrors: 1 }).length > 0 ? text : undefined;
  } catch (error) {
    // The rules have a stack too.
    if (error instanceof AmbiguousDocumentError || error instanceof RangeError) return undefined;
    throw error;
  }
}
