import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { loadCases } from '../src/cases/load.ts';
import { referencePages } from '../src/cases/reference-pages.ts';
import { requirements } from '../src/cases/requirements.ts';
import { generateReferenceCoverage } from '../scripts/generate-reference-coverage.ts';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

test('the page of the coverage is generated from the requirements and the pages of the reference', async () => {
  for (const [file, text] of Object.entries(await generateReferenceCoverage()))
    assert.equal(read(file), text, `${file}: run npm run codegen`);
});

test('every requirement names pages of the reference, or none', () => {
  const paths = new Set(referencePages.map(({ path }) => path));
  assert.equal(paths.size, referencePages.length);
  const unknown = requirements.flatMap(({ id, pages }) =>
    pages.filter((path) => !paths.has(path)).map((path) => `${id}: ${path}`),
  );
  assert.deepEqual(unknown, []);
});

test('every page has a requirement, or a reason for having none', () => {
  const used = new Set(requirements.flatMap(({ pages }) => pages));
  const wrong = referencePages.filter(({ path, uncovered }) => used.has(path) === (uncovered !== undefined));
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

test('every disagreement is shown by a case or by a recorded exchange', () => {
  const ids = new Set(loadCases().map(({ id }) => id));
  const isShown = (evidence: string): boolean => {
    const [file, name] = evidence.split('#');
    if (name === undefined) return ids.has(evidence);
    return (JSON.parse(read(file!)) as { name: string }[]).some((exchange) => exchange.name === name);
  };
  const evidence = referencePages.flatMap(({ differs = [] }) => differs.map(({ shownBy }) => shownBy));
  assert.ok(evidence.length > 10);
  assert.deepEqual(
    evidence.filter((each) => !isShown(each)),
    [],
  );
});
