import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import type { ExpectedResponse } from '../../src/dialects/expected-response.ts';
import { loadCases } from '../../src/cases/load.ts';
import { isOperator } from '../../src/cases/match.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { caseScenario } from '../case-steps.ts';
import type { StepRequest } from '../run.ts';

// The judge is judged: one thing in a right response is changed, and the step that asks for it must notice.

const changesOfDialect = 1000;
const leastNoticed = 0.98;

type Path = readonly (string | number)[];

/** A change of one thing in the body of a response. */
interface Change {
  what: string;
  apply(response: TargetResponse): TargetResponse;
}

/** The response with another value at a path of its body, or without the member if there is no value. */
function changed(response: TargetResponse, [...path]: Path, ...[value]: [unknown?]): TargetResponse {
  const last = path.pop();
  const json = last === undefined ? value : structuredClone(response.json);
  if (last === undefined) return { ...response, json, text: JSON.stringify(json) };
  const parent = path.reduce<unknown>((each, key) => (each as Record<string, unknown>)[key], json);
  const members = parent as Record<string, unknown>;
  if (value !== undefined) members[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete members[last];
  return { ...response, json, text: JSON.stringify(json) };
}

const changeAt = (what: string, path: Path, value?: unknown): Change => ({
  what: `${what} at ${path.join('.')}`,
  apply: (response) => changed(response, path, value),
});

const ofAnotherType = (value: unknown): unknown => (typeof value === 'object' ? 'a text' : { an: 'object' });

function anotherValue(value: unknown): unknown {
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return 'a value';
}

/** What an expected pattern says of a value. */
function changesOfPattern(pattern: unknown, value: unknown, path: Path): Change[] {
  if (Array.isArray(pattern) && Array.isArray(value)) {
    const reversed = value.toReversed();
    const isOrdered = JSON.stringify(reversed) !== JSON.stringify(value);
    return [
      ...(isOrdered ? [changeAt('another order', path, reversed)] : []),
      ...(value.length > 0 ? [changeAt('a missing item', [...path, value.length - 1])] : []),
      ...value.flatMap((each, index) => changesOfPattern(pattern[index], each, [...path, index])),
    ];
  }
  if (!isJsonObject(pattern))
    return [changeAt('another value', path, anotherValue(value)), changeAt('another type', path, ofAnotherType(value))];
  const [operator = ''] = Object.keys(pattern);
  if (operator === '$some') return [changeAt('an empty list', path, [])];
  // What must not be there can be anything else.
  if (operator === '$not' || operator === '$none') return [];
  if (isOperator(operator)) return [changeAt('another type', path, ofAnotherType(value))];
  if (!isJsonObject(value)) return [];
  return Object.keys(pattern).flatMap((key) => [
    changeAt('a missing member', [...path, key]),
    ...changesOfPattern(pattern[key], value[key], [...path, key]),
  ]);
}

/** What the selection of the request says of the data: its members and their types. */
function changesOfShape(value: unknown, path: Path): Change[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => changesOfShape(each, [...path, index]));
  if (!isJsonObject(value)) return value === null ? [] : [changeAt('another type', path, ofAnotherType(value))];
  return [
    changeAt('one more member', [...path, 'oneMore'], 1),
    ...Object.entries(value).flatMap(([key, each]) => [
      changeAt('a missing member', [...path, key]),
      ...changesOfShape(each, [...path, key]),
    ]),
  ];
}

const withStatus = (status: number): Change => ({
  what: `the status ${status}`,
  apply: (response) => ({ ...response, status }),
});

/** Every change that a step must notice. */
function changesOf({ expected, request }: StepRequest, { json }: TargetResponse): Change[] {
  const allowed = expected && 'status' in expected ? expected.status : [];
  const changes = [302, 503].filter((each) => !allowed.includes(each)).map(withStatus);
  if (!isJsonObject(json) || expected === undefined || 'oneOf' in expected) return changes;
  if ('status' in expected)
    return 'body' in expected ? [...changes, ...changesOfPattern(expected.body, json, [])] : changes;
  const isGraphql = request.method === 'POST' && request.path === undefined;
  return [
    ...changes,
    ...changesOfErrors(expected, json),
    ...('data' in expected ? changesOfPattern(expected.data, json['data'], ['data']) : []),
    // What introspection returns is not judged by the schema.
    ...(isGraphql && isJsonObject(json['data']) && !JSON.stringify(json).includes('"__')
      ? changesOfShape(json['data'], ['data'])
      : []),
  ];
}

function changesOfErrors(expected: ExpectedResponse, json: Record<string, unknown>): Change[] {
  const { errors } = json;
  if (!Array.isArray(errors)) return [changeAt('an error', ['errors'], [{ message: 'An error' }])];
  const found = [changeAt('no errors', ['errors'])];
  if ('requestError' in expected && expected.requestError.length > 0)
    found.push(changeAt('another message', ['errors'], [{ message: 'Something else' }]));
  if ('requestError' in expected) found.push(changeAt('data', ['data'], { some: 'data' }));
  if (!('errorCode' in expected)) return found;
  found.push(changeAt('a second error', ['errors'], [...(errors as unknown[]), { message: 'Another error' }]));
  found.push(changeAt('another code', ['errors', 0, 'extensions'], { code: 'ANOTHER_CODE' }));
  return [...found, changeAt('another path', ['errors', 0, 'path'], ['another', 'path'])];
}

const cases = loadCases();
const leastCases: Record<string, number> = { specification: 600, 'decidim-0.32': 600 };

for (const [dialect, least] of Object.entries(leastCases))
  test(`${dialect}: every case passes, and a change of one thing in a right response is noticed by the step that asks for it`, async (t) => {
    const target = await startInProcessTarget({ dialect });
    t.after(() => target.close());
    const found: { id: string; step: StepRequest; response: TargetResponse; change: Change }[] = [];
    let run = 0;
    for (const each of cases) {
      const { notRun, steps } = caseScenario(each, { target, runId: 'changes', mode: 'write' });
      assert.notEqual(notRun?.outcome, 'could not run', each.id);
      if (notRun) continue;
      run += 1;
      await target.reset!();
      for (const create of steps) {
        const step = await create();
        const response = await step.send();
        assert.deepEqual(step.expect(response), [], each.id);
        step.capture?.(response);
        for (const change of changesOf(step, response)) found.push({ id: each.id, step, response, change });
      }
    }
    // A dialect may lack an operation and its cases.
    assert.ok(run > least, String(run));
    const sampled = fc.sample(fc.constantFrom(...found), changesOfDialect);
    const unnoticed = sampled.filter(({ step, response, change }) => step.expect(change.apply(response)).length === 0);
    const names = unnoticed.map(({ id, change }) => `${id}: ${change.what}`);
    t.diagnostic(
      `${sampled.length - unnoticed.length} of ${sampled.length} noticed (of ${found.length} possible changes)`,
    );
    for (const name of names) t.diagnostic(`not noticed: ${name}`);
    assert.ok(unnoticed.length <= sampled.length * (1 - leastNoticed), names.join('\n'));
  });
