import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCases } from '../src/cases/load.ts';
import { createTemporaryFolder } from './support/folders.ts';

// The test of the architecture reads the imports of this file.
const dynamicImport = 'import';
const root = fileURLToPath(new URL('..', import.meta.url));
const copied = ['src', 'conformance', 'tools', 'fixtures', 'schema.graphql', 'package.json', 'tsconfig.json'];

const dialectFolder = 'src/dialects/decidim';
const readSource = (name: string): string => readFileSync(join(root, dialectFolder, name), 'utf8');

/** The files of a release in which a field has another name, and which has one more operation. */
const files: Record<string, string> = {
  [`${dialectFolder}/releases/releases.ts`]: readSource('releases/releases.ts')
    .replace('import { decidim032 }', "import { decidimExample } from './example/release.ts';\n$&")
    .replace('decidim032, ', '$&decidimExample, '),
  [`${dialectFolder}/release.ts`]: readSource('release.ts').replace("'0.32', ", "$&'example', "),
  [`${dialectFolder}/behaviors.ts`]: readSource('behaviors.ts').replace(
    '  resultMutations: {',
    `  reopening: {
      since: 'example',
      until: 'example',
      load: async () => (await ${dynamicImport}('./releases/example/reopening.ts')).overrides,
    },\n$&`,
  ),
  [`${dialectFolder}/releases/example/release.ts`]: `
    import type { Release } from '../../release.ts';
    import { decidim032 } from '../0.32/release.ts';

    export const decidimExample: Release = {
      ...decidim032,
      name: 'decidim-example',
      number: 'example',
      schema: [
        ...decidim032.schema,
        { file: new URL('schema.graphql', import.meta.url), removed: ['Meeting.remainingSlots'] },
      ],
      fieldNames: { 'Meeting.remainingSlots': 'freeSlots' },
    };`,
  [`${dialectFolder}/releases/example/schema.graphql`]: `
    extend type Meeting { freeSlots: Int }
    extend type MeetingMutation { reopen(input: ReopenMeetingInput!): Meeting }
    input ReopenMeetingInput { clientMutationId: String, attributes: ReopenMeetingAttributes! }
    input ReopenMeetingAttributes { reason: String! }`,
  [`${dialectFolder}/releases/example/reopening.ts`]: `
    import type { DecidimOverrides } from '../../overrides.ts';

    export const overrides: DecidimOverrides = {
      resolvers: {
        Meeting: { freeSlots: ({ availableSlots }) => availableSlots },
        MeetingMutation: {
          reopen: ({ id }, _, context) =>
            context.store.update((transaction) => transaction.update('meetings', id, { closedAt: null })),
        },
      },
      auth: { 'MeetingMutation.reopen': { requires: 'ADMINISTRATOR' } },
      permissions: { 'MeetingMutation.reopen': ({ closedAt }) => closedAt !== null },
      attributeRules: {
        ReopenMeetingAttributes: {
          validate: ({ reason }) =>
            reason === '' ? [{ path: ['attributes', 'reason'], message: 'cannot be blank' }] : undefined,
        },
      },
    };`,
  'fixtures/cases/update-meeting/reopen.yaml': JSON.stringify([
    {
      reopen: 'An administrator reopens a closed meeting and says why.',
      checks: ['meeting.update-by-author'],
      dialects: ['decidim-example'],
      steps: [
        reopen('member', 'Closed by mistake', refusal('MUTATION_NOT_AUTHORIZED_ERROR')),
        reopen('admin', '', { ...refusal('ATTRIBUTE_VALIDATION_ERROR'), invalidAttributes: ['reason'] }),
        reopen('admin', 'Closed by mistake', meetingData('reopen', { closed: false, freeSlots: 0 })),
        reopen('admin', 'Closed by mistake', refusal('MUTATION_NOT_AUTHORIZED_ERROR')),
      ],
    },
  ]),
};

function reopen(actor: string, reason: string, expect: object) {
  const selection = 'reopen(input: { attributes: { reason: $reason } }) { closed freeSlots }';
  const query = `mutation($reason: String!) { component(id: 2) { ... on MeetingsMutation { meeting(id: 3) { ${selection} } } } }`;
  return { actor, query, variables: { reason }, expect };
}

function meetingData(field: string, value: object | null) {
  return { data: { component: { meeting: { [field]: value } } } };
}

function refusal(errorCode: string) {
  return { errorCode, path: ['component', 'meeting', 'reopen'], ...meetingData('reopen', null) };
}

function copyProject(folder: string): void {
  for (const name of copied)
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !path.endsWith('recorded') && !path.endsWith('.test.ts'),
    });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

/** The files of a folder that the project does not have, or has with other contents. */
const findChanges = (folder: string): string[] =>
  listFiles(folder).filter((file) => {
    const original = join(root, file);
    return !existsSync(original) || readFileSync(original, 'utf8') !== readFileSync(join(folder, file), 'utf8');
  });

/** Runs the cases whose ids start with `caseId` in a copy of the project. */
const conform = (folder: string, caseId: string) =>
  new Promise<{ code: unknown; output: string }>((resolve) => {
    const args = ['src/cli/main.ts', 'conform', '--dialect', 'decidim-example', '--accept-partial', '--only', caseId];
    execFile(process.execPath, ['--import', 'tsx', ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });

/** The number of cases in a copy of the project whose ids start with `caseId` and that apply to the release. */
function countCases(folder: string, caseId: string): number {
  const cases = loadCases(join(folder, 'fixtures/cases')).filter(({ id }) => id.startsWith(caseId));
  const names = new Set([undefined, 'decidim', 'decidim-example']);
  return cases.filter(({ dialects: [dialect] = [] }) => names.has(dialect)).length;
}

test('a release of Decidim is at most seven new or changed files, and conforms', async (t) => {
  const folder = createTemporaryFolder(t);
  copyProject(folder);
  assert.deepEqual(findChanges(folder), []);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const changes = findChanges(folder);
  assert.deepEqual(changes.toSorted(), Object.keys(files).toSorted());
  assert.ok(changes.length <= 7, String(changes.length));

  // Among these cases are the new one, and some that read the renamed field.
  const caseId = 'update-meeting/re';
  const { code, output } = await conform(folder, caseId);
  assert.equal(code, 0, output);
  assert.match(output, new RegExp(`No difference in ${countCases(folder, caseId)} cases of write mode`));
});
