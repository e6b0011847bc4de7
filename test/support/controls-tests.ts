import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import type { Controls, StandIn } from '../../src/stand-in/controls.ts';
import type { StandInOptions } from '../../src/stand-in/stand-in.ts';
import { copyDemoWorld, editWorld } from './folders.ts';
import { meetingAttributes } from './inputs.ts';
import { type AnyData, readOperation } from './test-server.ts';

async function send({ fetch }: Pick<Controls, 'fetch'>, query: string, variables: object = {}, token = 'member-token') {
  const response = await fetch('/api', {
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

/** Tests what a test does with a stand-in, wherever it runs. */
export function testControls(startStandIn: (t: TestContext, options?: StandInOptions) => Promise<StandIn>): void {
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

    test('is reset alone, and its tokens end', async (t) => {
      const standIn = await startStandIn(t);
      const session = await standIn.session();
      const token = await session.token();
      await createMeeting(standIn);
      await createMeeting(session);
      session.clock.setting = { mode: 'fixed', time: Date.parse('2027-01-01T00:00:00Z') };
      await session.reset();
      assert.deepEqual(await listMeetings(session), seed);
      assert.deepEqual(session.clock.setting, { mode: 'wall' });
      assert.equal(await viewer(session, token), undefined);
      assert.deepEqual(await listMeetings(standIn), [...seed, '5']);
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
    const { id } = session.faults.add(rule);
    assert.deepEqual(
      session.faults.list().map((fault) => fault.id),
      [id],
    );
    assert.deepEqual(standIn.faults.list(), []);
    const variables = { componentId: 2, input: { attributes: meetingAttributes } };
    const refused = await send(session, readOperation('create-meeting'), variables);
    assert.equal(refused.errors[0].message, 'Full');
    assert.equal(session.faults.delete(id), true);
    await createMeeting(session);
    await createMeeting(standIn);
    const filter = { match: { coordinate: 'MeetingsMutation.createMeeting' } };
    assert.deepEqual(
      session.requests.find(filter).map(({ fault }) => fault),
      [id, null],
    );
    assert.equal((await session.requests.wait(filter, 2)).length, 2);
    assert.equal(standIn.requests.count(filter), 1);
    session.requests.clear();
    assert.equal(session.requests.count(), 0);
    assert.throws(() => session.faults.add({ match: { user: 99 }, effect: { hang: true } }), /no user 99/);
  });

  test('records of a session are created, found, changed and deleted there only, and what is wrong is named', async (t) => {
    const standIn = await startStandIn(t);
    const { records, fetch } = await standIn.session();
    const meeting = await records.create('meetings', { title: { en: 'A picnic' } });
    assert.deepEqual(await records.find('meetings', { title: { en: 'A picnic' } }), [meeting]);
    assert.deepEqual(await listMeetings({ fetch }), [...seed, String(meeting.id)]);
    const changed = await records.update('meetings', meeting.id, { address: 'The park' });
    assert.deepEqual(changed, { ...meeting, address: 'The park' });
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
      standIn.clock.setting = { mode: 'fixed', time: 1_800_000_000_000 };
      const snapshot = await standIn.snapshot();
      assert.equal(snapshot.time, 1_800_000_000_000);
      for (let count = 0; count < 2; count += 1) {
        standIn.clock.advance(1000);
        assert.equal(await createMeeting(standIn), '6');
        await standIn.restore(snapshot);
        assert.deepEqual(await listMeetings(standIn), [...seed, '5']);
        assert.equal(standIn.clock.now(), 1_800_000_000_000);
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
    test('is for a user by id or by role', async (t) => {
      const standIn = await startStandIn(t);
      const requests = [undefined, { admin: true }, { admin: false }, { user: 3 }];
      const users = requests.map(async (request) => viewer(standIn, await standIn.token(request)));
      assert.deepEqual(await Promise.all(users), ['member-key', 'admin-key', 'member-key', 'other-key']);
    });

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
      standIn.clock.advance(119 * 60_000);
      assert.equal(await viewer(standIn, token), 'member-key');
      standIn.clock.advance(2 * 60_000);
      assert.equal(await viewer(standIn, token), undefined);
    });

    test('is for the user with a name, or for a new participant', async (t) => {
      const standIn = await startStandIn(t);
      assert.equal(await viewer(standIn, await standIn.token({ name: 'Other robot' })), 'other-key');
      const created = await viewer(standIn, await standIn.token({ name: 'Ada' }));
      assert.match(created!, /^test-user-/);
      assert.equal(await viewer(standIn, await standIn.token({ name: 'Ada', expiresIn: 'PT5M' })), created);
      assert.notEqual(await viewer(standIn, await standIn.token({ name: 'Ada', admin: true })), created);
    });

    test('ends after its own lifetime', async (t) => {
      const standIn = await startStandIn(t);
      const token = await standIn.token({ expiresIn: 'PT5M' });
      assert.equal(await viewer(standIn, token), 'member-key');
      standIn.clock.advance(6 * 60_000);
      assert.equal(await viewer(standIn, token), undefined);
    });
  });

  describe('clock of a stand-in', () => {
    test('has the setting that it got', async (t) => {
      const { clock } = await startStandIn(t);
      for (const setting of [
        { mode: 'fixed', time: 1_800_000_000_123 },
        { mode: 'offset', by: -86_400_001 },
        { mode: 'offset', by: 40 * 86_400_000 },
        { mode: 'wall' },
      ] as const) {
        clock.setting = setting;
        assert.deepEqual(clock.setting, setting);
      }
      const before = Date.now();
      const now = clock.now();
      assert.ok(now >= before && now <= Date.now(), String(now));
    });
  });

  describe('a member that a stand-in does not know', () => {
    const calls: [name: string, call: (standIn: StandIn) => unknown, message: RegExp][] = [
      ['token', (s) => s.token({ user: 2, expires: 'PT5M' } as object), /"expires" is unknown/],
      [
        'token, user and name',
        (s) => s.token({ user: 2, name: 'Ada' }),
        /exactly one of the members user, admin and\/or name/,
      ],
      ['token, a wrong value', (s) => s.token({ expiresIn: '5 minutes' }), /"expiresIn" must be an ISO 8601 duration/],
      [
        'session',
        (s) => s.session('one', { form: 1 } as object),
        /session: unknown option "form"; the options are from/,
      ],
      ['faults.add', (s) => s.faults.add({ effect: { hang: true }, time: 1 } as never), /"time" is unknown/],
      ['requests.find', (s) => s.requests.find({ coordinate: 'Query.component' } as object), /"coordinate" is unknown/],
      [
        'requests.count',
        (s) => s.requests.count({ match: { operation: 'A' } } as object),
        /"match.operation" is unknown/,
      ],
      ['requests.wait', (s) => s.requests.wait({ error: 'X' } as object), /"error" is unknown/],
      ['clock.setting', (s) => (s.clock.setting = { mode: 'wall', by: 1 } as never), /"by"/],
      ['clock.setting, the mode', (s) => (s.clock.setting = { mode: 'stopped' } as never), /wall.* offset.* fixed/],
      ['clock.setting, the time', (s) => (s.clock.setting = { mode: 'fixed', tme: 1 } as never), /"tme"|time/],
      ['clock.advance', (s) => s.clock.advance('PT1H' as never), /"by"/],
    ];
    for (const [name, call, message] of calls)
      test(`is refused by ${name}, and changes nothing`, async (t) => {
        const standIn = await startStandIn(t);
        await assert.rejects(async () => call(standIn), { message });
        assert.deepEqual([standIn.faults.list(), standIn.clock.setting], [[], { mode: 'wall' }]);
      });
  });
}
