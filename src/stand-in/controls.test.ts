import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, describe, test } from 'node:test';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { type AnyData, readOperation } from '../../test/support/test-server.ts';
import { connectStandIn } from './connect-stand-in.ts';
import { type Controls, type StandIn, controlStandIn } from './controls.ts';
import { type StandInOptions, createStandIn } from './stand-in.ts';

type Start = (t: TestContext, options?: StandInOptions) => Promise<StandIn>;

const start: Start = async (t, options) => {
  const standIn = await createStandIn(options);
  t.after(() => standIn.close());
  return standIn;
};

/** Starts a stand-in, and returns the controls of a connection to it. */
const connect =
  (open: (url: string) => StandIn | Promise<StandIn>): Start =>
  async (t, options) => {
    const connection = await open((await start(t, options)).url);
    t.after(() => connection.close());
    return connection;
  };

/** How a test reaches a stand-in: all behave alike. */
const ways: Record<string, Start> = {
  createStandIn: start,
  connectStandIn: connect((url) => connectStandIn(url)),
  'HTTP by the global fetch': connect((url) =>
    controlStandIn({
      url,
      controlToken: undefined,
      createFetch: (headers) => (input, init) =>
        fetch(new URL(String(input), url), { ...init, headers: { ...(init?.headers as object), ...headers } }),
      close: async () => {},
    }),
  ),
};

