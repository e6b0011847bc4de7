import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import { otherWorldTokens, startOtherWorld } from '../test/support/other-world.ts';
import { startUpstream } from '../test/support/upstream-server.ts';
import { type ConformanceOptions, runConformance } from './index.ts';
import { discover } from './discover/discover.ts';
import type { TargetFile } from '../src/client/target-file.ts';

const environment: NodeJS.ProcessEnv = otherWorldTokens;
const timeoutMs = 20_000;
const { PLENUM_ADMIN_TOKEN: adminToken, PLENUM_MEMBER_TOKEN: memberToken } = otherWorldTokens;

/** A server with the other world, and a run with its target file after a change. */
async function start(t: TestContext, dialect = 'decidim-0.32', change?: Parameters<typeof startOtherWorld>[2]) {
  const server = await startOtherWorld(t, dialect, change);
  const { file } = await discover({ url: server.url, environment, timeoutMs });
  const folder = createTemporaryFolder(t);
  const notices: string[] = [];
  const run = (changes: object, options: ConformanceOptions = {}) => {
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify({ ...file, ...changes }));
    return runConformance({
      environment,
      timeoutMs,
      target,
      mode: 'observe',
      ledgerFile: join(folder, 'ledger'),
      onNotice: (text) => void notices.push(text),
      ...options,
    });
  };
  return { ...server, file, run, notices };
}

const swapped = { ...environment, PLENUM_ADMIN_TOKEN: memberToken, PLENUM_MEMBER_TOKEN: adminToken };

/** A mistake, how to make it, the exit code, and the line. */
const mistakes: [
  mistake: string,
  make: (file: TargetFile) => { file?: object; environment?: NodeJS.ProcessEnv },
  exitCode: number,
  line: string,
][] = [
  [
    'the tokens of two actors are swapped',
    ({ actors }) => ({
      file: { actors: { ...actors, admin: { token: actors!.admin!.token }, member: { token: actors!.member!.token } } },
      environment: swapped,
    }),
    4,
    'the token for `admin` does not belong to an administrator; the token for `member` belongs to an administrator',
  ],
  [
    "a token is another user's than the file says",
    () => ({ environment: { ...environment, PLENUM_OTHER_TOKEN: memberToken } }),
    4,
    'the token for `other` belongs to the user 52 (Robot 52), and the target file names the user 53',
  ],
  [
    'two actors are the same user',
    () => ({ file: { actors: undefined }, environment: { ...environment, PLENUM_OTHER_TOKEN: memberToken } }),
    4,
    'admin, member and other must be three different users of the target',
  ],
  [
    'a token is refused',
    () => ({ environment: { ...environment, PLENUM_MEMBER_TOKEN: 'expired' } }),
    4,
    'the target does not accept PLENUM_MEMBER_TOKEN of the actor member',
  ],
  [
    'no variable is set',
    () => ({ environment: {} }),
    2,
    'no actor can sign in: the environment variables PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN are not set',
  ],
  [
    'the dialect does not fit',
    () => ({ file: { dialect: 'specification' } }),
    2,
    'the dialect is specification, but the server answers like decidim-0.32',
  ],
  [
    'the release does not fit',
    () => ({ file: { dialect: 'decidim-0.31' } }),
    2,
    'the dialect is decidim-0.31, but the server answers like decidim-0.32',
  ],
  [
    'a component is of another kind',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, meetings: 801 } } }),
    2,
    'meetings: 801 is a component of the type Proposals, not Meetings',
  ],
  [
    'a component does not exist',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, budgets: 999 } } }),
    2,
    'budgets: 999 is no component that everybody sees',
  ],
  [
    'a record is in another component',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, proposal: 2301 } } }),
    2,
    'proposal: 2301 is no proposal that everybody sees in component 801',
  ],
  [
    'a component is not hidden',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, unpublished: 803 } } }),
    2,
    'unpublished: 803 is a component that everybody sees',
  ],
  [
    'a taxonomy is a root',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, taxonomy: 401 } } }),
    2,
    'taxonomy: 401 is a taxonomy at depth 1, not 2 or 3',
  ],
  [
    'no text is in the default locale',
    () => ({ file: { locales: { default: 'en', others: ['es'] } } }),
    2,
    'no text of the organization is in the locale en: it has ca, es',
  ],
  [
    'a time zone has another name',
    () => ({ file: { timeZone: 'Madrid' } }),
    2,
    'timeZone Madrid is not a name such as Europe/Madrid',
  ],
  [
    '`mayChange` has a name without a value',
    () => ({ file: { mayChange: ['draftProposal'] } }),
    2,
    'mayChange names draftProposal, which placeholders does not have',
  ],
  [
    'a locale is among the ids',
    ({ placeholders }) => ({ file: { placeholders: { ...placeholders, otherLocale: 'es' } } }),
    2,
    'placeholders.otherLocale is not an id: set locales.others',
  ],
];

test('stops before the first case with one line for each mistake', async (t) => {
  const { run, file, requests } = await start(t);
  for (const [mistake, make, exitCode, line] of mistakes)
    await t.test(mistake, async () => {
      const { file: changes = {}, environment: variables = environment } = make(file);
      await assert.rejects(run(changes, { environment: variables }), isCommandError(exitCode, line));
    });
  for (const request of requests) assert.doesNotMatch(request, /mutation/);
});

