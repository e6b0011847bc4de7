import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);

test('the action fits the schema of actions, which refuses one without steps', () => {
  assert.deepEqual(validateAction(read('action.yml')).errors, []);
  assert.notDeepEqual(validateAction(read('action.yml').replace(/^ {2}steps:$/m, '  nothing:')).errors, []);
});

for (const file of workflows)
  test(`${file} fits the schema of workflows, and runs scripts of package.json`, () => {
    assert.deepEqual(validateWorkflow(read(file)).errors, []);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const names = [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    assert.deepEqual(
      names.filter((name) => !(name in scripts)),
      [],
    );
  });

test('the inputs and outputs of the action are those of its documentation', () => {
  const { inputs, outputs } = parse(read('action.yml')) as Record<'inputs' | 'outputs', Record<string, unknown>>;
  const rows = [...read('docs/github-action.md').matchAll(/^\| `([\w-]+)` /gm)].map(([, name]) => name);
  assert.deepEqual(rows, [...Object.keys(inputs), ...Object.keys(outputs)]);
});

test('every form of an issue has a name, a description and a field that must be filled in', () => {
  const folder = '.github/ISSUE_TEMPLATE';
  for (const name of readdirSync(join(root, folder)).filter((each) => each !== 'config.yml')) {
    const form = parse(read(`${folder}/${name}`)) as {
      name?: string;
      description?: string;
      body: { validations?: { required?: boolean } }[];
    };
    assert.ok(form.name && form.description, name);
    assert.ok(
      form.body.some(({ validations }) => validations?.required === true),
      name,
    );
  }
});
