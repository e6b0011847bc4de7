import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { copyDemoWorld, editWorld, createTemporaryFolder } from '../../test/support/folders.ts';
import { openStore } from '../../test/support/stores.ts';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { plenumArgs, runPlenum, startProcess, startPlenum } from '../../test/support/process.ts';
import { type GraphQLResponse, demoWorld, readOperation } from '../../test/support/test-server.ts';

const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'data');

async function send(url: string, query: string, variables: object = {}): Promise<GraphQLResponse> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer member-token' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
  return { status: response.status, ...((await response.json()) as Omit<GraphQLResponse, 'status'>) };
}

const createMeeting = (url: string): Promise<GraphQLResponse> =>
  send(url, readOperation('create-meeting'), { componentId: 2, input: { attributes: meetingAttributes } });

async function meetingsOf(url: string): Promise<string[]> {
  const { data } = await send(url, '{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }');
  return data.component.meetings.nodes.map(({ id }: { id: string }) => id);
}

/** Asserts that a command fails with an exit code, nothing on stdout, and one line on stderr. */
async function assertFails(t: TestContext, args: string[], code: number, line: string | RegExp): Promise<void> {
  const result = await runPlenum(t, args);
  assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr);
  if (typeof line === 'string') assert.equal(result.stderr, `plenum: ${line}\n`);
  else assert.match(result.stderr, line);
  assert.match(result.stderr, /^plenum: [^\n]+\n$/);
}

