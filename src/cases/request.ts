import { parse } from 'graphql';
import { isJsonObject } from '../client/json-value.ts';
import type { Actor } from '../client/actor.ts';
import { selectedFields } from '../client/selection.ts';
import type { HttpStepRequest, Step } from './case.ts';
import type { ExpectedResponse } from '../dialects/expected-response.ts';
import { isOperator } from './match.ts';

type Json = Record<string, unknown>;

/** What operation.yaml says about a request; `case.schema.json` describes every member. */
export interface RequestDescription {
  actor?: Actor;
  document?: string;
  variables?: Json;
  attributes?: string;
  returns?: Json;
  fields?: Record<string, string>;
  capture?: Record<string, string>;
  readBack?: { document: string; variables?: Json };
  http?: HttpOfFile;
  expect?: ExpectedResponse;
}

/** A step of a file of cases. */
export interface StepOfFile {
  actor?: Actor;
  request?: string;
  given?: Json;
  send?: Json;
  variables?: Json;
  omit?: string[];
  select?: string;
  returns?: unknown;
  refused?: string | string[] | { code: string | null; at: string | null };
  stored?: unknown;
  query?: string;
  operationName?: string;
  http?: HttpOfFile;
  capture?: Record<string, string>;
  expect?: ExpectedResponse;
}

type HttpOfFile = Partial<HttpStepRequest> & {
  json?: unknown;
  query?: string;
  variables?: Json;
  operationName?: string;
};

/** The steps that a step of a file stands for: its request, and the read of what was stored. Throws an Error if it is incomplete. */
export function stepsOf(step: StepOfFile, described: RequestDescription | undefined, actor: Actor): Step[] {
  const { query, operationName, variables, capture } = step;
  const { expect } = { ...described, ...step };
  if (step.http ?? described?.http) {
    if (!expect) throw new Error('expected a member expect');
    const http = httpRequest(merge(described?.http, step.http) as HttpOfFile);
    return [defined({ actor, http, capture: step.capture ?? described?.capture, expect })];
  }
  if (query !== undefined) {
    if (!expect) throw new Error('expected a member expect');
    return [defined({ actor, query, operationName, variables, capture, expect })];
  }
  if (!described?.document)
    throw new Error('expected a member query or http: there is no operation.yaml with a document');
  return operationSteps(step, { ...described, document: described.document }, actor);
}

function operationSteps(step: StepOfFile, described: RequestDescription & { document: string }, actor: Actor): Step[] {
  const { document, fields = {}, attributes, readBack } = described;
  const at = recordPath(document);
  const returned = isJsonObject(step.returns) ? { ...described.returns, ...step.returns } : (described.returns ?? {});
  const record = Object.keys(returned).length > 0 ? returned : { id: { $is: 'id' } };
  const expect = step.expect ?? (step.refused === undefined ? { data: nest(at, record) } : refusal(step.refused, at));
  const variables = merge(described.variables, nest(attributes?.split('.') ?? [], step.send ?? {}));
  const sent = structuredClone(merge(variables, step.variables)) as Json;
  for (const path of step.omit ?? [])
    if (!remove(sent, [...(attributes?.split('.') ?? []), ...path.split('.')]) && !remove(sent, path.split('.')))
      throw new Error(`omit: the operation has no variable or attribute ${path}`);
  const isReturned = 'data' in expect && !('errorCode' in expect);
  const captured = step.capture ?? (isReturned ? described.capture : undefined) ?? {};
  const capture = Object.entries(captured).map(([name, path]) => [name, [...at, path].join('.')]);
  const query = withFields(
    document,
    step.select ?? selectionOf('refused' in step || step.expect ? {} : record, fields),
  );
  const request = defined({
    actor,
    query,
    operationName: step.operationName,
    variables: sent,
    capture: capture.length > 0 ? (Object.fromEntries(capture) as Record<string, string>) : undefined,
    expect,
  });
  if (step.stored === undefined) return [request];
  if (!readBack) throw new Error('stored: operation.yaml has no readBack');
  const stored = step.stored === true ? record : step.stored;
  return [request, storedStep(readBack, stored, step.select ?? selectionOf(stored, fields), sent)];
}

