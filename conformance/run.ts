import { type DocumentNode, type GraphQLSchema, parse, print } from 'graphql';
import type { Dialect } from '../src/dialects/dialect.ts';
import { type Case, type DocumentStep, type Expected, type HttpStep, type Step, operationOf } from './cases.ts';
import { type Answer, judge, judgeForm } from './judge.ts';
import { type Difference, fill, namesIn } from './match.ts';
import { type Mode, expectedWithoutEffect, withoutEffect, writes } from './modes.ts';
import type { Tracking } from './tracking.ts';
import type { Waiver } from './waivers.ts';
import { NoAnswer, type Sent, type Target } from './targets/target.ts';

/** One request of a case and what came back. */
export interface Exchange {
  step: string;
  actor: Step['actor'];
  sent: Sent;
  answer?: Answer;
  expected: Expected;
  differences: Difference[];
}

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
export function notApplicable({ dialects, id }: Case, dialect: Dialect): string | undefined {
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
    if (stored.length > 0 && mode !== 'write')
      return done('could not run', 'it is about what is stored, and this run writes nothing');
    for (const [index, step] of [...each.steps, ...stored].entries()) {
      const name = index < each.steps.length ? `step ${index + 1}` : `stored ${index - each.steps.length + 1}`;
      const exchange = await runStep(step, { each, target, schema, names, name, mode, tracking });
      if (typeof exchange === 'string') return done('could not run', exchange);
      exchanges.push(exchange);
      if (exchange.differences.length > 0) return done('failed');
    }
    return done('passed');
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (error.sent) exchanges.push(error.sent);
    return done('failed', error.message, true);
  }
}

interface Surroundings {
  each: Case;
  target: Target;
  schema: GraphQLSchema;
  names: Map<string, unknown>;
  name: string;
  mode: Mode;
  tracking?: Tracking;
}

async function runStep(step: Step, surroundings: Surroundings): Promise<Exchange | string> {
  const { target, names, name } = surroundings;
  const { dialect } = target;
  const authorization = await target.authorization(step.actor);
  const expected = fill(step.in?.[dialect.name] ?? step.expect, names) as Expected;
  if ('http' in step) {
    const sent = httpRequest(step, authorization, names);
    const exchange = { step: name, actor: step.actor, sent, expected };
    const answer = await sendOr(target, sent, exchange);
    return { ...exchange, answer, differences: judge(expected, answer, dialect) };
  }
  return runDocument(step, authorization, expected, surroundings);
}

/** The answer to what is sent; where none comes, the request goes with the error, for the reports. */
async function sendOr(target: Target, sent: Sent, exchange: Omit<Exchange, 'answer' | 'differences'>): Promise<Answer> {
  try {
    return await target.send(sent);
  } catch (error) {
    throw error instanceof NoAnswer ? Object.assign(error, { sent: { ...exchange, differences: [] } }) : error;
  }
}

async function runDocument(
  step: DocumentStep,
  authorization: Record<string, string>,
  expected: Expected,
  { each, target, schema, names, name, mode, tracking }: Surroundings,
): Promise<Exchange | string> {
  const { dialect } = target;
  const query = step.query ?? operationOf(each.id)!;
  const variables = fill(step.variables ?? {}, names) as Record<string, unknown>;
  const document = parsed(query);
  const inMode = document && writes(document) ? inModeOf(mode, document, expected) : { document, expected };
  if (typeof inMode === 'string') return inMode;
  const tracked = inMode.document && tracking && writes(inMode.document);
  const prepared = tracked ? await tracking.prepare(inMode.document!, variables) : inMode.document;
  const sent = requestOf(prepared, query, step, variables, authorization, dialect);
  const exchange = { step: name, actor: step.actor, sent, expected: inMode.expected };
  const received = await sendOr(target, sent, exchange);
  const answer = tracked ? tracking.take(received, step.actor, variables, prepared!) : received;
  const selected = inMode.document && {
    schema,
    document: inMode.document,
    variables,
    operationName: step.operationName,
  };
  const found = [...judge(inMode.expected, answer, dialect), ...(selected ? judgeForm(answer, selected) : [])];
  if (found.length === 0) capture(step.capture ?? {}, answer, names);
  return { ...exchange, answer, differences: found };
}

/** A mutation in a mode, and what is expected of it; or why it is not sent. */
function inModeOf(
  mode: Mode,
  document: DocumentNode,
  expected: Expected,
): { document: DocumentNode; expected: Expected } | string {
  if (mode === 'write') return { document, expected };
  if (mode === 'observe') return 'it writes, and this run only observes';
  const judged = expectedWithoutEffect(expected, document);
  return judged
    ? { document: withoutEffect(document), expected: judged }
    : 'it is about what is written, and this run writes nothing';
}

const documents = new Map<string, DocumentNode | undefined>();

/** A document, parsed once; undefined for one that a case gets wrong on purpose. */
function parsed(query: string): DocumentNode | undefined {
  if (!documents.has(query)) documents.set(query, tryToParse(query));
  return documents.get(query);
}

function tryToParse(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

function requestOf(
  document: DocumentNode | undefined,
  query: string,
  { operationName }: DocumentStep,
  variables: Record<string, unknown>,
  authorization: Record<string, string>,
  { words }: Dialect,
): Sent {
  const body = {
    query: document ? print(words.document(document)) : query,
    variables: words.variables(variables),
    operationName,
  };
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  };
}

const httpRequest = ({ http }: HttpStep, authorization: Record<string, string>, names: Map<string, unknown>): Sent => ({
  method: http.method,
  headers: { ...authorization, ...http.headers },
  body: http.body === undefined ? undefined : (fill(http.body, names) as string),
});

function capture(wanted: Record<string, string>, { json }: Answer, names: Map<string, unknown>): void {
  for (const [name, path] of Object.entries(wanted)) {
    const value = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], (json as { data: unknown }).data);
    names.set(name, value);
  }
}