describe('the command line', { concurrency: 3, timeout: 180_000 }, () => {
  test('serve prints its URL, the tokens, and a request that works when pasted', async (t) => {
    const data = newFolder(t);
    const plenum = startPlenum(t, ['serve', '--port', '0', '--data', data]);
    const url = await plenum.waitForUrl();
    const [line] = await plenum.waitForOutput('stdout', /^curl .*(?=\n)/m);
    const pasted = await startProcess(t, 'bash', ['-c', line]).result;
    assert.deepEqual([pasted.code, pasted.stdout], [0, '{"data":{"session":{"user":{"name":"Member robot"}}}}']);
    assert.equal((await createMeeting(url)).data.component.createMeeting.id, '5');
    assert.deepEqual(await meetingsOf(url), ['1', '2', '3', '4', '5']);
    const { code, stdout } = await plenum.stop();
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^ +admin-token +Admin robot, administrator\n +member-token +Member robot\n +other-token +Other/m,
    );
    assert.ok(stdout.includes(data));
  });

  test('a reader that closes the pipe is no error', async (t) => {
    const plenum = `"${[process.execPath, ...plenumArgs].join('" "')}"`;
    const script = `set -o pipefail; ${plenum} schema --dialect decidim-0.32 | head -1`;
    const { code, stdout, stderr } = await startProcess(t, 'bash', ['-c', script]).result;
    assert.deepEqual([code, stderr, stdout.split('\n').length], [0, '', 2]);
  });

  for (const words of [
    ['conform', 'init'],
    ['documents', 'fixtures/documents/statistics'],
    ['schema', 'pull'],
  ])
    test(`the first Ctrl-C ends ${words.join(' ')} that waits for a server`, async (t) => {
      const server = createServer().listen(0, '127.0.0.1');
      t.after(() => server.close());
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const plenum = startPlenum(t, [...words, '--url', url]);
      await once(server, 'connection');
      plenum.child.kill('SIGINT');
      const killedAt = performance.now();
      const { code, stderr } = await plenum.result;
      assert.ok(performance.now() - killedAt < 2000);
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^plenum: interrupted$/m);
    });

  test('a port in use ends with 69 and creates no data folder', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const data = newFolder(t);
    const line = `port ${port} of 127.0.0.1 is in use; choose another with --port, or 0 for any`;
    await assertFails(t, ['serve', '--port', String(port), '--data', data], 69, line);
    assert.equal(existsSync(data), false);
  });

  for (const [args, code] of [
    [['--stor=postgres://me:secret@host/db'], 2],
    [['serve', '--port', 'postgres://host/db?password=secret'], 2],
    [['world', 'check', '--world', 'postgres://me:sec/secret@host/db'], 2],
  ] as const)
    test(`no message repeats the password of a URL: ${args.join(' ')}`, (t) =>
      assertFails(t, [...args], code, /^(?!.*secret)plenum: .*\*\*\*/));

  test('check names file, record and reason, and serve refuses the same world', async (t) => {
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', (records) => (records[2].componentId = 99));
    editWorld(world, 'users', (records) => delete records[0].name);
    const [user, orphan] = [
      `${join(world, 'users.json')}: record 1 (id 1): name: is missing`,
      `${join(world, 'meetings.json')}: record 3 (id 3): componentId: there is no such record in components: 99`,
    ];
    const result = await runPlenum(t, ['world', 'check', '--world', world]);
    assert.deepEqual(result, { code: 2, stdout: `${user}\n${orphan}\n2 problems\n`, stderr: '' });
    const data = newFolder(t);
    const line = `${user} (and 1 more; run plenum world check)`;
    await assertFails(t, ['serve', '--port', '0', '--data', data, '--world', world], 2, line);
    assert.equal(existsSync(data), false);
  });

  test('a damaged data folder ends with 65 and stays unchanged', async (t) => {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, 'db.json'), '{\n');
    await assertFails(t, ['--port', '0', '--data', data], 65, /db\.json:/);
    assert.equal(readFileSync(join(data, 'db.json'), 'utf8'), '{\n');
  });

  test('--reset loads the world again, unless a server is running', async (t) => {
    const data = newFolder(t);
    const plenum = startPlenum(t, ['--port', '0', '--data', data]);
    const url = await plenum.waitForUrl();
    assert.equal((await createMeeting(url)).data.component.createMeeting.id, '5');
    const holder = `${data} is in use by the plenum process ${plenum.child.pid} on ${hostname().slice(0, 20)}; stop it, or choose another folder with --data`;
    await assertFails(t, ['--reset', '--port', '0', '--data', data], 69, holder);
    assert.deepEqual(await meetingsOf(url), ['1', '2', '3', '4', '5']);
    assert.equal((await plenum.stop()).code, 0);
    const reset = startPlenum(t, ['--reset', '--port', '0', '--data', data]);
    assert.deepEqual(await meetingsOf(await reset.waitForUrl()), ['1', '2', '3', '4']);
    assert.equal((await reset.stop()).code, 0);
    const { store, close } = await openStore({ data, world: demoWorld });
    const left = store.all('meetings').map(({ id }) => id);
    await close();
    assert.deepEqual(left, [1, 2, 3, 4]);
  });

  test('a world that is not loaded ends with 78, and --reset loads it', async (t) => {
    const data = newFolder(t);
    const serve = (...args: string[]) => ['serve', '--port', '0', '--data', data, ...args];
    const first = startPlenum(t, serve());
    await first.waitForUrl();
    await first.stop();
    const line = `${data} was filled from the world demo, not from town; to replace its records, add --reset`;
    await assertFails(t, serve('--world', 'town'), 78, line);
    const reset = startPlenum(t, serve('--world', 'town', '--reset'));
    assert.ok((await meetingsOf(await reset.waitForUrl())).length !== 4);
    await reset.stop();
  });

  test('--memory creates no data folder, PLENUM_PORT sets the port, --log json writes JSON lines', async (t) => {
    const data = newFolder(t);
    const plenum = startPlenum(t, ['--memory', '--log', 'json', '--data', data], { PLENUM_PORT: '0' });
    const url = await plenum.waitForUrl();
    assert.notEqual(new URL(url).port, '4000');
    assert.equal((await createMeeting(url)).data.component.createMeeting.id, '5');
    const { code, stderr } = await plenum.stop();
    assert.equal(code, 0);
    assert.equal(existsSync(data), false);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { time: string; event: string });
    const times = lines.map(({ time }) => new Date(time).toISOString());
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['listening', 'request', 'stopping'],
    );
    assert.deepEqual(lines[0], { time: times[0], level: 'info', event: 'listening', url });
    assert.deepEqual(lines[2], { time: times[2], level: 'info', event: 'stopping', signal: 'SIGTERM' });
  });

  test('npm start serves', async (t) => {
    const npm = startProcess(t, 'npm', ['start', '--silent', '--', '--port', '0', '--memory']);
    assert.deepEqual(await meetingsOf(await npm.waitForUrl()), ['1', '2', '3', '4']);
  });
});
