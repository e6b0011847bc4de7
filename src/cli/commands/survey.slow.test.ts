import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { TownReport } from '../../../conformance/survey/report.ts';
import { contractOf } from '../../../test/support/contracts.ts';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { type TestTerminal, captureCommand } from '../../../test/support/run-command.ts';
import { startServer } from '../../../test/support/start-server.ts';
import { readAllBytes, startUpstream } from '../../../test/support/upstream-server.ts';
import { surveyCommand } from './survey.ts';

/** What a town got: methods and paths with bodies, and the names of clients. */
interface Received {
  requests: string[];
  userAgents: Set<string>;
}

type Listener = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>;

async function startTown(t: TestContext, listener: Listener): Promise<Received & { url: string }> {
  const received: Received = { requests: [], userAgents: new Set() };
  const url = await startUpstream(t, async (request, response) => {
    const body = String(await readAllBytes(request));
    received.requests.push(`${request.method} ${request.url} ${body}`);
    received.userAgents.add(request.headers['user-agent'] ?? '');
    await listener(request, response, body);
  });
  return { ...received, url: `${url}/api` };
}

/** A town that forwards to a stand-in, which a test can change, and has no `GET /` that says what it is. */
async function startDecidim(t: TestContext, dialect: string) {
  const backend = { url: '' };
  const open = async (name: string) => {
    const server = await startServer({ dialect: name, onBug: assert.ifError });
    t.after(server.close);
    backend.url = server.url;
  };
  await open(dialect);
  const town = await startTown(t, async ({ url, method }, response, body) => {
    if (url !== '/api') return void response.writeHead(404).end();
    const answer = await fetch(backend.url, {
      method: method!,
      redirect: 'manual',
      ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
    });
    const location = answer.headers.get('location');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      ...(location !== null && { location }),
    });
    response.end(await answer.text());
  });
  return { ...town, change: open };
}

const answer =
  (status: number, headers: Record<string, string>, body: string): Listener =>
  ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(status, headers).end(body);
  };

const json = { 'content-type': 'application/json' };

function survey(t: TestContext, urls: string[]) {
  const folder = createTemporaryFolder(t);
  const [list, out] = [join(folder, 'towns.txt'), join(folder, 'out')];
  writeFileSync(list, urls.join('\n'));
  const errors: string[] = [];
  const run = (args: string[] = [], terminal: Partial<TestTerminal> = {}) =>
    captureCommand(surveyCommand, [list, '--out', out, '--rate', '1000/s', '--timeout', '5', ...args], {
      printError: (text) => void errors.push(text),
      ...terminal,
    });
  const today = new Date().toISOString().slice(0, 10);
  const fileOf = (url: string) => join(out, new URL(url).host.replace(':', '_'), today, 'report.json');
  const reportOf = (url: string) => JSON.parse(readFileSync(fileOf(url), 'utf8')) as TownReport;
  return { run, out, errors, reportOf, fileOf };
}