async function send(
  { fetch: sendRequest }: Pick<Controls, 'fetch'>,
  query: string,
  variables: object = {},
  token = 'member-token',
) {
  const response = await sendRequest('/api', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as AnyData;
}

const createMeeting = async (world: Pick<Controls, 'fetch'>): Promise<string> => {
  const variables = { componentId: 2, input: { attributes: meetingAttributes } };
  return (await send(world, readOperation('create-meeting'), variables)).data.component.createMeeting.id;
};

async function listMeetings(world: Pick<Controls, 'fetch'>): Promise<string[]> {
  const { data } = await send(world, '{ component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }');
  return data.component.meetings.nodes.map(({ id }: { id: string }) => id);
}

const viewer = async (world: Pick<Controls, 'fetch'>, token: string): Promise<string | undefined> =>
  (await send(world, '{ session { user { nickname } } }', {}, token)).data?.session?.user?.nickname?.slice(1);

const seed = ['1', '2', '3', '4'];

for (const [way, startStandIn] of Object.entries(ways)) {
  describe(way, () => {
    describe('session of a stand-in', () => {
      test('has a world of its own, with ids of its own', async (t) => {
        const standIn = await startStandIn(t);
        const [one, other] = [await standIn.session('one'), await standIn.session()];
        assert.notEqual(one.name, other.name);
        assert.deepEqual(
          [await createMeeting(one), await createMeeting(one), await createMeeting(other)],
          ['5', '6', '5'],
        );
        assert.deepEqual(await listMeetings(standIn), seed);
        assert.deepEqual(await listMeetings(one), [...seed, '5', '6']);
      });

      test('is reached through a socket with its headers', async (t) => {
        const standIn = await startStandIn(t);
        const session = await standIn.session();
        await createMeeting(session);
        const fetchWithHeaders: typeof fetch = (_, init) =>
          fetch(session.url, { ...init, headers: { ...(init!.headers as object), ...session.headers } });
        assert.deepEqual(await listMeetings({ fetch: fetchWithHeaders }), [...seed, '5']);
      });

      test('with the name of an open session, is the same world', async (t) => {
        const standIn = await startStandIn(t);
        await createMeeting(await standIn.session('one'));
        assert.deepEqual(await listMeetings(await standIn.session('one')), [...seed, '5']);
      });

      test('starts again from the world as it was loaded after close', async (t) => {
        const standIn = await startStandIn(t);
        const session = await standIn.session('one');
        await createMeeting(session);
        await session.close();
        assert.deepEqual(await listMeetings(await standIn.session('one')), seed);
      });

      test('starts with a snapshot of any other world', async (t) => {
        const standIn = await startStandIn(t);
        await createMeeting(standIn);
        const from = await standIn.snapshot();
        await createMeeting(standIn);
        assert.deepEqual(await listMeetings(await standIn.session('one', { from })), [...seed, '5']);
      });

      test('rejects an invalid name', async (t) => {
        const standIn = await startStandIn(t);
        await assert.rejects(standIn.session('a b'), /session name "a b"/);
      });
    });

    test('faults and requests of a session are its own', async (t) => {
      const standIn = await startStandIn(t);
      const session = await standIn.session();
      const rule = {
        match: { coordinate: 'MeetingsMutation.createMeeting' },
        effect: { graphqlError: { message: 'Full' } },
      };
      const { id } = await session.faults.add(rule);
      assert.deepEqual(
        (await session.faults.list()).map((fault) => fault.id),
        [id],
      );
      assert.deepEqual(await standIn.faults.list(), []);
      const variables = { componentId: 2, input: { attributes: meetingAttributes } };
      const refused = await send(session, readOperation('create-meeting'), variables);
      assert.equal(refused.errors[0].message, 'Full');
      await session.faults.delete(id);
      await assert.rejects(session.faults.delete(id), { member: 'id' });
      await createMeeting(session);
      await createMeeting(standIn);
      const filter = { match: { coordinate: 'MeetingsMutation.createMeeting' } };
      assert.deepEqual(
        (await session.requests.find(filter)).map(({ fault }) => fault),
        [id, null],
      );
      assert.equal((await session.requests.wait(filter, 2)).length, 2);
      assert.equal(await standIn.requests.count(filter), 1);
      await session.requests.clear();
      assert.equal(await session.requests.count(), 0);
      await assert.rejects(session.faults.add({ match: { user: 99 }, effect: { hang: true } }), /no user 99/);
    });

    test('records of a session are created, found, changed and deleted there only, and what is wrong is named', async (t) => {
      const standIn = await startStandIn(t);
      const { records, fetch } = await standIn.session();
      const meeting = await records.create('meetings', { title: { en: 'A picnic' } });
      assert.deepEqual(await records.find('meetings', { title: { en: 'A picnic' } }), [meeting]);
      assert.deepEqual(await listMeetings({ fetch }), [...seed, String(meeting.id)]);
      const changed = await records.update('meetings', meeting.id, { address: 'The park' });
      assert.deepEqual(changed, { ...meeting, address: 'The park', updatedAt: changed.updatedAt });
      assert.equal(await records.delete('meetings', meeting.id), undefined);
      assert.equal((await records.find('meetings')).length, seed.length);
      await assert.rejects(records.create('meetings', { titel: {} } as object), { member: 'titel' });
      await assert.rejects(records.delete('meetings', 999), { member: 'id' });
      assert.deepEqual(await standIn.records.find('meetings', { title: { en: 'A picnic' } }), []);
    });

    describe('snapshot of a stand-in', () => {
      test('has the records, ids and clock, and can be restored more than once', async (t) => {
        const standIn = await startStandIn(t);
        await createMeeting(standIn);
        await standIn.clock.set({ mode: 'fixed', time: 1_800_000_000_000 });
        const snapshot = await standIn.snapshot();
        assert.equal(Date.parse(snapshot.takenAt), 1_800_000_000_000);
        for (let count = 0; count < 2; count += 1) {
          await standIn.clock.advance(1000);
          assert.equal(await createMeeting(standIn), '6');
          await standIn.restore(snapshot);
          assert.deepEqual(await listMeetings(standIn), [...seed, '5']);
          assert.equal(Date.parse((await standIn.clock.get()).time), 1_800_000_000_000);
        }
      });

      test('leaves tokens valid when it is restored', async (t) => {
        const standIn = await startStandIn(t);
        const snapshot = await standIn.snapshot();
        const token = await standIn.token();
        await standIn.restore(snapshot);
        assert.equal(await viewer(standIn, token), 'member-key');
      });
    });

    describe('token of a stand-in', () => {
      test('is for a new user if none has the role', async (t) => {
        const world = copyDemoWorld(t);
        editWorld(world, 'users', (users) => users.forEach((user) => (user.admin = false)));
        const standIn = await startStandIn(t, { world });
        assert.equal(await viewer(standIn, await standIn.token({ admin: true })), 'test-user-5');
      });

      test('is valid in its own world only', async (t) => {
        const standIn = await startStandIn(t);
        const session = await standIn.session();
        assert.equal(await viewer(standIn, await session.token()), undefined);
      });

      test('is refused for an unknown id, with those that there are', async (t) => {
        const standIn = await startStandIn(t);
        await assert.rejects(standIn.token({ user: 9 }), {
          message: /^There is no user 9\. Did you mean 4 \(Participant\), 3/,
        });
      });

      test('ends when the clock passes its lifetime', async (t) => {
        const standIn = await startStandIn(t);
        const token = await standIn.token();
        await standIn.clock.advance(119 * 60_000);
        assert.equal(await viewer(standIn, token), 'member-key');
        await standIn.clock.advance(2 * 60_000);
        assert.equal(await viewer(standIn, token), undefined);
      });
    });

    test('the clock takes Dates, ISO 8601 and milliseconds', async (t) => {
      const { clock } = await startStandIn(t);
      const time = '2027-01-15T08:00:00.000Z';
      for (const each of [time, new Date(time), Date.parse(time)])
        assert.deepEqual(await clock.set({ mode: 'fixed', time: each }), { mode: 'fixed', time });
      for (const [by, minutes] of [
        ['PT1H', 60],
        [60_000, 61],
      ] as const)
        assert.equal(Date.parse((await clock.advance(by)).time) - Date.parse(time), minutes * 60_000);
      for (const by of [-86_400_000, '-P1D']) {
        const { by: duration, offset } = await clock.set({ mode: 'offset', by });
        assert.deepEqual([duration, offset], ['-P1D', -86_400_000]);
      }
      await clock.set({ mode: 'wall' });
      const { mode, time: now } = await clock.get();
      assert.ok(mode === 'wall' && Math.abs(Date.parse(now) - Date.now()) < 10_000, now);
    });

    test('waits for requests without an end', async (t) => {
      const standIn = await startStandIn(t);
      const waiting = standIn.requests.wait({}, 1, Infinity);
      await send(standIn, '{ __typename }');
      assert.equal((await waiting).length, 1);
    });

    test('a session returns to a snapshot of another world, which can have many', async (t) => {
      const standIn = await startStandIn(t);
      const [one, other] = [await standIn.session(), await standIn.session()];
      await createMeeting(one);
      const snapshot = await one.snapshot();
      for (let count = 0; count < 100; count += 1) await one.snapshot();
      await one.close();
      await other.restore(snapshot);
      assert.deepEqual(await listMeetings(other), [...seed, '5']);
      await assert.rejects(other.restore({ ...snapshot, name: 'never' }), { status: 404, member: 'name' });
    });

    test('after close, every control rejects', async (t) => {
      const standIn = await startStandIn(t);
      const session = await standIn.session();
      const snapshot = await standIn.snapshot();
      await standIn.close();
      await standIn.close();
      for (const { clock, faults, requests, records, ...world } of [standIn, session])
        for (const call of [
          () => clock.get(),
          () => faults.add({ effect: { hang: true } }),
          () => requests.count(),
          () => records.find('meetings'),
          () => world.token(),
          () => world.snapshot(),
          () => world.restore(snapshot),
          () => world.reset(),
          () => world.fetch('/'),
        ])
          await assert.rejects(call(), { message: 'the stand-in is closed' });
      await assert.rejects(standIn.session(), { message: 'the stand-in is closed' });
    });

    describe('a member that a stand-in does not know', () => {
      const calls: [name: string, call: (standIn: StandIn) => unknown, message: RegExp][] = [
        ['token', (s) => s.token({ user: 2, expires: 'PT5M' } as object), /"expires" is unknown/],
        ['token, user and name', (s) => s.token({ user: 2, name: 'Ada' }), /"name" is for a request without "user"/],
        [
          'token, a wrong value',
          (s) => s.token({ expiresIn: '5 minutes' }),
          /"expiresIn" must be an ISO 8601 duration/,
        ],
        [
          'session',
          (s) => s.session('one', { form: 1 } as object),
          /session: unknown option "form"; the options are from/,
        ],
        ['faults.add', (s) => s.faults.add({ effect: { hang: true }, time: 1 } as never), /"time" is unknown/],
        [
          'requests.find',
          (s) => s.requests.find({ coordinate: 'Query.component' } as object),
          /"coordinate" is unknown/,
        ],
        [
          'requests.count',
          (s) => s.requests.count({ match: { operation: 'A' } } as object),
          /"match.operation" is unknown/,
        ],
        ['requests.wait', (s) => s.requests.wait({ error: 'X' } as object), /"error" is unknown/],
        ['clock.set', (s) => s.clock.set({ mode: 'wall', by: 1 } as never), /"by"/],
        ['clock.set, the mode', (s) => s.clock.set({ mode: 'stopped' } as never), /wall.* offset.* fixed/],
        ['clock.set, the time', (s) => s.clock.set({ mode: 'fixed', tme: 1 } as never), /"tme"|time/],
        ['clock.set, an impossible time', (s) => s.clock.set({ mode: 'fixed', time: 1e15 }), /years from 1970 to 9998/],
        ['clock.advance', (s) => s.clock.advance(-1), /"by"/],
      ];
      for (const [name, call, message] of calls)
        test(`is refused by ${name}, and changes nothing`, async (t) => {
          const standIn = await startStandIn(t);
          await assert.rejects(async () => call(standIn), message);
          assert.deepEqual(await standIn.faults.list(), []);
          assert.equal((await standIn.clock.get()).mode, 'wall');
        });
    });
  });
}

describe('a connection', () => {
  test('to a server with a token of the control needs the token', async (t) => {
    const { url } = await start(t, { controlToken: 'secret' });
    await assert.rejects(connectStandIn(url), /cannot be used: .*Pass it as \{ controlToken \}/);
    await assert.rejects(connectStandIn(url, { controlToken: 'wrong' }), /cannot be used/);
    const session = await (await connectStandIn(url, { controlToken: 'secret' })).session();
    assert.match(await session.token({ admin: true }), /^ey/);
  });

  const refused: [name: string, url: unknown, message: RegExp, options?: object][] = [
    ['no URL', undefined, /^connectStandIn: the URL must be an http or https URL, not undefined$/],
    ['a query', 'http://127.0.0.1:1/api?x=1', /without a query/],
    ['nobody listens', 'http://127.0.0.1:1/api', /127\.0\.0\.1:1\/api cannot be used: connect ECONNREFUSED/],
    ['an unknown option', 'http://127.0.0.1:1', /unknown option "token"; the options are controlToken/, { token: 'x' }],
  ];
  for (const [name, url, message, options] of refused)
    test(`is refused: ${name}`, () => assert.rejects(connectStandIn(url as string, options), { message }));

  test('is refused by a server that is no stand-in', async (t) => {
    const server = createServer((_, response) => response.end('<p>A page')).listen(0);
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await assert.rejects(connectStandIn(`http://127.0.0.1:${port}`), /not that of a control API: <p>A page/);
  });

  test('takes its snapshots along when it ends', async (t) => {
    const { url } = await start(t);
    const [first, second] = [await connectStandIn(url), await connectStandIn(url)];
    const snapshot = await first.snapshot();
    await first.close();
    await assert.rejects(second.restore(snapshot), /There is no snapshot/);
  });

  test('answers for any host, which URLs in the response have', async (t) => {
    const { url } = await start(t, { dialect: 'decidim-0.32' });
    const standIn = await connectStandIn(url);
    const query = '{ component(id: 2) { ... on Meetings { meetings { nodes { url } } } } }';
    for (const origin of ['https://town.example', 'http://town.example:8080', new URL(url).origin]) {
      const sendToHost: Controls['fetch'] = (_, init) => standIn.fetch(`${origin}/api`, init);
      const { data } = await send({ fetch: sendToHost }, query);
      assert.equal(new URL(data.component.meetings.nodes[0].url).origin, origin);
    }
  });

  test('rejects when a fault resets it, and when its signal is aborted', async (t) => {
    const { url } = await start(t);
    const { fetch: sendRequest, faults } = await (await connectStandIn(url)).session();
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    };
    await faults.add({ effect: { reset: true }, times: 1 });
    await assert.rejects(sendRequest(url, init), { code: 'ECONNRESET' });
    await faults.add({ effect: { hang: true } });
    await assert.rejects(sendRequest(url, { ...init, signal: AbortSignal.timeout(100) }), { name: 'AbortError' });
  });
});
