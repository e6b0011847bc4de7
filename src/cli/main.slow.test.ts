import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { copyDemoWorld, createTemporaryFolder, editWorld, isCommandError } from '../../test/support/folders.ts';
import { openStore } from '../../test/support/stores.ts';
import { meetingAttributes } from '../../test/support/inputs.ts';
import {
  captureCommand,
  plenumArgs,
  runCommand,
  runPlenum,
  startPlenum,
  startProcess,
} from '../../test/support/process.ts';
import { type GraphQLResponse, demoWorld, readOperation, startServer } from '../../test/support/test-server.ts';
import { worldFolder } from '../records/named-worlds.ts';
import { createProgram } from './program.ts';

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
  return data.component.meetings.nodes.filter((each: unknown) => each !== null).map(({ id }: { id: string }) => id);
}

/** Asserts that a command fails with an exit code and one line, before it prints anything. */
async function assertFails(args: string[], code: number, line: string): Promise<void> {
  const printed: string[] = [];
  const command = runCommand(createProgram, args, { print: (text) => printed.push(text) });
  await assert.rejects(command, isCommandError(code, line, /^[^\n]+$/));
  assert.deepEqual(printed, []);
}

/** The address of a server that never responds, and its first connection. */
async function startSilent(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connection: once(server, 'connection'),
  };
}

describe('the command line', { timeout: 180_000 }, () => {
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

  test('the first Ctrl-C ends a process that waits for a server', async (t) => {
    const { url, connection } = await startSilent(t);
    const plenum = startPlenum(t, ['conform', 'init', '--url', url]);
    await connection;
    plenum.child.kill('SIGINT');
    const killedAt = performance.now();
    const { code, stderr } = await plenum.result;
    assert.ok(performance.now() - killedAt < 2000);
    assert.equal(code, 130, stderr);
    assert.match(stderr, /^plenum: interrupted$/m);
  });

  for (const words of [
    ['documents', 'fixtures/documents/statistics'],
    ['schema', 'pull'],
  ])
    test(`an interruption ends ${words.join(' ')} that waits for a server`, async (t) => {
      const { url, connection } = await startSilent(t);
      const stop = new AbortController();
      const command = runCommand(createProgram, [...words, '--url', url], { signal: stop.signal });
      void connection.then(() => stop.abort('SIGINT'));
      await assert.rejects(command, isCommandError(130, 'interrupted'));
    });

  test('a port in use ends with 69 and creates no data folder', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const data = newFolder(t);
    const line = `port ${port} of 127.0.0.1 is in use; choose another with --port, or 0 for any`;
    await assertFails(['serve', '--port', String(port), '--data', data], 69, line);
    assert.equal(existsSync(data), false);
  });

  for (const [args, code] of [
    [['--stor=postgres://me:secret@host/db'], 2],
    [['serve', '--port', 'postgres://host/db?password=secret'], 2],
    [['world', 'check', '--world', 'postgres://me:sec/secret@host/db'], 2],
  ] as const)
    test(`one line says what is wrong, without the password of a URL: ${args.join(' ')}`, async (t) => {
      const result = await runPlenum(t, [...args]);
      assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr);
      assert.match(result.stderr, /^(?!.*secret)plenum: .*\*\*\*.*\n$/);
    });

  test('check names file, record and reason, and serve refuses the same world', async (t) => {
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', (records) => (records[2].componentId = 99));
    editWorld(world, 'users', (records) => delete records[0].name);
    const [user, orphan] = [
      `${join(world, 'users.json')}: record 1 (id 1): name: is missing`,
      `${join(world, 'meetings.json')}: record 3 (id 3): componentId: there is no such record in components: 99`,
    ];
    const { code, output } = await captureCommand(createProgram, ['world', 'check', '--world', world]);
    assert.deepEqual([code, output], [2, `${user}\n${orphan}\n2 problems`]);
    const data = newFolder(t);
    const line = `${user} (and 1 more; run plenum world check)`;
    await assertFails(['serve', '--port', '0', '--data', data, '--world', world], 2, line);
    assert.equal(existsSync(data), false);
  });

  test('a damaged data folder ends with 65 and stays unchanged', async (t) => {
    const data = createTemporaryFolder(t);
    writeFileSync(join(data, 'db.json'), '{\n');
    await assertFails(['--port', '0', '--data', data], 65, 'db.json:');
    assert.equal(readFileSync(join(data, 'db.json'), 'utf8'), '{\n');
  });

  test('--reset loads the world again, unless a server is running', async (t) => {
    const data = newFolder(t);
    const plenum = startPlenum(t, ['--port', '0', '--data', data]);
    const url = await plenum.waitForUrl();
    assert.equal((await createMeeting(url)).data.component.createMeeting.id, '5');
    const holder = `${data} is in use by the plenum process ${plenum.child.pid} on ${hostname().slice(0, 20)}; stop it, or choose another folder with --data`;
    await assertFails(['--reset', '--port', '0', '--data', data], 69, holder);
    assert.deepEqual(await meetingsOf(url), ['1', '2', '3', '4', '5']);
    assert.equal((await plenum.stop()).code, 0);
    const reset = await startServer({ data, reset: true });
    assert.deepEqual(await meetingsOf(reset.url), ['1', '2', '3', '4']);
    await reset.close();
    const { store, close } = await openStore({ data, world: demoWorld });
    const left = store.all('meetings').map(({ id }) => id);
    await close();
    assert.deepEqual(left, [1, 2, 3, 4]);
  });

  test('a world that is not loaded ends with 78, and --reset loads it', async (t) => {
    const data = newFolder(t);
    await (await startServer({ data })).close();
    const line = `${data} was filled from the world demo, not from town; choose another place with --data or --store, or replace its records by those of the world with --reset`;
    await assertFails(['serve', '--port', '0', '--data', data, '--world', 'town'], 78, line);
    const missing = 'twon cannot be read: it does not exist (ENOENT). Did you mean town?';
    await assertFails(['serve', '--port', '0', '--data', data, '--world', 'twon'], 2, missing);
    const reset = await startServer({ data, world: worldFolder('town'), reset: true });
    assert.notEqual((await meetingsOf(reset.url)).length, 4);
    await reset.close();
  });

  test('--memory goes without --data, PLENUM_PORT sets the port, --log json writes JSON lines', async (t) => {
    const data = newFolder(t);
    await assertFails(['--memory', '--port', '0', '--data', data], 2, '--memory and --data cannot be combined');
    const plenum = startPlenum(t, ['--memory', '--log', 'json'], { PLENUM_PORT: '0' });
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
