import type { ExecutionResult } from 'graphql';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { ExecuteRequest } from '../../contract/server-dialect.ts';
import { type ServerContext, type Step, appliedFault } from '../request-state.ts';
import type { ObservedRequest, ObservedResponse, PendingComparison, Shadow, ShadowRole } from './shadow.ts';

/** What the requests of a shadow name as their `User-Agent`: a stand-in does not send them on. */
export const shadowUserAgent = 'plenum-shadow';

interface ObserverOptions {
  shadow: Shadow;
  executor: Executor<RequestContext>;
}

/** The steps of the server that pass its requests to a shadow. */
export interface Observer {
  wrapExecution(execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext>;
  step: Step;
}

/** Creates the observer of a server. The client never waits for the shadow. */
export function createObserver({ shadow, executor }: ObserverOptions): Observer {
  /** The response to a document in the form in which it is sent, which writes nothing. */
  function respondTo(request: GraphQLRequest, { viewer, store, behavior, origin }: RequestContext) {
    const result = executor.run(request, { viewer, store, behavior, origin });
    if (!(result instanceof Promise)) return toResponse(result);
    const response = result.then(toResponse);
    response.catch(() => {});
    return response;
  }

  function observe(
    ctx: ServerContext,
    { query, variables, operationName }: GraphQLRequest,
    context: RequestContext,
  ): PendingComparison {
    const { clock, requests } = ctx.state.world;
    const form = shadow.formOf({ query, operationName });
    const request: PendingComparison = {
      time: new Date(clock.now()).toISOString(),
      form,
      variables,
      operationName,
      headers: headersOf(ctx),
      role: roleOf(ctx, context),
      show: requests.show,
    };
    if ('reason' in form) return request;
    const respondAgain = () => respondTo({ query: form.query, variables, operationName }, context);
    if (form.isEquivalent) return { ...request, respondAgain };
    try {
      // Before the request, which may change what the form finds.
      return { ...request, response: respondAgain() };
    } catch {
      return { ...request, form: { reason: 'the stand-in has no response to it' } };
    }
  }

  function finish(ctx: ServerContext, { form, response, respondAgain, ...request }: PendingComparison): void {
    if (appliedFault(ctx) !== undefined) return shadow.leaveOut('a fault was applied');
    if ('reason' in form) return shadow.leaveOut(form.reason);
    const { body, status } = ctx as { body: unknown; status: number };
    if (typeof body !== 'string') return shadow.leaveOut('the stand-in has no response to it');
    const contentType = ctx.response.get('Content-Type');
    const own = { status, contentType, body };
    const { query } = form;
    shadow.add({ ...request, query, response: response ?? withLocationsOf(own, respondAgain) });
  }

  return {
    wrapExecution: (execute) => (ctx, request, context) => {
      if (!ctx.get('user-agent').startsWith(shadowUserAgent)) ctx.state.comparison = observe(ctx, request, context);
      return execute(ctx, request, context);
    },
    async step(ctx, next) {
      await next();
      const request = ctx.state.comparison;
      if (request) finish(ctx, request);
    },
  };
}

/** The response to a query; errors have the locations in the document that is sent. */
function withLocationsOf(
  own: ObservedResponse,
  respondAgain: (() => ObservedRequest['response']) | undefined,
): ObservedRequest['response'] {
  if (!respondAgain || !own.body.includes('"locations"')) return own;
  try {
    return Promise.resolve(respondAgain()).then(
      ({ body }) => ({ ...own, body }),
      () => own,
    );
  } catch {
    return own;
  }
}

const toResponse = (result: ExecutionResult): ObservedResponse => ({
  status: 200,
  contentType: '',
  body: JSON.stringify(result),
});

function roleOf(ctx: ServerContext, { viewer }: RequestContext): ShadowRole {
  if (viewer) return viewer.admin ? 'admin' : 'member';
  return ctx.headers.authorization === undefined ? 'anonymous' : 'stranger';
}

const headersOf = ({ headers: { accept, 'accept-language': language } }: ServerContext): Record<string, string> => ({
  ...(accept !== undefined && { Accept: accept }),
  ...(language !== undefined && { 'Accept-Language': language }),
});
