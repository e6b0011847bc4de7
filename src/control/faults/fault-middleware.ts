import type { Context, ExecuteRequest, Middleware } from '../../contract/server-dialect.ts';
import { ProblemError, formatProblem, problemMediaType } from '../problem.ts';
import { ActiveFault } from './active-fault.ts';
import type { Executors } from './fault-executor.ts';
import type { Faults } from './faults.ts';
import { RequestFaults } from './request-faults.ts';
import { sendEffect } from './send-effect.ts';
import { readRule } from './validate-rule.ts';

/** The header with the rule of a fault for its own request, in JSON. */
export const faultHeader = 'x-plenum-fault';

const faultsOfRequests = new WeakMap<Context, RequestFaults>();

/** The id of the fault that was applied to a request, or the name of the header; undefined if none was. */
export const appliedFault = (ctx: Context): string | undefined => faultsOfRequests.get(ctx)?.applied;

const isGraphqlPath = (path: string): boolean => path === '/api' || path === '/api/';

/** Creates the middleware around the endpoints that applies faults. `acceptsHeader` tells whether requests can ask for one. */
export const createFaultMiddleware = (faults: Faults, acceptsHeader: boolean): Middleware =>
  function applyFaults(ctx, next) {
    const header = acceptsHeader ? ctx.headers[faultHeader] : undefined;
    return faults.isEmpty && header === undefined ? next() : applyToRequest(ctx, next, faults, header);
  };

async function applyToRequest(
  ctx: Context,
  next: () => Promise<unknown>,
  faults: Faults,
  header: string | string[] | undefined,
): Promise<void> {
  let ofHeader: ActiveFault | undefined;
  try {
    ofHeader = header === undefined ? undefined : readHeader(String(header));
  } catch (error) {
    return sendProblem(ctx, error as ProblemError);
  }
  const requestFaults = new RequestFaults(ctx, faults, ofHeader);
  faultsOfRequests.set(ctx, requestFaults);
  const headers = ctx.res.getHeaderNames();
  await (isGraphqlPath(ctx.path) ? next() : requestFaults.handle(next));
  const { responseEffect } = requestFaults;
  if (responseEffect) sendEffect(ctx, responseEffect, headers);
}

/** Creates the execution of GraphQL requests with the faults that the middleware found. */
export const createFaultExecution =
  (executors: Executors): ExecuteRequest =>
  (ctx, request, context) => {
    const faults = faultsOfRequests.get(ctx);
    return faults ? faults.execute(request, context, executors) : executors.ordinary.run(request, context);
  };

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

function sendProblem(ctx: Context, { status, message, member }: ProblemError): void {
  ctx.body = JSON.stringify(formatProblem(new ProblemError(status, `The header ${faultHeader}: ${message}`, member)));
  ctx.status = status;
  ctx.set('Content-Type', problemMediaType);
}
