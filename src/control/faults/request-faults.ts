import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLResolveInfo,
  isNonNullType,
  responsePathAsArray,
} from 'graphql';
import type { GraphQLRequest } from '../../graphql/executor.ts';
import type { FieldFaults, RequestContext } from '../../graphql/context.ts';
import type { Context } from '../../dialects/server-dialect.ts';
import type { MatchedRequest } from '../matching.ts';
import { operationFinder } from '../requests/document-operations.ts';
import type { ActiveFault } from './active-fault.ts';
import type { Executor } from '../../graphql/executor.ts';
import { enableFieldFaults } from './fault-executor.ts';
import type { ResponseEffect } from './fault-effect.ts';
import type { Phase } from './fault-rule.ts';
import type { Faults } from './faults.ts';
import { FieldValues } from './field-values.ts';
import { type Outcome, Outcomes } from './outcome.ts';

/** The faults of one HTTP request. */
export class RequestFaults implements FieldFaults {
  readonly #ctx: Context;
  readonly #faults: Faults;
  /** The faults that apply to the request as a whole. */
  readonly #ofRequest: readonly ActiveFault[];
  #request: MatchedRequest = { operationName: null, user: null };
  readonly #outcomes = new Outcomes();
  #hasClient = true;
  #end: ResponseEffect | undefined;
  /** Pending while a field is delayed; later fields wait for it, so that the order of writes stays. */
  #delay: Promise<void> | undefined;
  readonly #values = new FieldValues();
  /** The id of the fault that was applied last. */
  applied: string | undefined;

  /** `ofHeader` is the fault that the request itself asks for. */
  constructor(ctx: Context, faults: Faults, ofHeader: ActiveFault | undefined) {
    this.#ctx = ctx;
    this.#faults = faults;
    this.#ofRequest = ofHeader ? [...faults.ofRequests, ofHeader] : faults.ofRequests;
  }

  /** The effect that replaces the response. */
  get end(): ResponseEffect | undefined {
    return this.#end;
  }

  /** Executes a GraphQL request with its faults; if it is executed again, with the same ones. */
  async execute(
    request: GraphQLRequest,
    context: RequestContext,
    executor: Executor<RequestContext>,
  ): Promise<ExecutionResult> {
    this.#outcomes.begin(request);
    this.#end = this.#hasClient ? undefined : { hang: true };
    const { operationName } = operationFinder(executor)(request.query, request.operationName);
    this.#request = { operationName, user: context.viewer?.id ?? null, variables: request.variables };
    let result = await this.#applyToRequest('before');
    if (!result && !this.#end) {
      if (this.#faults.hasActiveFields) {
        enableFieldFaults(executor.schema);
        context.faults = this;
      }
      result = await executor.run(request, context);
      if (!this.#end) result = (await this.#applyToRequest('after')) ?? result;
    }
    // The errors of fields that were not executed are none of the API.
    return this.#end ? { data: result?.data ?? null } : result!;
  }

  /** Handles a request that is not a GraphQL request. Only faults that match every request apply. */
  async handle(next: () => Promise<unknown>): Promise<void> {
    const faults = this.#ofRequest.filter(
      ({ fault: { match, effect } }) => Object.keys(match).length === 0 && !('graphqlError' in effect),
    );
    const apply = async (phase: Phase): Promise<void> => {
      const { delayMs, effect } = this.#outcomeOf(faults, phase);
      if (delayMs > 0) await this.#wait(delayMs);
      this.#end ??= effect as ResponseEffect | undefined;
    };
    await apply('before');
    if (this.#end) return;
    await next();
    await apply('after');
  }

  executeField(coordinate: string, info: GraphQLResolveInfo, resolve: () => unknown): unknown {
    if (this.#delay) return this.#delay.then(() => this.executeField(coordinate, info, resolve));
    if (this.#end) return null;
    const proceed = this.#values.wrap(info, resolve);
    const faults = this.#faults.at(coordinate);
    if (!faults) return proceed();
    const after = (value: unknown) => this.#applyToField(faults, 'after', info, () => value);
    return this.#applyToField(faults, 'before', info, () => {
      const value = proceed();
      return value instanceof Promise ? value.then(after) : after(value);
    });
  }

  /** Applies the faults of a field; returns its value, which is that of `proceed` if it may go on. */
  #applyToField(
    faults: readonly ActiveFault[],
    phase: Phase,
    info: GraphQLResolveInfo,
    proceed: () => unknown,
  ): unknown {
    const { delayMs, effect } = this.#outcomeOf(faults, phase, responsePathAsArray(info.path).join('.'));
    const apply = () => {
      if (this.#end) return null;
      if (!effect) return proceed();
      if ('graphqlError' in effect) throw createError(effect.graphqlError);
      if ('nullField' in effect) return nullOf(info);
      if ('value' in effect) return this.#values.replace(info, effect.value, proceed);
      this.#end = effect;
      return null;
    };
    return delayMs > 0 ? this.#wait(delayMs).then(apply) : apply();
  }

  /** Applies the faults of the request as a whole; returns the result that they replace that of the API by. */
  async #applyToRequest(phase: Phase): Promise<ExecutionResult | undefined> {
    const { delayMs, effect } = this.#outcomeOf(this.#ofRequest, phase);
    if (delayMs > 0) await this.#wait(delayMs);
    if (!effect || this.#end) return undefined;
    if ('graphqlError' in effect) return { errors: [createError(effect.graphqlError)], data: null };
    if (!('nullField' in effect || 'value' in effect)) this.#end = effect;
    return undefined;
  }

  #outcomeOf(faults: readonly ActiveFault[], phase: Phase, place = ''): Outcome {
    const outcome = this.#outcomes.at(place, faults, phase, this.#request);
    this.applied = outcome.applied ?? this.applied;
    return outcome;
  }

  /** Waits for a delay. If the client disconnects meanwhile, the execution ends. */
  #wait(ms: number): Promise<void> {
    const wait = async () => {
      this.#hasClient = await waitForClient(ms, this.#ctx);
      if (!this.#hasClient) this.#end = { hang: true };
      this.#delay = undefined;
    };
    return (this.#delay = wait());
  }
}

/** Creates the error of a fault. */
const createError = ({ message, code }: { message: string; code?: string }): GraphQLError =>
  new GraphQLError(message, code === undefined ? {} : { extensions: { code } });

/** Returns null; throws the error that null causes at a field that is not nullable. */
function nullOf({ returnType, parentType, fieldName }: GraphQLResolveInfo): null {
  if (!isNonNullType(returnType)) return null;
  throw new GraphQLError(`Cannot return null for non-nullable field ${parentType.name}.${fieldName}.`);
}

/** Waits, but not longer than the client is connected; resolves with whether it still is. */
const waitForClient = (ms: number, ctx: Context): Promise<boolean> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ctx.res.off('close', end);
      resolve(ctx.writable);
    };
    const timer = setTimeout(end, ms);
    ctx.res.once('close', end);
  });