test('thirteen towns are visited, none gets more than 22 requests, and every one has a verdict in plain words', async (t) => {
  const elsewhere = await startTown(t, answer(200, json, '{"data":{"session":null}}'));
  const decidim = await Promise.all(
    ['decidim-0.29', 'decidim-0.31', 'specification'].map((name) => startDecidim(t, name)),
  );
  let isLimited = true;
  const limited = await startTown(t, ({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(429, { 'retry-after': isLimited ? '0' : '86400' }).end();
    isLimited = false;
  });
  const others: [outcome: string, sentence: RegExp, requests: number, listener: Listener][] = [
    ['failing', /^robots\.txt fails \(status 500\)/, 1, (_, response) => void response.writeHead(500).end('oops')],
    ['failing', /^fails \(status 502\)$/, 2, answer(502, {}, '<h1>Bad gateway</h1>')],
    ['no response', /^no complete response within 5000 ms$/, 1, () => {}],
    [
      'no Decidim',
      /Cannot query field \\u001b\[2J/,
      2,
      answer(200, json, String.raw`{"errors":[{"message":"Cannot query field \u001b[2J"}]}`),
    ],
    [
      'no GraphQL',
      /^answers a web page \(status 404\)$/,
      2,
      answer(404, { 'content-type': 'text/html' }, '<html></html>'),
    ],
    ['no GraphQL', /^the response is longer than 10 MB$/, 2, answer(200, json, ' '.repeat(10_000_001))],
    ['refused', /^wants everybody to sign in$/, 2, answer(302, { location: '/users/sign_in' }, '')],
    ['redirected', /on another host, and is not followed$/, 2, answer(307, { location: elsewhere.url }, '')],
    [
      'not allowed',
      /^robots\.txt forbids /,
      1,
      (_, response) => void response.end('User-agent: plenum\nDisallow: /api'),
    ],
  ];
  const towns = await Promise.all(others.map(([, , , listener]) => startTown(t, listener)));
  const { run, out, reportOf } = survey(
    t,
    [...decidim, ...towns, limited].map(({ url }) => url),
  );
  const { code, output } = await run();
  assert.equal(code, 0, output);
  assert.deepEqual(
    decidim.map(({ url }) => [reportOf(url).outcome, reportOf(url).capabilities?.release]),
    [
      ['read', 'decidim-0.29'],
      ['read', 'decidim-0.31'],
      ['read', 'specification'],
    ],
  );
  for (const { url, requests, userAgents } of decidim) {
    assert.ok(requests.length <= 22, `${requests.length} requests`);
    assert.equal(reportOf(url).requests, requests.length);
    for (const each of requests) assert.doesNotMatch(each, /"query":"\s*mutation|Authorization/);
    assert.deepEqual(
      [...userAgents].filter((each) => !/^plenum\/\d+\.\d+\.\d+ \(survey\)$/.test(each)),
      [],
    );
  }
  for (const [index, [outcome, sentence, count]] of others.entries()) {
    const { url, requests } = towns[index]!;
    const report = reportOf(url);
    assert.equal(report.outcome, outcome, report.sentence);
    assert.match(JSON.stringify(report.sentence).slice(1, -1).replaceAll('\\\\', '\\'), sentence);
    assert.equal(requests.length, count, requests.join('\n'));
  }
  assert.deepEqual([reportOf(limited.url).outcome, limited.requests.length], ['refused', 3]);
  assert.match(reportOf(limited.url).sentence, /^it asks to wait \(status 429, Retry-After: 86400\)$/);
  assert.deepEqual(elsewhere.requests, []);
  assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /3 of 13 towns show what they can do/);
  // oxlint-disable-next-line no-control-regex -- finds what must not be there
  assert.doesNotMatch(output, /\u001b/);
});

test('a town is asked once a day, and what changed is told', async (t) => {
  const town = await startDecidim(t, 'decidim-0.31');
  const { run, reportOf, fileOf, errors } = survey(t, [town.url]);
  await run();
  assert.deepEqual(reportOf(town.url).capabilities!.mutations, [
    'CommentMutation.downVote',
    'CommentMutation.upVote',
    'CommentableMutation.addComment',
    'ProposalMutation.answer',
  ]);
  const { length } = town.requests;
  const again = await run();
  assert.match(again.output, /^0 of 1 towns asked now/m);
  assert.equal(town.requests.length, length);
  await town.change('decidim-0.32');
  const { output } = await run(['--again', '--since', 'last']);
  assert.match(output, /^# Changes since the last survey\n\n## .*\n\nSince \d{4}-\d\d-\d\d:\n/);
  assert.match(output, /release: decidim-0\\?\.31 → decidim-0\\?\.32/);
  assert.match(output, /mutations: new: .*MeetingsMutation\\?\.createMeeting/);
  assert.match(errors.join(''), /answers as decidim-0\.32/);
  // A file that is damaged is named, stays, and its town is asked again.
  writeFileSync(fileOf(town.url), '{');
  await run();
  assert.match(errors.join(''), /report\.json is skipped: .*not JSON/);
});

test('an interrupted survey goes on where it stopped', async (t) => {
  const first = await startTown(t, answer(502, {}, ''));
  const second = await startDecidim(t, 'decidim-0.32');
  const { run, out, fileOf } = survey(t, [first.url, second.url]);
  const controller = new AbortController();
  const progress = (text: string) => text.startsWith('1 of') && controller.abort();
  await assert.rejects(
    run([], { progress, signal: controller.signal }),
    isCommandError(130, 'goes on where it stopped'),
  );
  assert.deepEqual([existsSync(fileOf(first.url)), existsSync(fileOf(second.url))], [true, false]);
  assert.ok(existsSync(join(out, 'index.html')));
  const { length } = first.requests;
  const { output } = await run();
  assert.match(output, /^1 of 2 towns asked now/m);
  assert.equal(first.requests.length, length);
  assert.ok(existsSync(fileOf(second.url)));
  assert.deepEqual(readdirSync(join(fileOf(second.url), '..')), ['report.json']);
});

test('documents and contracts are judged by each town, and nothing is written', async (t) => {
  const towns = await Promise.all(['decidim-0.30', 'decidim-0.32'].map((name) => startDecidim(t, name)));
  const { run, reportOf, out } = survey(
    t,
    towns.map(({ url }) => url),
  );
  const contract = join(out, '..', 'web.json');
  writeFileSync(contract, JSON.stringify(contractOf(['Who'])));
  const documents = 'fixtures/documents/list/EndorsedProposals.graphql';
  const { code, output } = await run(['--documents', documents, '--contract', contract]);
  assert.equal(code, 1, output);
  const verdicts = towns.map(({ url }) => reportOf(url).clients.map(({ isAccepted, text }) => [isAccepted, text]));
  assert.deepEqual(verdicts, [
    [
      [true, 'all 1 accepted'],
      [true, 'no difference: 1 passed'],
    ],
    [
      [false, '1 of 1 refused'],
      [true, 'no difference: 1 passed'],
    ],
  ]);
  for (const { requests } of towns) {
    assert.ok(requests.length < 100, `${requests.length} requests`);
    for (const each of requests) assert.doesNotMatch(each, /"query":"\s*mutation/);
  }
});

for (const [args, problem] of [
  [[], 'survey needs one list of towns'],
  [['missing.txt'], 'missing.txt cannot be read'],
  [['missing.txt', '--since', 'yesterday'], 'must be last or a day such as 2026-11-23'],
] as const)
  test(`survey ${args.join(' ')} is refused`, async () => {
    await assert.rejects(captureCommand(surveyCommand, [...args]), isCommandError(2, problem));
  });
