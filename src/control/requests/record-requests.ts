import type { ExecutionResult } from 'graphql';
import type { Context, Middleware } from 'koa';
import type { ExecuteRequest } from '../../contract/server-dialect.ts';
import type { Clock } from '../../server/clock.ts';
import { codeOf } from '../../server/http/graphql-handler.ts';
import { appliedFault } from '../faults/fault-middleware.ts';
import { keepMessages } from './kept-messages.ts';
import { Recording, noCodes } from './recording.ts';
import type { RequestJournal } from './request-journal.ts';

const recordingOf = (ctx: Context): Recording | undefined => ctx.state['recording'] as Recording | undefined;

// Requests to the control and probes that ask whether the server is there are not those of the API's clients.
const isRecorded = (path: string): boolean => path !== '/' && !path.startsWith('/__admin');

/** Creates the middleware that records each request in a journal, when the response is known and before it is sent. */
export const createRecorder =
  (journal: RequestJournal, clock: Clock): Middleware =>
  (ctx, next) => {
    const { path } = ctx;
    if (!isRecorded(path)) return next();
    ctx.state['recording'] = new Recording(ctx.method, path, clock.now(), performance.now());
    return next().then(
      () => finishRecording(ctx, journal),
      (error: { status?: number }) => {
        finishRecording(ctx, journal, error.status ?? 500);
        throw error;
      },
    );
  };

/** Adds a request to the journal: when its response is known, or when it is known that there will be none. */
function finishRecording(ctx: Context, journal: RequestJournal, status = statusOf(ctx)): void {
  const recording = recordingOf(ctx)!;
  recording.status = status;
  recording.fault = appliedFault(ctx) ?? null;
  recording.milliseconds = millisecondsSince(recording.startedAt);
  recording.waiting = status === null && !ctx.res.closed && !ctx.req.socket.destroyed;
  keepMessages(recording, ctx);
  journal.add(recording);
  if (recording.waiting)
    ctx.res.once('close', () => journal.endWait(recording, millisecondsSince(recording.startedAt)));
}

/** Notes that a request is forwarded. The errors of the stand-in are then not those of the response. */
export function noteForwarded(ctx: Context, origin: string): void {
  const recording = recordingOf(ctx);
  if (recording) Object.assign(recording, { upstream: origin, errorCodes: [] });
}
const millisecondsSince = (time: number): number => Math.round((performance.now() - time) * 100) / 100;

const statusOf = (ctx: Context): number | null =>
  ctx.headerSent || (ctx.writable && ctx.respond !== false) ? ctx.status : null;

/** How many characters body and URL have at most; NaN if the client did not say it. */
const lengthOfRequest = ({ headers, url }: Context): number =>
  headers['transfer-encoding'] ? Number.NaN : Number(headers['content-length'] ?? 0) + url.length;

/** Wraps the execution of GraphQL requests, so that the recordings have operation, user and errors. */
export const recordExecution =
  (journal: RequestJournal, execute: ExecuteRequest): ExecuteRequest =>
  (ctx, request, context) => {
    const recording = recordingOf(ctx);
    if (!recording) return execute(ctx, request, context);
    recording.user = context.viewer?.id ?? null;
    journal.noteRequest(recording, request, lengthOfRequest(ctx));
    const note = (result: ExecutionResult): ExecutionResult => {
      recording.errorCodes = result.errors?.map(codeOf) ?? noCodes;
      return result;
    };
    const result = execute(ctx, request, context);
    return result instanceof Promise ? result.then(note) : note(result);
  };
