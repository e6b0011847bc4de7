import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from './support/folders.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const entry = `
export const proposalNotes = defineKind({
  description: 'Notes that administrators take about proposals.',
  fields: {
    proposalId: t.reference('proposals', 'The proposal.'),
    body: t.translations(),
    ...t.timestamps,
  },
  indexes: by('proposalId'),
});
`;

function runIn(folder: string, ...args: string[]): string {
  const { stdout, stderr } = spawnSync('node', ['--import', 'tsx', ...args], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}

test('a kind of record is one entry: worlds, their schemas and the list of fields know it', (t) => {
  const copy = createTemporaryFolder(t);
  for (const name of [
    'package.json',
    'tsconfig.json',
    'schema.graphql',
    'src',
    'conformance',
    'scripts',
    'fixtures/worlds/demo',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  appendFileSync(join(copy, 'src/records/kinds/proposals.ts'), entry);
  const note = { id: 1, proposalId: 1, body: { en: 'Ask the gardeners.' } };
  writeFileSync(
    join(copy, 'fixtures/worlds/demo/proposalNotes.json'),
    JSON.stringify([note, { ...note, id: 2, proposalId: 99 }]),
  );
  const problems = runIn(copy, 'src/cli/main.ts', 'world', 'check').match(/^.*proposalNotes\.json.*$/gm);
  assert.equal(problems?.length, 1, String(problems));
  assert.match(problems[0], /record 2 \(id 2\): proposalId: there is no such record in proposals: 99$/);

  assert.match(
    runIn(copy, 'src/cli/main.ts', 'world', 'fields', 'proposalNotes'),
    /^proposalId +id in proposals +required/m,
  );
  runIn(copy, 'scripts/generate-world-schemas.ts');
  const schema = JSON.parse(readFileSync(join(copy, 'schemas/proposalNotes.schema.json'), 'utf8'));
  assert.deepEqual(schema.definitions.record.required, ['id', 'proposalId', 'body']);
});
