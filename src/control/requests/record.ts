import { type ExecutionResult, GraphQLError } from 'graphql';
import { type AttributeError, StorageError } from '../../errors.ts';
import type { Executor } from '../../graphql/executor.ts';
import type { ExecutionStep } from '../../server/execution.ts';
import { codeOf, messageOf } from '../../server/http/graphql-endpoint.ts';
import { type ServerContext, type Step, setExposedHeader } from '../request-state.ts';
import type { World } from '../world.ts';
import type { Recording } from './recorded-requests.ts';
import { findSilentCause } from './silent-causes.ts';

/**
 * The step that records each request in its world, when the response is known and before it is sent; not those to the control. A
 * request that is refused before its world is known belongs to the one that `ownWorld` returns.
 */
export const recordRequests =
  (
    ownWorld: () => World | undefined,
    isControlPath: (path: string) => boolean,
    onRecording: (recording: Recording, ctx: ServerContext) => void = () => {},
  ): Step =>
  (ctx, next) => {
    const { method, path, req } = ctx;
    if (isControlPath(path)) {
      ctx.state.isControl = true;
      return next();
    }
    ctx.state.recording = {
      time: Date.now(),
      receivedAt: Date.now(),
      startedAt: performance.now(),
      method,
      path,
      user: null,
      status: null,
      waiting: false,
      errorCodes: [],
      errorMessages: [],
      milliseconds: 0,
      fault: null,
      requestHeaders: req.headers,
      responseHeaders: {},
      requestLength: 0,
    };
    const finish = (status?: number) => {
      finishRecording(ctx, ctx.state.world ?? ownWorld(), status);
      if (ctx.state.recording) onRecording(ctx.state.recording, ctx);
    };
    return next().then(
      () => finish(),
      (error: { status?: number }) => {
        finish(error.status ?? 500);
        throw error;
      },
    );
  };

/** The step that says in a header why a request failed or was refused as the platform does it. */
export const sendReason: Step = async (ctx, next) => {
  await next();
  const { reason } = ctx.state;
  if (reason) setExposedHeader(ctx, 'X-Plenum-Reason', reason.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200));
};

/** Records a request: when its response is known, or when it is known that there will be none. */
function finishRecording(ctx: ServerContext, world: World | undefined, status = statusOf(ctx)): void {
  const { recording, faults } = ctx.state;
  if (!recording) return;
  const milliseconds = () => Math.round((performance.now() - recording.startedAt) * 100) / 100;
  recording.status = status;
  recording.fault = faults?.applied ?? null;
  if (ctx.state.reason) recording.reason = ctx.state.reason;
  recording.milliseconds = milliseconds();
  recording.waiting = status === null && !ctx.res.closed && !ctx.req.socket.destroyed;
  recording.responseHeaders = ctx.res.getHeaders();
  recording.body = bodyOf(ctx.body);
  recording.requestLength = ctx.url.length + (ctx.state.bodyText?.length ?? 0);
  const endWait = world?.requests.add(recording);
  if (recording.waiting) ctx.res.once('close', () => endWait?.(milliseconds()));
}

const statusOf = (ctx: ServerContext): number | null =>
  ctx.headerSent || (ctx.writable && ctx.respond !== false) ? ctx.status : null;

/** The body as it is sent: Koa takes objects for JSON. Undefined for a stream. */
function bodyOf(body: unknown): string | Buffer | undefined {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (body === undefined || body === null) return '';
  return Object.getPrototypeOf(body) === Object.prototype ? JSON.stringify(body) : undefined;
}

// A document can have hundreds of errors.
const maxMessages = 10;

/** The message of an error as a text. In the dialects of Decidim, the message of invalid attributes is the list of their errors. */
const textOf = (message: string | readonly AttributeError[]): string =>
  typeof message === 'string' ? message : message.map((error) => `${error.path.join('.')} ${error.message}`).join('; ');

/** The step that notes operation, user and errors in the recordings, and the reason of what looks like success. */
export const recordExecution =
  (executor: Executor<never>): ExecutionStep<ServerContext> =>
  ({ ctx, request, context }, next) => {
    const { recording, application } = ctx.state;
    if (!recording) return next();
    recording.operation = request;
    recording.user = context.viewer?.id ?? null;
    if (application?.clientId) recording.application = application.clientId;
    if (application) recording.scopes = [...application.scopes];
    const note = (result: ExecutionResult): ExecutionResult => {
      const isRefusedToken = !context.viewer && !application && ctx.headers.authorization;
      ctx.state.reason = isRefusedToken
        ? 'the Authorization header has no valid token, so the request is anonymous'
        : (context.reason ?? findSilentCause(executor, request, result, context));
      recording.errorCodes = result.errors?.map(codeOf) ?? [];
      recording.errorMessages = result.errors?.slice(0, maxMessages).map((error) => textOf(messageOf(error))) ?? [];
      return result;
    };
    // A refused write is no result, but the client gets its error.
    const noteRefusal = (error: unknown): never => {
      if (error instanceof StorageError) note({ errors: [new GraphQLError(error.message, { originalError: error })] });
      throw error;
    };
    try {
      const result = next();
      return result instanceof Promise ? result.then(note, noteRefusal) : note(result);
    } catch (error) {
      return noteRefusal(error);
    }
  };
