import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { demoPlaceholders } from '../targets/demo-world.ts';
import { targetNames } from '../targets/names.ts';
import { fixturesFolder, operationDocument } from './documents.ts';
import { loadCases } from './load.ts';
import { usedNames } from './placeholders.ts';

const cases = loadCases();
const texts = new Map<string, string>();
for (const { id } of cases) {
  texts.set(id, readFileSync(join(fixturesFolder, `${id}.json`), 'utf8'));
  const folder = id.split('/')[0]!;
  texts.set(folder, operationDocument(`${folder}/`) ?? '');
}

const assumptions: [what: string, pattern: RegExp][] = [
  ['a locale of the demo world', /(?<!\w)\\?"(en|ca|es)\\?"|\{ (en|ca|es):/],
  ['the id of a record', /\b(id|Id): \\?"?\d|"(?!externalId)\w*[iI]ds?":\s*(\[\s*)?"?\d+"?\s*[,\]}]/],
  ['a time in UTC in a response', /T\d\d:\d\d:\d\d\+00:00(?!Z)"/],
  ['an amount in the format of a locale', /€/],
  ['the first pages of a list', /\(first: 50\)(?! \{ nodes \{ id)/],
];
for (const [what, pattern] of assumptions)
  test(`no case has ${what}`, () => {
    const found = [...texts].filter(([, text]) => pattern.test(text)).map(([id]) => id);
    assert.deepEqual(found, []);
  });

test('the names that cases use are documented and have values in the demo world', () => {
  const captured = new Set(
    cases.flatMap(({ steps }) => steps.flatMap((step) => ('http' in step ? [] : Object.keys(step.capture ?? {})))),
  );
  const names = [...usedNames(cases)].filter((name) => name !== 'run' && !captured.has(name));
  for (const name of names) {
    assert.ok(Object.hasOwn(demoPlaceholders, name), name);
    assert.ok(Object.hasOwn(targetNames, name) || ['locale', 'otherLocale'].includes(name), name);
  }
});