test('one actor is enough for its cases, and one sentence names every missing variable', async (t) => {
  const { run, notices } = await start(t, 'specification');
  const { results } = await run({}, { environment: { PLENUM_MEMBER_TOKEN: memberToken }, only: 'read/session' });
  assert.deepEqual(
    results.map(({ id, outcome, reason }) => [id, outcome, reason]),
    [
      ['read/session', 'passed', undefined],
      ['read/session-of-each', 'could not run', 'the environment variable PLENUM_ADMIN_TOKEN is not set'],
    ],
  );
  assert.deepEqual(notices, [
    'the environment variable PLENUM_ADMIN_TOKEN is not set; the environment variable PLENUM_OTHER_TOKEN is not set: cases of these actors could not run',
    'whether member is an administrator could not be checked: neither introspection nor a hidden component shows it',
  ]);
});

test('a component that only administrators see shows who is one', async (t) => {
  const { run, notices } = await start(t, 'specification');
  await run({}, { only: 'read/session' });
  assert.deepEqual(notices, []);
  const actors = { admin: { token: { env: 'PLENUM_ADMIN_TOKEN' } }, member: { token: { env: 'PLENUM_MEMBER_TOKEN' } } };
  await assert.rejects(
    run({ actors }, { environment: swapped, only: 'read/session' }),
    isCommandError(4, 'the token for `member` belongs to an administrator'),
  );
});

test('says that it could not be checked who is an administrator where nothing shows it', async (t) => {
  const { run, notices } = await start(t, 'specification', (world) => {
    world.components = world.components.filter(({ id }) => id < 804);
  });
  await run({}, { only: 'read/session' });
  assert.deepEqual(notices, [
    'whether admin, member and other are administrators could not be checked: neither introspection nor a hidden component shows it',
  ]);
});

test('tries before it writes whether participants may create meetings and proposals accept answers and show costs', async (t) => {
  const { run, notices } = await start(t, 'decidim-0.32', (world) => {
    const [proposals, meetings] = world.components as { settings?: object }[];
    proposals!.settings = { answersWithCosts: false };
    meetings!.settings = { creationEnabledForParticipants: false };
  });
  const mayChange = ['proposal', 'proposalWithCosts'];
  const { results } = await run({ mayChange }, { mode: 'write' });
  assert.deepEqual(
    results.filter(({ outcome, waiver }) => outcome === 'failed' && !waiver).map((each) => each.id),
    [],
  );
  assert.deepEqual(
    notices.map((each) => each.split(',')[0]),
    [
      'meetings: component 802 refuses the mutation: participants may not create meetings there',
      'proposalsWithCosts: component 801 shows no cost: it hides costs',
      // That of the trial.
      'Undoing what the run wrote: 1 write.',
    ],
  );
});

test('changes no record that existed before the run and is not in mayChange', async (t) => {
  const { run, requests } = await start(t);
  requests.length = 0;
  const { results } = await run({}, { mode: 'write', only: 'answer/' });
  const accepted = results.find(({ id }) => id === 'answer/accepted')!;
  assert.deepEqual(
    [accepted.outcome, accepted.reason],
    ['could not run', `it changes the target's proposal: add "proposal" to mayChange if it may be changed`],
  );
  assert.deepEqual(
    requests.filter((request) => request.includes('mutation') && request.includes('1201')),
    [],
  );
});

test('a server that answers like no dialect is not tested', async (t) => {
  const { run } = await start(t);
  const url = await startUpstream(t, (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{"session":null}}');
  });
  await assert.rejects(run({ url: `${url}/api` }), isCommandError(4, 'does not answer like any dialect'));
});

test('says where to get a target file, and which names no case uses', async (t) => {
  const { run, notices, file, url } = await start(t);
  await run({ placeholders: { ...file.placeholders, meetngs: 802 } }, { only: 'read/session' });
  await run({}, { only: 'read/meeting', target: undefined, url, dialect: file.dialect });
  assert.deepEqual(notices, [
    'no case uses these names of the target: meetngs',
    `nothing is known of this deployment, so most cases could not run: plenum conform init --url ${url} --out target.json writes a target file`,
  ]);
});

test('says in which locale there is no text, because an organization can have one without translations', async (t) => {
  const { run, notices } = await start(t);
  await run({ locales: { default: 'ca', others: ['en'] } }, { only: 'create-meeting/locale-' });
  assert.deepEqual(notices, ['no text of the organization is in the locale en: it has ca, es']);
});

test('stops at a limit of requests, instead of taking its responses for an answer', async (t) => {
  const { run, url } = await start(t);
  let requests = 0;
  const limited = await startUpstream(t, (request, response) => {
    requests += 1;
    if (requests > 12) return void response.writeHead(429, { 'Retry-After': '600' }).end('Retry later');
    const upstream = httpRequest(
      new URL(request.url!, url),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    return void request.pipe(upstream);
  });
  await assert.rejects(run({ url: `${limited}/api` }), isCommandError(4, /is unreachable: status 429$/));
});

test('a deployment without sign-in is judged without credentials', async (t) => {
  const server = await startOtherWorld(t, 'decidim-0.30');
  const options = {
    url: server.url,
    dialect: 'decidim-0.30',
    environment: {},
    mode: 'observe',
    only: 'http/',
  } as const;
  const { results } = await runConformance({ ...options, timeoutMs });
  assert.ok(results.some(({ outcome }) => outcome === 'passed'));
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  assert.deepEqual(
    failed.map((each) => [each.id, each.reason]),
    [],
  );
});
