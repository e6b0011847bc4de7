import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { copyDemoWorld, createTemporaryFolder, editWorld, isCommandError } from '../../test/support/folders.ts';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { type AnyData, type TestSettings, readOperation, startServer } from '../../test/support/test-server.ts';
import { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';

async function startStandIn(t: TestContext, options: StandInOptions = {}): Promise<StandIn> {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  return standIn;
}

const graphqlRequest = (query: string, variables: object = {}, token = 'member-token'): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  body: JSON.stringify({ query, variables }),
});

async function send(
  standIn: Pick<StandIn, 'fetch'>,
  query: string,
  variables?: object,
  token?: string,
): Promise<AnyData> {
  const response = await standIn.fetch('/api', graphqlRequest(query, variables, token));
  return response.json();
}

const createMeeting = async (standIn: Pick<StandIn, 'fetch'>, token?: string): Promise<string> => {
  const variables = { componentId: 2, input: { attributes: meetingAttributes } };
  const { data } = await send(standIn, readOperation('create-meeting'), variables, token);
  return data?.component?.createMeeting?.id;
};

async function listMeetings(standIn: StandIn): Promise<string[]> {
  const { data } = await send(standIn, '{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }');
  return data.component.meetings.nodes.map(({ id }: { id: string }) => id);
}

async function signIn(standIn: StandIn): Promise<string> {
  const body = JSON.stringify({ api_user: { key: 'member-key', secret: 'member-secret-0123456789' } });
  const headers = { 'Content-Type': 'application/json' };
  const response = await standIn.fetch('/api/sign_in', { method: 'POST', headers, body });
  return ((await response.json()) as { jwt_token: string }).jwt_token;
}

describe('createStandIn', () => {
  test('listens on a free port of this machine, with the demo world in memory', async (t) => {
    const standIn = await startStandIn(t);
    assert.match(standIn.url, /^http:\/\/127\.0\.0\.1:\d+\/api$/);
    assert.equal(standIn.url, `http://127.0.0.1:${standIn.port}/api`);
    const response = await fetch(standIn.url, graphqlRequest('{ component(id: 2) { id } }'));
    assert.deepEqual(await response.json(), { data: { component: { id: '2' } } });
  });

  test('loads another world', async (t) => {
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', (records) => records.pop());
    assert.deepEqual(await listMeetings(await startStandIn(t, { world })), ['1', '2', '3']);
  });

  test('a world with a problem is a CommandError, and the port is free again', async (t) => {
    const world = copyDemoWorld(t);
    editWorld(world, 'users', (records) => delete records[0].name);
    const { port } = await startStandIn(t).then(async (standIn) => {
      await standIn.close();
      return standIn;
    });
    await assert.rejects(
      createStandIn({ port, world }),
      isCommandError(2, 'users.json: record 1 (id 1): name: is missing'),
    );
    assert.equal((await startStandIn(t, { port })).port, port);
  });

  const portRange = 'createStandIn: "port" must be a whole number from 0 to 65535, not';
  const invalid: [options: Record<string, unknown>, message: string][] = [
    [{ prot: 1 }, 'createStandIn: unknown option "prot"; the options are host, port, '],
    [{ log: 'json' }, 'createStandIn: unknown option "log"'],
    [{ toString: 'x' }, 'createStandIn: unknown option "toString"'],
    [{ 'control-token': 'x' }, 'createStandIn: unknown option "control-token"'],
    [{ port: 65536 }, `${portRange} 65536`],
    [{ port: '' }, `${portRange} ""`],
    [{ port: null }, `${portRange} null`],
    [{ host: '' }, 'createStandIn: "host" must not be empty, not ""'],
    [{ data: {} }, 'createStandIn: "data" must not be empty, not {}'],
    [{ memory: 'yes' }, 'createStandIn: "memory" must be true or false, not "yes"'],
    [{ fill: 'none' }, 'createStandIn: "fill" must be mock or empty, not "none"'],
    [{ limits: true }, 'createStandIn: "limits" must be on or off, not true'],
    [{ dialect: 'decidim-0.99' }, 'unknown dialect decidim-0.99. Did you mean decidim-0.29'],
  ];
  for (const [options, message] of invalid)
    test(`${JSON.stringify(options)} is a CommandError`, () =>
      assert.rejects(createStandIn(options), isCommandError(2, message)));

  test('undefined options have their defaults', async (t) => {
    const standIn = await startStandIn(t, { data: undefined, memory: undefined, port: undefined, onBug: undefined });
    assert.deepEqual(await listMeetings(standIn), ['1', '2', '3', '4']);
  });
});

