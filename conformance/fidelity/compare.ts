import { isObject } from '../match.ts';
import { type Members, mapped } from './json-value.ts';
import { normalised } from './normalise.ts';
import type { Answer, Recorded } from './recorded.ts';
import { selectedIn } from './selected.ts';

/** One place where two answers differ; `undefined` is what is not there. */
export interface Difference {
  /** Where, by the names and places that lead to it: `body.data.component.id`. */
  path: string;
  expected: unknown;
  found: unknown;
}

/** An exchange that was sent again, and how its answer compares with the recorded one. */
export interface Compared {
  recorded: Recorded;
  /** Whether status, codes and paths of the errors, and what is null are the same. */
  outcome: boolean;
  /** Whether status, headers and body are equal, but for what is volatile. */
  whole: boolean;
  differences: Difference[];
}

/** Compares an answer with the recorded one. */
export function compared(recorded: Recorded, answer: Answer): Compared {
  const { request, response, document, part } = recorded;
  const { query, variables } = (request.json ?? {}) as Members;
  const fields = selectedIn(document ?? query ?? queryIn(request.text), variables);
  const inForm = part ? part(answer) : answer;
  const [expected, found] = [response, likeRecorded(inForm, response)].map((each) => normalised(each, fields));
  const outcome = differencesOf(outcomeOf(expected!), outcomeOf(found!)).length === 0;
  const differences = differencesOf(expected, found);
  return { recorded, outcome, whole: differences.length === 0, differences };
}

/** The document of a body that was recorded as the text that it was. */
function queryIn(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? '') as Members | null)?.['query'];
  } catch {
    return undefined;
  }
}

/** An answer reduced to what was recorded: a body as JSON or text, and headers. */
function likeRecorded({ status, headers, json, text }: Answer, response: Answer): Answer {
  const body = response.json !== undefined && json !== undefined ? { json } : { text };
  return { status, headers: response.headers && headers, ...body };
}

/** What became of a request: the status, codes and paths of the errors in order, and which values are null. */
function outcomeOf({ status, body }: Members): Members {
  if (!isObject(body)) return { status };
  const { errors, ...rest } = body;
  const refusals = Array.isArray(errors)
    ? (errors as { path?: unknown; extensions?: { code?: unknown } }[]).map(({ path, extensions }) => ({
        path,
        code: extensions?.code,
      }))
    : errors;
  return { status, errors: refusals, nulls: nullsOf(rest) };
}

function nullsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nullsOf);
  if (isObject(value)) return mapped(value, nullsOf);
  return value === null ? null : 'a value';
}

/** Every place where two values differ; in `data` the keys must also be in the same order, that of the selection. */
export function differencesOf(expected: unknown, found: unknown, path = ''): Difference[] {
  const at = (key: string | number) => (path ? `${path}.${key}` : String(key));
  if (isObject(expected) && isObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    const inside = keys.flatMap((key) => differencesOf(expected[key], found[key], at(key)));
    if (inside.length > 0 || !path.startsWith('body.data')) return inside;
    const [order, other] = [Object.keys(expected), Object.keys(found)];
    return order.join() === other.join() ? [] : [{ path: `${path} (order)`, expected: order, found: other }];
  }
  if (Array.isArray(expected) && Array.isArray(found)) {
    const longest = expected.length > found.length ? expected : found;
    return longest.flatMap((_, index) => differencesOf(expected[index], found[index], at(index)));
  }
  return expected === found ? [] : [{ path, expected, found }];
}
