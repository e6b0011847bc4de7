import type { ExecutionResult } from 'graphql';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { Context, ExecuteRequest, Middleware } from '../../contract/server-dialect.ts';
import type { Clock } from '../../server/clock.ts';
import { appliedFault } from '../faults/fault-middleware.ts';
import { upstreamHeader } from '../upstream/response-headers.ts';
import type { ObservedRequest, ObservedResponse, SentForm, Shadow, ShadowRole } from './shadow.ts';

/** What the requests of a shadow name as their `User-Agent`: a stand-in does not send them on. */
export const shadowUserAgent = 'plenum-shadow';

interface ObserverOptions {
  shadow: Shadow;
  executor: Executor<RequestContext>;
  clock: Clock;
  /** Returns a JSON value without secrets. */
  show: ObservedRequest['show'];
}

/** The parts of an instance that pass its requests to a shadow. */
export interface Observer {
  wrapExecution(execute: ExecuteRequest): ExecuteRequest;
  middleware: Middleware;
}

type Pending = Omit<ObservedRequest, 'response' | 'query'> & { form: SentForm; response?: ObservedRequest['response'] };

/** Creates the observer of an instance. The client never waits for the shadow. */
export function createObserver({ shadow, executor, clock, show }: ObserverOptions): Observer {
  const pending = new WeakMap<Context, Pending>();

  /**
   * The response to a mutation in the form in which it is sent. It is executed before the mutation, which may change what it
   * finds, and writes nothing.
   */
  function respondTo(request: GraphQLRequest, { viewer, store, behavior, origin }: RequestContext) {
    const result = executor.run(request, { viewer, store, behavior, origin });
    if (!(result instanceof Promise)) return toResponse(result);
    const response = result.then(toResponse);
    response.catch(() => {});
    return response;
  }

  function observe(
    ctx: Context,
    { query, variables, operationName }: GraphQLRequest,
    context: RequestContext,
  ): Pending {
    const form = shadow.formOf(query);
    const request: Pending = {
      time: new Date(clock.now()).toISOString(),
      form,
      variables,
      operationName,
      headers: headersOf(ctx),
      role: roleOf(ctx, context),
      show,
    };
    if ('reason' in form || form.query === query) return request;
    try {
      return { ...request, response: respondTo({ query: form.query, variables, operationName }, context) };
    } catch {
      return { ...request, form: { reason: 'the stand-in has no response to it' } };
    }
  }

  function finish(ctx: Context, { form, response, ...request }: Pending): void {
    if (appliedFault(ctx) !== undefined) return shadow.leaveOut('a fault was applied');
    if (ctx.response.get(upstreamHeader)) return shadow.leaveOut('it was forwarded to the upstream');
    if ('reason' in form) return shadow.leaveOut(form.reason);
    const { body, status } = ctx as { body: unknown; status: number };
    if (typeof body !== 'string') return shadow.leaveOut('the stand-in has no response to it');
    const contentType = ctx.response.get('Content-Type');
    shadow.add({ ...request, ...form, response: response ?? { status, contentType, body } });
  }

  return {
    wrapExecution: (execute) => (ctx, request, context) => {
      if (!ctx.get('user-agent').startsWith(shadowUserAgent)) pending.set(ctx, observe(ctx, request, context));
      return execute(ctx, request, context);
    },
    async middleware(ctx, next) {
      await next();
      const request = pending.get(ctx);
      if (request) finish(ctx, request);
    },
  };
}

const toResponse = (result: ExecutionResult): ObservedResponse => ({
  status: 200,
  contentType: '',
  body: JSON.stringify(result),
});

function roleOf(ctx: Context, { viewer }: RequestContext): ShadowRole {
  if (viewer) return viewer.admin ? 'admin' : 'member';
  return ctx.headers.authorization === undefined ? 'anonymous' : 'stranger';
}

const headersOf = ({ headers: { accept, 'accept-language': language } }: Context): Record<string, string> => ({
  ...(accept !== undefined && { Accept: accept }),
  ...(language !== undefined && { 'Accept-Language': language }),
});
