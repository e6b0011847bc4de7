import { Socket } from 'node:net';
import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  isNonNullType,
} from 'graphql';
import type { Context, TextResponse } from '../../server/endpoint.ts';
import type { FieldFaults, RequestContext } from '../../graphql/context.ts';
import type { Executor, GraphQLRequest } from '../../graphql/executor.ts';
import { wrapResolvers } from '../../graphql/schema.ts';
import { RequestError } from '../../errors.ts';
import type { ExecutionStep } from '../../server/execution.ts';
import { ProblemError } from '../api/problem.ts';
import type { MatchedRequest } from '../matching.ts';
import { type ServerContext, type Step, setExposedHeader } from '../request-state.ts';
import { findOperation } from '../requests/document-operations.ts';
import { ActiveFault, decide } from './faults.ts';
import { type FaultEffect, type FaultRule, faultHeader, readRule } from './rule.ts';

/** The response of the platform with a status; undefined if the platform has none of its own. */
export type PlatformResponse = (status: number, ctx: Context) => TextResponse | undefined;

/** The step that applies faults. `platformResponse` is what a fault with a status and without a body sends. */
export const applyFaults = (platformResponse: PlatformResponse): Step =>
  async function applyFaultsOfWorld(ctx, next) {
    const { active } = ctx.state.world.faults;
    const header = ctx.headers[faultHeader];
    if (active.length === 0 && header === undefined) return next();
    const ofHeader = header === undefined ? [] : [readHeader(String(header))];
    const requestFaults = new RequestFaults(ctx, [...active, ...ofHeader]);
    ctx.state.faults = requestFaults;
    const kept = [...ctx.res.getHeaderNames(), faultHeader];
    try {
      await (/^\/api\/?$/.test(ctx.path) ? next() : requestFaults.handle(next));
    } finally {
      if (requestFaults.applied !== undefined) setExposedHeader(ctx, 'X-Plenum-Fault', requestFaults.applied);
    }
    if (requestFaults.end) sendEffect(ctx, requestFaults.end, kept, platformResponse);
  };

/** Reads the rule in the header of a request. Throws a RequestError that names the wrong member. */
function readHeader(text: string): ActiveFault {
  try {
    const rule = readRule(JSON.parse(text));
    const member = Object.keys(rule.match).length > 0 ? 'match' : rule.after > 0 ? 'after' : undefined;
    if (member) throw new ProblemError(400, `"${member}" is not possible for one request.`);
    return new ActiveFault(faultHeader, rule);
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof SyntaxError)) throw error;
    throw new RequestError(400, `The header ${faultHeader}: ${error.message}`);
  }
}

/** The step that applies the faults of a GraphQL request. */
export const applyRequestFaults =
  (executor: Executor<RequestContext>): ExecutionStep<ServerContext> =>
  ({ ctx, request, context }, next) =>
    ctx.state.faults ? ctx.state.faults.execute(request, context, executor, next) : next();

/** The faults of one HTTP request, which is executed once, or not at all. */
export class RequestFaults implements FieldFaults {
  readonly #ctx: Context;
  readonly #faults: readonly ActiveFault[];
  #request: MatchedRequest = { operationName: null, user: null };
  /** Pending while a field is delayed; later fields wait for it, so that the order of writes stays. */
  #delay: Promise<void> | undefined;
  /** Whether other servers wait for the end of the execution. */
  #isShared = false;
  /** The delays of fields that are waited for after the execution, in milliseconds. */
  #laterMs = 0;
  /** The effect that replaces the response. No further field is executed after it. */
  end: FaultEffect | undefined;
  /** The id of the fault that was applied last. */
  applied: string | undefined;

  constructor(ctx: Context, faults: readonly ActiveFault[]) {
    this.#ctx = ctx;
    this.#faults = faults;
  }

