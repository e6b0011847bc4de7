import assert from 'node:assert/strict';
import test from 'node:test';
import type { Step } from './case.ts';
import { isJsonObject } from '../client/json-value.ts';
import { demoPlaceholders, standInOnly } from './demo-world.ts';
import { demoOAuth, demoSignIn } from '../targets/in-process.ts';
import { targetNames } from '../../conformance/target-names.ts';
import { derivedNames } from '../client/target-file.ts';
import { loadCases } from './load.ts';
import { capturedNames, usedNames } from './placeholders.ts';

const hasNoData = (body: unknown): boolean => isJsonObject(body) && !('data' in body);

const cases = loadCases();
const texts = new Map<string, string>();
for (const testCase of cases) {
  const { id, steps } = testCase;
  if ([...usedNames([testCase])].some((name) => Object.hasOwn(standInOnly, name))) continue;
  const sent = JSON.stringify(steps.filter((step) => !isRefused(step)));
  // The patterns are written for documents on one line.
  texts.set(id, sent.replaceAll(/(\s|\\n)+/g, ' '));
}

/** Whether a server refuses a request before it is executed, so that its ids and locales do not matter. */
function isRefused({ expect }: Pick<Step, 'expect'>): boolean {
  if ('oneOf' in expect) return expect.oneOf.every((each) => isRefused({ expect: each }));
  if ('status' in expect) return hasNoData(expect.body) || expect.status.every((status) => status >= 400);
  return 'requestError' in expect;
}

const assumptions: [what: string, pattern: RegExp][] = [
  ['a locale of the demo world', /(?<!\w)\\?"(en|ca|es)\\?"|\{ (en|ca|es):/],
  ['the id of a record', /\b(id|Id): \\?"?\d|"(?!externalId)\w*[iI]ds?":\s*(\[\s*)?"?\d{1,9}"?\s*[,\]}]/],
  ['a time in UTC in a response', /T\d\d:\d\d:\d\d\+00:00(?!Z)"/],
  ['an amount in the format of a locale', /€/],
  ['a message that the platform translates', /"[^"]*( not found| permissions?|Invalid locale [^"]*|cannot be blank)"/],
  ['the first pages of a list', /\(first: 50\)(?! \{ nodes \{ id)/],
];
for (const [what, pattern] of assumptions)
  test(`no case has ${what}`, () => {
    const found = [...texts].filter(([, text]) => pattern.test(text)).map(([id]) => id);
    assert.deepEqual(found, []);
  });

test('the names that cases use are documented and have values in the demo world', () => {
  const captured = capturedNames(cases.flatMap(({ steps }) => steps));
  const names = [...usedNames(cases)].filter((name) => name !== 'run' && !captured.has(name));
  for (const name of names) {
    if (Object.hasOwn(standInOnly, name)) continue;
    assert.ok(
      targetNames[name]?.isOptional || Object.hasOwn({ ...demoPlaceholders, ...demoSignIn, ...demoOAuth }, name),
      name,
    );
    assert.ok(Object.hasOwn(targetNames, name) || derivedNames.includes(name), name);
  }
});
