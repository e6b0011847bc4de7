import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { maxCachedBytes } from '../src/execution/document-cache.ts';
import { maxExecutionSteps } from '../src/execution/step-limit.ts';
import { maxErrorCharacters, maxSmallVariables } from '../src/execution/graphql-js-executor.ts';
import { limitsBeyondThePlatform as decidim } from '../src/dialects/decidim/executor/graphql-ruby-options.ts';
import { maxTags } from '../src/dialects/decidim/values/html-tokens.ts';
import { executionLimits as specification } from '../src/dialects/specification/server.ts';
import { maxResponseCharacters } from '../src/server/http/limit-result.ts';

const text = readFileSync(new URL('../docs/dialects.md', import.meta.url), 'utf8');
const section = /\n## Limits that the platform does not have\n(.*?)\n## /s.exec(text)![1]!;
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const values: Record<string, number | string> = {
  'tokens of a document, `specification`': specification.tokens,
  'tokens of a document, `decidim-0.32`': decidim.maxTokens,
  'operations and fragments of a document, `specification`': specification.definitions,
  'levels of fields, `specification`': specification.depth,
  'levels of brackets, `decidim-0.32`': decidim.maxNesting,
  'cost: fields of the response, if every list has ten items, `specification`': specification.cost,
  'cost of introspection: fields of the response, both': maxExecutionSteps,
  'steps of the validation, `decidim-0.32`': decidim.maxSteps,
  'comparisons of equal fields, `specification`': 'as graphql',
  'errors of a document, `specification`': 100,
  'errors of a document, `decidim-0.32`': decidim.maxErrors,
  'errors of a document, in characters, `specification`': maxErrorCharacters,
  'errors of a document or a variable, in characters, `decidim-0.32`': decidim.maxErrorCharacters,
  'errors of the variables, `specification`': 50,
  'values in variables of which more than one error is listed, `specification`': maxSmallVariables,
  'problems of a variable, `decidim-0.32`': decidim.maxErrors,
  'steps of the execution, both': maxExecutionSteps,
  'characters of a response, both': maxResponseCharacters,
  'HTML tags of a text, `decidim-0.32`': maxTags,
};

test('the documented limits are those of the code', () => {
  const documented = rows.map(([, limit, value, dialect]) => [`${limit}, ${dialect}`, value]);
  const expected = Object.entries(values).map(([name, value]) => [name, value.toLocaleString('en-US')]);
  assert.deepEqual(documented, expected);
  assert.equal(specification.cost, maxExecutionSteps);
  assert.ok(section.includes(`less than ${maxCachedBytes / 1_000_000} MB`));
});
