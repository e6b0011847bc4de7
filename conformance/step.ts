import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import { type Case, type DocumentStep, type Expected, type HttpStep, type Step, operationOf } from './cases.ts';
import { parsed } from './documents.ts';
import { type Answer, judge, judgeForm } from './judge.ts';
import { type Difference, fill } from './match.ts';
import { type Mode, expectedWithoutEffect, withoutEffect, writes } from './modes.ts';
import { NoAnswer, type Sent, type Target, graphqlRequest } from './targets/target.ts';
import type { Tracking } from './tracking.ts';

/** One request of a case and what came back. */
export interface Exchange {
  step: string;
  actor: Step['actor'];
  sent: Sent;
  answer?: Answer;
  expected: Expected;
  differences: Difference[];
  /** Why it shows a part of what the case is about only. */
  partly?: string;
}

/** What a step is run in. */
export interface Surroundings {
  each: Case;
  target: Target;
  schema: GraphQLSchema;
  names: Map<string, unknown>;
  name: string;
  mode: Mode;
  tracking?: Tracking;
}

/** Runs one step of a case; or says why this mode does not. NoAnswer carries the exchange that it ended. */
export async function runStep(step: Step, surroundings: Surroundings): Promise<Exchange | string> {
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
  const inMode: InMode | string =
    document && writes(document) ? inModeOf(mode, document, expected) : { document, expected };
  if (typeof inMode === 'string') return inMode;
  const tracked = inMode.document && tracking && writes(inMode.document);
  const prepared = tracked ? await tracking.prepare(inMode.document!, variables) : inMode.document;
  const { words } = dialect;
  const text = prepared ? print(words.document(prepared)) : query;
  const sent = graphqlRequest(text, words.variables(variables), authorization, step.operationName);
  const exchange = { step: name, actor: step.actor, sent, expected: inMode.expected, partly: inMode.partly };
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

/** A document as it is sent in a mode, what is expected of it, and why that is not all of it. */
interface InMode {
  document: DocumentNode | undefined;
  expected: Expected;
  partly?: string;
}

/** A mutation in a mode, and what is expected of it; or why it is not sent. */
function inModeOf(mode: Mode, document: DocumentNode, expected: Expected): InMode | string {
  if (mode === 'write') return { document, expected };
  if (mode === 'observe') return 'it writes, and this run only observes';
  const judged = expectedWithoutEffect(expected, document);
  if (judged) return { document: withoutEffect(document), expected: judged };
  const partly = 'its document and variables are taken; the rest is not shown without writing';
  const taken: Expected = { data: { $is: 'object' } };
  // Whether a server fails before or in what writes, this mode cannot tell.
  const either: Expected = 'status' in expected ? { oneOf: [expected, taken] } : taken;
  return { document: withoutEffect(document), expected: either, partly };
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