  /** Executes a GraphQL request with its faults. */
  async execute(
    request: GraphQLRequest,
    context: RequestContext,
    executor: Executor<RequestContext>,
    next: () => unknown,
  ): Promise<ExecutionResult> {
    const { operationName } = findOperation(executor, request.query, request.operationName);
    this.#request = { operationName, user: context.viewer?.id ?? null, variables: request.variables };
    const ofRequest = this.#faults.filter(({ coordinates }) => coordinates.length === 0);
    if (ofRequest.length < this.#faults.length) {
      enableFieldFaults(executor.schema);
      context.faults = this;
    }
    try {
      this.#isShared = context.store.isShared;
      const result = await this.#apply(ofRequest, () => this.#run(next));
      // The errors of fields that were not executed are none of the API.
      return this.end ? { data: null } : (result as ExecutionResult);
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error], data: null };
      throw error;
    }
  }

  async #run(next: () => unknown) {
    const result = await next();
    if (this.#laterMs > 0) await this.#wait(this.#laterMs);
    return result;
  }

  /** Handles a request that is not a GraphQL request. Only faults that match every request apply. */
  async handle(next: () => Promise<unknown>): Promise<void> {
    const faults = this.#faults.filter(
      ({ rule: { match, effect } }) => Object.keys(match).length === 0 && !effect.graphqlError,
    );
    await this.#apply(faults, next);
  }

  executeField(coordinate: string, info: GraphQLResolveInfo, resolve: () => unknown): unknown {
    if (this.#delay) return this.#delay.then(() => this.executeField(coordinate, info, resolve));
    const faults = this.#faults.filter(({ coordinates }) => coordinates.includes(coordinate));
    return this.end ? null : this.#apply(faults, resolve, info);
  }

  /** Applies faults before and after a field, or the request as a whole, is processed. Returns its value, or throws the error of a fault. */
  #apply(faults: readonly ActiveFault[], process: () => unknown, info?: GraphQLResolveInfo): unknown {
    const after = (value: unknown) => (this.end ? null : this.#applyPhase('after', faults, () => value, info));
    return this.#applyPhase(
      'before',
      faults,
      () => {
        const value = process();
        return value instanceof Promise ? value.then(after) : after(value);
      },
      info,
    );
  }

  #applyPhase(
    phase: FaultRule['phase'],
    faults: readonly ActiveFault[],
    proceed: () => unknown,
    info?: GraphQLResolveInfo,
  ): unknown {
    const { delayMs, effect, applied } = decide(faults, phase, this.#request);
    this.applied = applied ?? this.applied;
    const apply = () => {
      if (this.end) return null;
      if (!effect) return proceed();
      if (effect.graphqlError) throw createError(effect.graphqlError);
      if (info && effect.nullField) return nullOf(info);
      if ('value' in effect) return effect.value;
      this.end = effect;
      return null;
    };
    if (info && this.#isShared) {
      this.#laterMs += delayMs;
      return apply();
    }
    return delayMs > 0 ? this.#wait(delayMs).then(apply) : apply();
  }

  /** Waits for a delay, but not longer than the client is connected: without a client, the execution ends. */
  #wait(ms: number): Promise<void> {
    const { res } = this.#ctx;
    const waiting = new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        res.off('close', end);
        if (!this.#ctx.writable) this.end = { hang: true };
        this.#delay = undefined;
        resolve();
      };
      const timer = setTimeout(end, ms);
      res.once('close', end);
    });
    return (this.#delay = waiting);
  }
}

const createError = ({ message, code }: { message: string; code?: string }): GraphQLError =>
  new GraphQLError(message, code === undefined ? {} : { extensions: { code } });

/** Returns null; throws the error that null causes at a field that is not nullable. */
function nullOf({ returnType, parentType, fieldName }: GraphQLResolveInfo): null {
  if (!isNonNullType(returnType)) return null;
  throw new GraphQLError(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`);
}

const schemasWithFaults = new WeakSet<GraphQLSchema>();

/** Makes faults of fields possible in a schema, in place: they come before everything else. */
function enableFieldFaults(schema: GraphQLSchema): void {
  if (schemasWithFaults.has(schema)) return;
  schemasWithFaults.add(schema);
  wrapResolvers(
    schema,
    ({ resolve = defaultFieldResolver }, coordinate) =>
      (source, args, context: RequestContext, info) =>
        context.faults
          ? context.faults.executeField(coordinate, info, () => resolve(source, args, context, info))
          : resolve(source, args, context, info),
  );
}

/** Replaces the response of a request by an effect. `kept` are the names of the headers that the response keeps. */
function sendEffect(ctx: Context, effect: FaultEffect, kept: readonly string[], platformResponse: PlatformResponse) {
  const { status, headers = {}, body, retryAfter } = effect;
  if (status === undefined) {
    ctx.respond = false;
    const { socket } = ctx.req;
    // The connection of a request in this process is a pair of streams.
    if (effect.reset && socket instanceof Socket) socket.resetAndDestroy();
    else if (effect.reset) socket.destroy();
    return;
  }
  for (const name of ctx.res.getHeaderNames()) if (!kept.includes(name)) ctx.remove(name);
  const platform = body === undefined ? platformResponse(status, ctx) : undefined;
  const own = platform ? platform.body : (body ?? '');
  ctx.body = typeof own === 'string' ? own : JSON.stringify(own);
  ctx.status = status;
  if (typeof own !== 'string') ctx.set('Content-Type', 'application/json; charset=utf-8');
  if (platform) ctx.set(platform.headers);
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter));
  ctx.set(headers);
}
