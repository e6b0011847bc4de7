import type { Executor } from '../../graphql/executor.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { Context, ExecuteRequest } from '../../dialects/server-dialect.ts';
import { type ServerContext, type Step } from '../request-state.ts';
import { ProblemError, formatProblem, problemMediaType } from '../problem.ts';
import { ActiveFault } from './active-fault.ts';
import { RequestFaults } from './request-faults.ts';
import { type PlatformResponse, sendEffect } from './send-effect.ts';
import { readRule } from './validate-rule.ts';

/** The header of a request with the rule of a fault for it, in JSON; in a response, with the id of the fault that was applied. */
export const faultHeader = 'x-plenum-fault';

const isGraphqlPath = (path: string): boolean => path === '/api' || path === '/api/';

/** The step that applies faults. `acceptsHeader` tells whether requests can ask for one. */
export const applyFaults = (platformResponse: PlatformResponse): Step =>
  function applyFaultsOfWorld(ctx, next) {
    const header = ctx.headers[faultHeader];
    if (ctx.state.world.faults.isEmpty && header === undefined) return next();
    return applyToRequest(ctx, next, header, platformResponse);
  };

async function applyToRequest(
  ctx: ServerContext,
  next: () => Promise<unknown>,
  header: string | string[] | undefined,
  platformResponse: PlatformResponse,
): Promise<void> {
  let ofHeader: ActiveFault | undefined;
  try {
    ofHeader = header === undefined ? undefined : readHeader(String(header));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return sendProblem(ctx, error);
  }
  const requestFaults = new RequestFaults(ctx, ctx.state.world.faults, ofHeader);
  ctx.state.faults = requestFaults;
  const headers = ctx.res.getHeaderNames();
  try {
    await (isGraphqlPath(ctx.path) ? next() : requestFaults.handle(next));
  } finally {
    if (requestFaults.applied !== undefined) setExposedHeader(ctx, 'X-Plenum-Fault', requestFaults.applied);
  }
  const { end } = requestFaults;
  if (end) sendEffect(ctx, end, [...headers, faultHeader], platformResponse);
}

/** Wraps the execution of GraphQL requests: it applies the faults of a request. */
export const executeWithFaults =
  (executor: Executor<RequestContext>) =>
  (execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext> =>
  (ctx, request, context) =>
    ctx.state.faults?.execute(request, context, executor) ?? execute(ctx, request, context);

/** Reads the rule in the header of a request. Throws a ProblemError. */
function readHeader(text: string): ActiveFault {
  const rule = readRule(parseJson(text));
  for (const [member, isUsed] of [
    ['match', Object.keys(rule.match).length > 0],
    ['after', rule.after > 0],
  ] as const)
    if (isUsed) throw new ProblemError(400, `"${member}" is not possible for one request.`, member);
  return new ActiveFault({ id: faultHeader, ...rule });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProblemError(400, (error as Error).message);
  }
}

function sendProblem(ctx: ServerContext, { status, message, member }: ProblemError): void {
  ctx.body = JSON.stringify(formatProblem(new ProblemError(status, `The header ${faultHeader}: ${message}`, member)));
  ctx.status = status;
  ctx.set('Content-Type', problemMediaType);
}

/** Sets a header of a response that web pages of other origins can read too. */
function setExposedHeader(ctx: Context, name: string, value: string): void {
  ctx.set(name, value);
  if (!ctx.get('Origin')) return;
  const exposed = ctx.response.get('Access-Control-Expose-Headers');
  ctx.set('Access-Control-Expose-Headers', exposed ? `${exposed},${name}` : name);
}
