import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from './support/folders.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = ['src', 'conformance', 'fixtures', 'schema.graphql', 'package.json', 'tsconfig.json'];

const readSource = (name: string): string => readFileSync(join(root, 'src/dialects', name), 'utf8');
const dialects = (name: string) => `src/dialects/${name}`;

/** The files of a release that adds three fields to meetings, renames one, and allows a sixth alias. */
const files: Record<string, string> = {
  [dialects('dialect-name.ts')]: readSource('dialect-name.ts').replace("'0.32', ", "$&'0.33', "),
  [dialects('decidim/releases.ts')]: readSource('decidim/releases.ts').replace(
    '  // 0.32 with mutations',
    `  release('0.33', { limits: { ...limits, maxAliases: 6 } }),\n$&`,
  ),
  [dialects('decidim/schema.graphql')]: readSource('decidim/schema.graphql').replace(
    '  remainingSlots: Int\n',
    `  availableSlots: Int @since(release: "0.33")
  latitude: Float @since(release: "0.33")
  longitude: Float @since(release: "0.33")
  remainingSlots: Int @until(release: "0.32") @renamed(to: "freeSlots")
  freeSlots: Int @since(release: "0.33")\n`,
  ),
  [dialects('decidim/resources/meetings.ts')]: readSource('decidim/resources/meetings.ts').replace(
    /^const Meeting = \{$/m,
    '$&\n  freeSlots: ({ availableSlots }: MeetingRecord) => availableSlots,',
  ),
  'fixtures/cases/update-meeting/new-fields.yaml': JSON.stringify([
    {
      'new-fields': 'A release has fields that the earlier ones do not have, and six aliases.',
      checks: ['meeting.update-by-author'],
      dialects: ['decidim-0.33'],
      actor: 'anonymous',
      query: `{ component(id: 2) { ... on Meetings { meeting(id: 3) {
          a: availableSlots b: latitude c: longitude d: freeSlots e: closed f: withdrawn } } } }`,
      expect: { data: { component: { meeting: { a: 0, b: 41.38, c: 2.17, d: 0, e: true, f: false } } } },
    },
  ]),
};

function copyProject(folder: string): void {
  for (const name of copied)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('recorded') && !path.endsWith('.test.ts'),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** Runs a command in a copy of the project. */
const run = (folder: string, ...args: string[]) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

test('a release of Decidim is four changed files and its cases, and conforms', async (t) => {
  const folder = createTemporaryFolder(t);
  copyProject(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const conform = ['conform', '--dialect', 'decidim-0.33', '--accept-partial', '--only', 'update-meeting/new-fields'];
  const { code, output } = await run(folder, 'src/cli/main.ts', ...conform);
  assert.equal(code, 0, output);
  assert.match(output, /No difference in the 1 case|No difference in 1 case/);
  const judged = await run(folder, 'src/cli/main.ts', 'schema', 'diff', 'decidim-0.32', 'decidim-0.33');
  assert.match(judged.output, /remainingSlots/);
});