async function readResponse(response: Response): Promise<unknown[]> {
  const headers = new Headers(response.headers);
  for (const name of ['date', 'connection', 'keep-alive']) headers.delete(name);
  return [response.status, response.statusText, Object.fromEntries(headers), await response.text()];
}

describe('fetch of a stand-in', () => {
  test('opens no socket', async (t) => {
    const standIn = await startStandIn(t);
    const { mock } = t.mock.method(Socket.prototype, 'connect');
    const created = await createMeeting(standIn);
    assert.deepEqual([created, mock.callCount()], ['5', 0]);
  });

  test('returns the response that a socket returns', async (t) => {
    const standIn = await startStandIn(t);
    const requests: [string, RequestInit][] = [
      ['', graphqlRequest('{ organization { name { translation(locale: "en") } } }')],
      ['', graphqlRequest('{ nothing }')],
      ['', { method: 'GET' }],
      ['', { method: 'HEAD' }],
      ['', { method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' } }],
      ['', { method: 'POST' }],
      ['', { ...graphqlRequest('{ component(id: 2) { id } }'), body: Buffer.from([0xff, 0xfe]) }],
      ['', { ...graphqlRequest(''), body: 'x'.repeat(2 ** 21) }],
      ['/sign_in', { method: 'POST', body: new URLSearchParams({ 'api_user[key]': 'member-key' }) }],
      ['/sign_out', { method: 'DELETE', headers: { Authorization: 'Bearer x' } }],
      ['/nothing?x=1', { method: 'PATCH', body: 'ü' }],
    ];
    for (const [path, init] of requests) {
      const [inProcess, overSocket] = [
        await standIn.fetch(standIn.url + path, init),
        await fetch(standIn.url + path, init),
      ];
      assert.deepEqual(await readResponse(inProcess), await readResponse(overSocket), `${init.method} ${path}`);
    }
  });

  test('accepts a Request, a URL, and a relative URL', async (t) => {
    const standIn = await startStandIn(t);
    const init = graphqlRequest('{ __typename }');
    for (const input of [new Request(standIn.url, init), new URL(standIn.url), standIn.url, '/api', 'api']) {
      const response = await standIn.fetch(input, input instanceof Request ? undefined : init);
      assert.deepEqual(await response.json(), { data: { __typename: 'Query' } });
    }
  });

  test('answers for any host, which URLs in the response have', async (t) => {
    const standIn = await startStandIn(t, { dialect: 'decidim-0.32' });
    const query = '{ component(id: 2) { ... on Meetings { meetings { nodes { url } } } } }';
    for (const origin of ['http://town.example', 'https://town.example', 'https://town.example:8443']) {
      const response = await standIn.fetch(`${origin}/api`, graphqlRequest(query));
      const { data } = (await response.json()) as AnyData;
      assert.equal(new URL(data.component.meetings.nodes[0].url).origin, origin);
    }
  });

  test('answers with the URLs of a proxy, if its headers are valid', async (t) => {
    const standIn = await startStandIn(t, { dialect: 'decidim-0.32' });
    const rows: [proto: string, host: string, origin: string][] = [
      ['https', 'town.example', 'https://town.example'],
      ['https, http', 'town.example:8443, proxy.example', 'https://town.example:8443'],
      ['http', '[::1]:80', 'http://[::1]:80'],
      ['javascript', '"><script>', 'http://localhost:4000'],
    ];
    for (const [proto, host, origin] of rows) {
      const headers = { Accept: 'text/html', 'X-Forwarded-Proto': proto, 'X-Forwarded-Host': host };
      const { headers: received } = await standIn.fetch('http://localhost:4000/api', { headers });
      assert.ok(received.get('location')!.startsWith(`${origin}/api/`), received.get('location')!);
    }
  });

  test('does not follow redirects', async (t) => {
    const standIn = await startStandIn(t, { dialect: 'decidim-0.32' });
    assert.equal((await standIn.fetch('/api', { headers: { Accept: 'text/html' } })).status, 301);
  });

  test('rejects when its signal is aborted', async (t) => {
    const standIn = await startStandIn(t);
    const init = { ...graphqlRequest('{ __typename }'), signal: AbortSignal.abort() };
    await assert.rejects(standIn.fetch('/api', init), { name: 'AbortError' });
  });

  test('returns the response to headers that are too large', { timeout: 10_000 }, async (t) => {
    const standIn = await startStandIn(t);
    const response = await standIn.fetch('/api', { headers: { 'X-Large': 'x'.repeat(17_000) } });
    assert.equal(response.status, 431);
    assert.equal(await response.text(), '');
  });

  test('answers hundreds of requests at once', async (t) => {
    const standIn = await startStandIn(t);
    const ids = await Promise.all(Array.from({ length: 300 }, () => createMeeting(standIn)));
    assert.equal(new Set(ids).size, 300);
  });
});

const storageOptions: Record<string, (t: TestContext) => StandInOptions> = {
  'in memory': () => ({}),
  'in a folder': (t) => ({ data: join(createTemporaryFolder(t), 'data') }),
};

describe('reset of a stand-in', () => {
  for (const [storage, optionsOf] of Object.entries(storageOptions))
    describe(storage, () => {
      test('ends tokens from sign-in; demo tokens stay valid', async (t) => {
        const standIn = await startStandIn(t, optionsOf(t));
        const token = await signIn(standIn);
        assert.equal(await createMeeting(standIn, token), '5');
        await standIn.reset();
        assert.equal(await createMeeting(standIn, token), undefined);
        assert.equal(await createMeeting(standIn), '5');
      });

      test('holds requests that arrive meanwhile, and several resets at once', async (t) => {
        const { dialect: _, world: __, ...options } = optionsOf(t);
        const server = await startServer(options as TestSettings);
        t.after(() => server.close());
        await createMeeting(server);
        const resets = [server.world.reset(), server.world.reset()];
        const ids = [createMeeting(server), createMeeting(server)];
        await Promise.all(resets);
        assert.deepEqual((await Promise.all(ids)).toSorted(), ['5', '6']);
      });
    });

  test('in memory, restores the records that were loaded, whatever the folder holds now', async (t) => {
    const world = copyDemoWorld(t);
    const standIn = await startStandIn(t, { world });
    editWorld(world, 'meetings', (records) => records.pop());
    await standIn.reset();
    assert.deepEqual(await listMeetings(standIn), ['1', '2', '3', '4']);
  });

  test('in a folder, a world that cannot be loaded is named, and the records stay', async (t) => {
    const world = copyDemoWorld(t);
    const standIn = await startStandIn(t, { world, data: join(createTemporaryFolder(t), 'data') });
    await createMeeting(standIn);
    writeFileSync(join(world, 'users.json'), '[');
    await assert.rejects(standIn.reset(), { status: 409, message: /users\.json: line 1: not JSON/ });
    assert.equal(await createMeeting(standIn), '6');
  });

  test('in a folder, a write whose body arrives after the reset changes the new records', async (t) => {
    const data = join(createTemporaryFolder(t), 'data');
    const standIn = await createStandIn({ data });
    let sendRest: (() => void) | undefined;
    const started = new Promise<void>((resolve) => {
      sendRest = resolve;
    });
    const { method, headers, body } = graphqlRequest(readOperation('create-meeting'), {
      componentId: 2,
      input: { attributes: meetingAttributes },
    });
    const text = body as string;
    const slowBody = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(text.slice(0, 10)));
        await started;
        controller.enqueue(Buffer.from(text.slice(10)));
        controller.close();
      },
    });
    const inFlight = fetch(standIn.url, { method, headers, body: slowBody, duplex: 'half' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await standIn.reset();
    sendRest!();
    const response = (await (await inFlight).json()) as AnyData;
    assert.equal(response.data.component.createMeeting.id, '5');
    assert.equal(await createMeeting(standIn), '6');
    await standIn.close();
    assert.deepEqual(await listMeetings(await startStandIn(t, { data })), ['1', '2', '3', '4', '5', '6']);
  });
});

describe('close of a stand-in', () => {
  test('refuses connections and requests from then on, and can be called again', async () => {
    const standIn = await createStandIn();
    await Promise.all([standIn.close(), standIn.close()]);
    await standIn.close();
    await assert.rejects(fetch(standIn.url), { message: 'fetch failed' });
    await assert.rejects(standIn.fetch('/api'), { message: 'the stand-in is closed' });
    await assert.rejects(standIn.reset(), { message: 'the stand-in is closed' });
  });

  test('finishes requests in flight', async () => {
    const standIn = await createStandIn();
    const created = createMeeting(standIn);
    await new Promise((resolve) => setImmediate(resolve));
    const closed = standIn.close();
    assert.equal(await created, '5');
    await closed;
  });
});
