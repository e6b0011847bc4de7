import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type StandIn, type StandInSession, createStandIn } from '../../src/index.ts';

// Apollo Client with documents that graphql-codegen generates: a package of its own, of which this test installs a copy.
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-clients-'));
const run = promisify(execFile);

type DialectName = 'specification' | 'decidim-0.32';
interface Connection {
  uri: string;
  headers: Record<string, string>;
}
/** The client, which compiles only when its packages are installed and its documents are generated. */
interface Apollo {
  answer(connection: Connection, state?: string): Promise<unknown>;
  readMeeting(connection: Connection, link: string): Promise<unknown>;
  runSpecification(connection: Connection): Promise<object>;
  runDecidim(connection: Connection): Promise<object>;
}
let apollo: Apollo;
let standIns: Record<DialectName, StandIn>;

before(async () => {
  cpSync(join(root, 'test/clients'), folder, { recursive: true });
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
  standIns = {
    specification: await createStandIn(),
    'decidim-0.32': await createStandIn({ dialect: 'decidim-0.32' }),
  };
  const env = {
    ...process.env,
    CONTRACT: join(root, 'schema.graphql'),
    SPECIFICATION_URL: standIns.specification.url,
    DECIDIM_SCHEMA: new URL('/__admin/schema.graphql', standIns['decidim-0.32'].url).href,
  };
  await run('npx', ['graphql-codegen', '--config', 'codegen.ts'], { cwd: folder, env });
  apollo = (await import(pathToFileURL(join(folder, 'apollo.ts')).href)) as Apollo;
});
after(async () => {
  for (const standIn of Object.values(standIns)) await standIn.close();
  rmSync(folder, { recursive: true });
});

/** Opens a session of a dialect; returns it, and the connection of an actor. */
async function open(dialect: DialectName, actor = 'admin'): Promise<[StandInSession, Connection]> {
  const session = await standIns[dialect].session();
  return [session, { uri: session.url, headers: { ...session.headers, Authorization: `Bearer ${actor}-token` } }];
}

test('the generated client compiles with the strictest options of TypeScript', async () => {
  const tsc = join(root, 'node_modules/.bin/tsc');
  await run(tsc, ['--project', folder]).catch((error: { stdout: string }) => assert.fail(error.stdout));
});

/** The types without their comments: the server describes more than its file, such as `clientMutationId`. */
const readTypes = (name: string) =>
  readFileSync(join(folder, 'generated', name, 'graphql.ts'), 'utf8').replaceAll(/^ *\/\*\*.*?\*\/\n/gms, '');

test('the schema that the server introspects gives the same client as schema.graphql', () => {
  assert.match(readTypes('specification'), /export type MeetingAttributes = \{/);
  assert.equal(readTypes('introspected'), readTypes('specification'));
});

test('the generated client runs the four operations', async () => {
  const [, connection] = await open('specification');
  assert.deepEqual(await apollo.runSpecification(connection), {
    state: 'accepted',
    text: 'We will do it.',
    startTime: '2027-03-12T18:00:00+00:00',
    title: 'Another title',
    progress: 0.75,
    startDate: '2027-03-12',
  });
});

test('the client generated from Decidim 0.32 runs its operations', async () => {
  const [, connection] = await open('decidim-0.32');
  assert.deepEqual(await apollo.runDecidim(connection), { state: 'accepted', startTime: '2027-03-12T18:00:00+00:00' });
});

const refused = (code: string) => ({
  data: { component: { __typename: 'ProposalsMutation', proposal: { __typename: 'ProposalMutation', answer: null } } },
  error: { name: 'CombinedGraphQLErrors', code },
});

for (const dialect of ['specification', 'decidim-0.32'] as const) {
  test(`${dialect}: Apollo Client reports that the user has no permission`, async () => {
    const [, connection] = await open(dialect, 'member');
    assert.deepEqual(await apollo.answer(connection), refused('MUTATION_NOT_AUTHORIZED_ERROR'));
  });

  // In Decidim, the message of this error is a list.
  test(`${dialect}: Apollo Client reports invalid attributes`, async () => {
    const [, connection] = await open(dialect);
    assert.deepEqual(await apollo.answer(connection, 'unheard-of'), refused('ATTRIBUTE_VALIDATION_ERROR'));
  });

  test(`${dialect}: Apollo Client reports an unknown token`, async () => {
    const [, connection] = await open(dialect, 'unknown');
    const error = { name: 'CombinedGraphQLErrors', code: 'UNAUTHORIZED_OBJECT_ERROR' };
    assert.deepEqual(await apollo.answer(connection), { data: null, error });
  });

  test(`${dialect}: Apollo Client reports that the server is unavailable`, async () => {
    const [session, connection] = await open(dialect);
    await session.faults.add({ effect: { status: 503, retryAfter: 7 } });
    const error = { name: 'ServerError', status: 503, retryAfter: '7' };
    assert.deepEqual(await apollo.answer(connection), { data: null, error });
  });

  test(`${dialect}: Apollo Client reports a lost connection`, async () => {
    const [session, connection] = await open(dialect);
    await session.faults.add({ effect: { reset: true } });
    assert.deepEqual(await apollo.answer(connection), { data: null, error: { name: 'TypeError' } });
  });
}

const meeting = {
  __typename: 'Meetings',
  meeting: {
    __typename: 'Meeting',
    id: '1',
    title: { __typename: 'TranslatedField', translation: 'Opening assembly' },
  },
};
// GET leads to an HTML page in Decidim, and hashes and batches to a status 500.
for (const [link, dialect, expected] of [
  ['default', 'specification', { data: { component: meeting } }],
  ['default', 'decidim-0.32', { data: { component: meeting } }],
  ['useGETForQueries', 'specification', { data: { component: meeting } }],
  ['useGETForQueries', 'decidim-0.32', { data: null, error: { name: 'ServerParseError' } }],
  ['persistedQueries', 'specification', { data: { component: meeting } }],
  ['persistedQueries', 'decidim-0.32', { data: null, error: { name: 'ServerError', status: 500, retryAfter: null } }],
  ['batch', 'specification', { data: null, error: { name: 'CombinedGraphQLErrors', code: undefined } }],
  ['batch', 'decidim-0.32', { data: null, error: { name: 'ServerError', status: 500, retryAfter: null } }],
] as const)
  test(`${dialect}: Apollo Client with the link "${link}" ${'error' in expected ? 'fails' : 'works'}`, async () => {
    const [, connection] = await open(dialect);
    assert.deepEqual(await apollo.readMeeting(connection, link), expected);
  });
