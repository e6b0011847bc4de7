import type { ExecutionResult } from 'graphql';
import type { ExecuteRequest, RequestApplication } from '../../dialects/server-dialect.ts';
import type { AttributeError } from '../../errors.ts';
import { codeOf, messageOf } from '../../server/http/graphql-endpoint.ts';
import { type ServerContext, type Step, appliedFault } from '../request-state.ts';
import type { World } from '../world.ts';
import { keepMessages } from './kept-messages.ts';
import { Recording, noErrors } from './recording.ts';
import { copyOf } from './shown-values.ts';

/**
 * The step that records each request in its world, when the response is known and before it is sent; not those to the control. A
 * request that is refused before its world is known belongs to the one that `ownWorld` returns.
 */
export const recordRequests =
  (ownWorld: () => World | undefined, isControlPath: (path: string) => boolean): Step =>
  (ctx, next) => {
    const { path, url } = ctx;
    if (isControlPath(path)) {
      ctx.state.isControl = true;
      return next();
    }
    const ownPath = path.length < url.length ? copyOf(path) : path;
    ctx.state.recording = new Recording(ctx.method, ownPath, Date.now(), performance.now());
    ctx.state.recording.traceparent = readTraceparent(ctx.req.headers.traceparent);
    const finish = (status?: number) => finishRecording(ctx, ctx.state.world ?? ownWorld(), status);
    return next().then(
      () => finish(),
      (error: { status?: number }) => {
        finish(error.status ?? 500);
        throw error;
      },
    );
  };

/** Records a request: when its response is known, or when it is known that there will be none. */
function finishRecording(ctx: ServerContext, world: World | undefined, status = statusOf(ctx)): void {
  const { recording } = ctx.state;
  if (!world || !recording) return;
  recording.status = status;
  recording.reason = ctx.state.reason;
  recording.fault = appliedFault(ctx) ?? null;
  recording.milliseconds = millisecondsSince(recording.startedAt);
  recording.waiting = status === null && !ctx.res.closed && !ctx.req.socket.destroyed;
  keepMessages(recording, ctx);
  world.requests.add(recording);
  if (recording.waiting)
    ctx.res.once('close', () => world.requests.endWait(recording, millisecondsSince(recording.startedAt)));
}

// Version, trace id, parent id and flags. Later versions may have more, which clients of this one ignore.
const traceparentPattern = /^((?!ff)[\da-f]{2})-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/;

/** Reads the header `traceparent` (W3C Trace Context). Undefined if there is none, or if it is malformed, which counts as none. */
function readTraceparent(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [value, version] = traceparentPattern.exec(header) ?? [];
  return version === '00' && value !== header ? undefined : value;
}

function noteApplication(recording: Recording, { clientId, scopes }: RequestApplication): void {
  recording.application = clientId ?? undefined;
  recording.scopes = [...scopes];
}

// A document can have hundreds of errors.
const maxMessages = 10;

const millisecondsSince = (time: number): number => Math.round((performance.now() - time) * 100) / 100;

const statusOf = (ctx: ServerContext): number | null =>
  ctx.headerSent || (ctx.writable && ctx.respond !== false) ? ctx.status : null;

/** The message of an error as a text. In the dialects of Decidim, the message of invalid attributes is the list of their errors. */
const textOf = (message: string | readonly AttributeError[]): string =>
  typeof message === 'string' ? message : message.map((error) => `${error.path.join('.')} ${error.message}`).join('; ');

/** How many characters body and URL have at most; NaN if the client did not say it. */
const lengthOfRequest = ({ headers, url }: ServerContext): number =>
  headers['transfer-encoding'] ? Number.NaN : Number(headers['content-length'] ?? 0) + url.length;

/** Wraps the execution of GraphQL requests, so that the recordings have operation, user and errors. */
export const recordExecution =
  (execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext> =>
  (ctx, request, context) => {
    const { recording, world, application } = ctx.state;
    if (!recording) return execute(ctx, request, context);
    recording.user = context.viewer?.id ?? null;
    if (application) noteApplication(recording, application);
    world.requests.noteRequest(recording, request, lengthOfRequest(ctx));
    const note = (result: ExecutionResult): ExecutionResult => {
      recording.errorCodes = result.errors?.map(codeOf) ?? noErrors;
      // A long message must not stay in memory.
      const messages = result.errors
        ?.slice(0, maxMessages)
        .map((error) => world.requests.show(textOf(messageOf(error))) as string);
      recording.errorMessages = messages ?? noErrors;
      return result;
    };
    const result = execute(ctx, request, context);
    return result instanceof Promise ? result.then(note) : note(result);
  };