/** The read of what a request stored, with those of its variables that the query declares. */
function storedStep(
  { document, variables }: NonNullable<RequestDescription['readBack']>,
  stored: unknown,
  fields: string,
  sent: Json,
): Step {
  const declared = [...document.matchAll(/\$(\w+):/g)].map(([, name]) => name!);
  const values = { ...Object.fromEntries(declared.map((name) => [name, sent[name]])), ...variables };
  return {
    actor: 'anonymous',
    query: withFields(document, fields),
    variables: defined(values),
    expect: { data: nest(recordPath(document), stored) },
  };
}

const withFields = (document: string, fields: string): string => document.replace('${fields}', () => fields || 'id');

/** The fields of a record that is expected, as a selection. */
function selectionOf(value: unknown, fields: Record<string, string>): string {
  const inner = new Map<string, string>();
  const read = (each: unknown): void => {
    if (Array.isArray(each)) return each.forEach(read);
    if (!isJsonObject(each)) return undefined;
    for (const [key, member] of Object.entries(each)) {
      if (isOperator(key)) read(member);
      else inner.set(key, selectionOf(member, fields) || (inner.get(key) ?? ''));
    }
  };
  read(value);
  return [...inner].map(([name, selection]) => fieldText(name, selection, fields[name])).join(' ');
}

const fieldText = (name: string, selection: string, text = name): string =>
  selection === '' ? text : `${text.split(' {')[0]} { ${selection} }`;

/** The response path of the field whose selection is `${fields}`. */
export function recordPath(document: string): string[] {
  const parsed = parse(withFields(document, 'fields__').replaceAll(/\$\{\w+\}/g, '0'));
  const found = selectedFields(parsed).find(({ name }) => name === 'fields__');
  if (!found) throw new Error('document: expected ${fields} where the fields of the record are selected');
  return found.path.slice(0, -1);
}

function refusal(refused: NonNullable<StepOfFile['refused']>, at: string[]): ExpectedResponse {
  const data = nest(at, null);
  if (Array.isArray(refused))
    return { errorCode: 'ATTRIBUTE_VALIDATION_ERROR', path: at, data, invalidAttributes: refused };
  if (typeof refused === 'string') return { errorCode: refused, path: at, data };
  const path = refused.at?.split('.') ?? null;
  // The first field of a mutation is not nullable, so that nothing is left of the data.
  return { errorCode: refused.code, path, data: path && path.length > 1 ? nest(path, null) : null };
}

function httpRequest({ json, query, variables, operationName, ...http }: HttpOfFile): HttpStepRequest {
  const value = query === undefined ? json : defined({ query, variables, operationName });
  const body = value === undefined ? http.body : jsonText(value);
  const headers = value === undefined ? http.headers : { 'Content-Type': 'application/json', ...http.headers };
  return defined({ ...http, method: http.method ?? (body === undefined ? 'GET' : 'POST'), headers, body });
}

/** JSON in which a placeholder that is a whole text becomes a value without quotes. */
const jsonText = (value: unknown): string => JSON.stringify(value).replaceAll(/"\$([A-Za-z]\w*)"(?!:)/g, '${$1}');

const nest = (path: string[], value: unknown): object =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;

/** Merges objects member by member. */
function merge(base: unknown, own: unknown): unknown {
  if (own === undefined) return base;
  if (!isJsonObject(base) || !isJsonObject(own)) return own;
  return { ...base, ...Object.fromEntries(Object.entries(own).map(([key, each]) => [key, merge(base[key], each)])) };
}

/** Removes a member; whether there was one. */
function remove(value: unknown, [key, ...rest]: string[]): boolean {
  if (!isJsonObject(value) || !Object.hasOwn(value, key!)) return false;
  return rest.length > 0 ? remove(value[key!], rest) : delete value[key!];
}

export const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
