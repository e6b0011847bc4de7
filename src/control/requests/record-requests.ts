import type { ExecutionResult } from 'graphql';
import type { Context, Middleware } from 'koa';
import type { ExecuteRequest } from '../../contract/server-dialect.ts';
import type { Clock } from '../../server/clock.ts';
import { codeOf } from '../../server/http/graphql-handler.ts';
import { appliedFault } from '../faults/fault-middleware.ts';
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

/** Adds a request to the journal, unless it is there already: before its response if there will be none for a long time. */
export function finishRecording(ctx: Context, journal: RequestJournal, status = statusOf(ctx)): void {
  const recording = recordingOf(ctx);
  if (!recording || recording.id !== undefined) return;
  recording.status = status;
  recording.fault = appliedFault(ctx) ?? null;
  recording.milliseconds = Math.round((performance.now() - recording.startedAt) * 100) / 100;
  journal.add(recording);
}

/** Notes that a request is forwarded. The errors of the stand-in are then not those of the response. */
export function noteForwarded(ctx: Context, origin: string): void {
  const recording = recordingOf(ctx);
  if (recording) Object.assign(recording, { upstream: origin, errorCodes: [] });
}

const statusOf = (ctx: Context): number | null =>
  ctx.headerSent || (ctx.writable && ctx.respond !== false) ? ctx.status : null;

/** Wraps the execution of GraphQL requests, so that the recordings have operation, user and errors. */
export const recordExecution =
  (journal: RequestJournal, execute: ExecuteRequest): ExecuteRequest =>
  (ctx, request, context) => {
    const recording = recordingOf(ctx);
    if (!recording) return execute(ctx, request, context);
    recording.user = context.viewer?.id ?? null;
    journal.noteRequest(recording, request, Number(ctx.headers['content-length']));
    const note = (result: ExecutionResult): ExecutionResult => {
      recording.errorCodes = result.errors?.map(codeOf) ?? noCodes;
      return result;
    };
    const result = execute(ctx, request, context);
    return result instanceof Promise ? result.then(note) : note(result);
  };
