import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  type Dirent,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from './support/folders.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = ['src', 'conformance', 'tools', 'fixtures', 'schema.graphql', 'package.json', 'tsconfig.json'];

const registry = 'src/dialects/dialects.ts';
const registryWithVersion = readFileSync(join(root, registry), 'utf8')
  .replace('import { decidim032 }', "import { decidimExample } from './decidim/versions/example/version.ts';\n$&")
  .replace('createDecidim(decidim032)', '$&, createDecidim(decidimExample)');

/** The files of a version in which a field has another name, and which has one more operation. */
const files: Record<string, string> = {
  [registry]: registryWithVersion,
  'src/dialects/decidim/versions/example/version.ts': `
    import { type DecidimVersion, extendVersion } from '../../version.ts';
    import { decidim032 } from '../0.32/version.ts';

    export const decidimExample: DecidimVersion = extendVersion(decidim032, {
      name: 'decidim-example',
      schema: { file: new URL('schema.graphql', import.meta.url), removed: ['Meeting.remainingSlots'] },
      schemaDifferences: { 'Meeting.remainingSlots': 'absent' },
      fieldNames: { 'Meeting.remainingSlots': 'freeSlots' },
      overrides: async () => (await import(${JSON.stringify('./overrides.ts')})).overrides,
    });`,
  'src/dialects/decidim/versions/example/schema.graphql': `
    extend type Meeting { freeSlots: Int }
    extend type MeetingMutation { reopen(input: ReopenMeetingInput!): Meeting }
    input ReopenMeetingInput { clientMutationId: String, attributes: ReopenMeetingAttributes! }
    input ReopenMeetingAttributes { reason: String! }`,
  'src/dialects/decidim/versions/example/overrides.ts': `
    import type { DecidimOverrides } from '../../version.ts';

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
  'fixtures/update-meeting/reopen.json': JSON.stringify({
    id: 'update-meeting/reopen',
    description: 'An administrator reopens a closed meeting and says why',
    requirements: ['meeting.update-by-author'],
    level: 'MUST',
    dialects: ['decidim-example'],
    steps: [
      reopen('member', 'Closed by mistake', refusal('MUTATION_NOT_AUTHORIZED_ERROR')),
      reopen('admin', '', { ...refusal('ATTRIBUTE_VALIDATION_ERROR'), invalidAttributes: ['reason'] }),
      reopen('admin', 'Closed by mistake', meetingData('reopen', { closed: false, freeSlots: 0 })),
      reopen('admin', 'Closed by mistake', refusal('MUTATION_NOT_AUTHORIZED_ERROR')),
    ],
  }),
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
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
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

/** The number of cases in a copy of the project whose ids start with `caseId` and that apply to the version. */
function countCases(folder: string, caseId: string): number {
  const cases = listFiles(join(folder, 'fixtures'))
    .filter((file) => file.startsWith(caseId))
    .map((file) => JSON.parse(readFileSync(join(folder, 'fixtures', file), 'utf8')) as { dialects?: string[] });
  const names = new Set([undefined, 'decidim', 'decidim-example']);
  return cases.filter(({ dialects: [dialect] = [] }) => names.has(dialect)).length;
}

test('a version of Decidim is at most six new or changed files, and conforms', async (t) => {
  const folder = createTemporaryFolder(t);
  copyProject(folder);
  assert.deepEqual(findChanges(folder), []);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const changes = findChanges(folder);
  assert.deepEqual(changes.toSorted(), Object.keys(files).toSorted());
  assert.ok(changes.length <= 6, String(changes.length));

  // Among these cases are the new one, and some that read the renamed field.
  const caseId = 'update-meeting/re';
  const { code, output } = await conform(folder, caseId);
  assert.equal(code, 0, output);
  assert.match(output, new RegExp(`No difference in ${countCases(folder, caseId)} cases of write mode`));
});
