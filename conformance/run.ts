import type { GraphQLSchema } from 'graphql';
import type { Dialect } from '../src/dialects/dialect.ts';
import { type Case, operationOf } from './cases.ts';
import { namesIn } from './match.ts';
import type { Mode } from './modes.ts';
import { type Exchange, runStep } from './step.ts';
import { NoAnswer, type Target } from './targets/target.ts';
import type { Tracking } from './tracking.ts';
import type { Waiver } from './waivers.ts';

/** How a case went. `could not run` and `not applicable` say why. */
export interface Result {
  case: Case;
  outcome: 'passed' | 'failed' | 'could not run' | 'not applicable';
  reason?: string;
  exchanges: Exchange[];
  milliseconds: number;
  /** Whether it failed because no answer came. */
  silent?: boolean;
  /** The waiver that excuses its failure. */
  waived?: Waiver;
}

export interface RunOptions {
  target: Target;
  cases: Case[];
  schema: GraphQLSchema;
  /** The mark of what this run creates. */
  run: string;
  mode?: Mode;
  /** Keeps the ledger, where the target is used by others. */
  tracking?: Tracking;
  /** No case is begun after it. */
  stop?: AbortSignal;
  /** Told of every result as it comes. */
  onResult?: (result: Result) => void;
}

// Requests in a row without an answer after which a target is given up.
const patience = 5;

/** Runs the cases one after the other; a target that can be reset is as in the beginning for each of them. */
export async function runCases(options: RunOptions): Promise<Result[]> {
  const { target, cases, stop, onResult = () => {} } = options;
  const results: Result[] = [];
  let silent = 0;
  for (const each of cases) {
    const ahead = notBegun(each, target.dialect, { interrupted: stop?.aborted === true, silent: silent >= patience });
    if (!ahead) await target.reset?.();
    const result = ahead ?? (await runCase(each, options));
    silent = result.silent ? silent + 1 : ahead ? silent : 0;
    results.push(result);
    onResult(result);
  }
  return results;
}

/** Why a case says nothing about this dialect; undefined when it does. */
function notApplicable({ dialects, id }: Case, dialect: Dialect): string | undefined {
  if (dialects && !dialects.includes(dialect.name)) return `${dialect.name} lays down otherwise`;
  const operation = operationOf(id) ?? '';
  const coordinate = Object.keys(dialect.absent).find((each) => operation.includes(`${each.split('.')[1]}(`));
  return coordinate && dialect.absent[coordinate];
}

const plain = (each: Case, outcome: Result['outcome'], reason: string): Result => ({
  case: each,
  outcome,
  reason,
  exchanges: [],
  milliseconds: 0,
});

function notBegun(
  each: Case,
  dialect: Dialect,
  { interrupted, silent }: Record<'interrupted' | 'silent', boolean>,
): Result | undefined {
  if (each.draft) return plain(each, 'failed', 'a draft: review it, and remove its member "draft"');
  const otherwise = notApplicable(each, dialect);
  if (otherwise) return plain(each, 'not applicable', otherwise);
  if (interrupted) return plain(each, 'could not run', 'the run was interrupted');
  return silent ? plain(each, 'failed', 'not sent: the target had stopped answering') : undefined;
}

async function runCase(each: Case, { target, schema, run, mode = 'write', tracking }: RunOptions): Promise<Result> {
  const started = performance.now();
  const exchanges: Exchange[] = [];
  const done = (outcome: Result['outcome'], reason?: string, silent?: boolean): Result => ({
    case: each,
    outcome,
    reason,
    exchanges,
    milliseconds: performance.now() - started,
    silent,
  });
  const names = new Map<string, unknown>(Object.entries({ ...target.names, run }));
  const captured = new Set(each.steps.flatMap((step) => ('http' in step ? [] : Object.keys(step.capture ?? {}))));
  const missing = namesIn({ steps: each.steps, stored: each.stored }).find(
    (name) => !names.has(name) && !captured.has(name),
  );
  if (missing) return done('could not run', `the target names no ${missing}`);
  try {
    const stored = (each.stored ?? []).map((read) => ({ actor: 'anonymous' as const, ...read }));
    for (const [index, step] of [...each.steps, ...stored].entries()) {
      const isRead = index >= each.steps.length;
      if (isRead && mode !== 'write')
        return done('could not run', 'it is about what is stored, and this run writes nothing');
      const name = !isRead ? `step ${index + 1}` : `stored ${index - each.steps.length + 1}`;
      const exchange = await runStep(step, { each, target, schema, names, name, mode, tracking });
      if (typeof exchange === 'string') return done('could not run', exchange);
      exchanges.push(exchange);
      if (exchange.differences.length > 0) return done('failed');
      if (exchange.partly) return done('could not run', exchange.partly);
    }
    return done('passed');
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.sent) exchanges.push(error.sent);
    return done('failed', error.message, true);
  }
}
