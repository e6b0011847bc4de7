import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse, print } from 'graphql';
import { createOpenApiValidator, startControlServer } from '../../test/support/control-server.ts';
import { dialectsWith } from '../../test/support/dialects.ts';
import { ambiguousDocuments, countWrites, mutationWithBlockString } from '../../test/support/ambiguous-documents.ts';
import { inPersonAttributes } from '../../test/support/inputs.ts';
import { onlyGroup, startBesideLive, startLive, startLiveStandIn } from '../../test/support/shadow.ts';
import { type AnyData, readOperation } from '../../test/support/test-server.ts';
import { readAllBytes } from '../../test/support/upstream-server.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError } from '../../src/errors.ts';

const admin = { authorization: 'Bearer admin-token' };
const member = { authorization: 'Bearer member-token' };
const read =
  '{ component(id: 2) { ... on Meetings { meetings { nodes { id title { translation(locale: "en") } } } } } }';
const json = { 'Content-Type': 'application/json' };

for (const dialect of dialectsWith('MeetingsMutation.createMeeting'))
  describe(`a shadow in ${dialect}`, () => {
    test('finds no difference between two stand-ins', async (t) => {
      const live = await startLiveStandIn(t, dialect);
      const { query, settledReport } = await startBesideLive(t, live.url, { dialect });
      await query(read);
      await query(read, admin);
      await query('{ component(id: 999) { id } }', member);
      await query('{ component { id } }', { authorization: 'Bearer unknown' });
      await query('{ component(id: 2) {');
      const { url, counts, groups } = await settledReport();
      assert.equal(url, live.url);
      assert.deepEqual(groups, []);
      assert.deepEqual({ ...counts, compared: 4, equal: 4, notSent: 1 }, counts);
      const users = live.world.requests.find().map(({ user, status }) => [user, status]);
      assert.deepEqual(users, [
        [null, 200],
        [1, 200],
        [2, 200],
        [null, 200],
      ]);
    });

    test('sends a mutation in a form that changes nothing', async (t) => {
      const live = await startLiveStandIn(t, dialect);
      const before = (await live.send('GET', '/__admin/state')).body;
      const { send, settledReport, world } = await startBesideLive(t, live.url, { dialect });
      const { translator } = suiteDialectByName(dialect);
      const mutate = async (name: string, variables: object): Promise<AnyData> => {
        const request = {
          query: print(translator.translateDocument(parse(readOperation(name)))),
          variables: translator.translateVariables({
            componentId: 2,
            input: { locale: 'en', toggleTranslations: false, attributes: inPersonAttributes },
            ...variables,
          }),
        };
        return (await send('POST', '/api', request, member)).body.data.component;
      };
      const { id } = (await mutate('create-meeting', {})).createMeeting;
      assert.equal((await mutate('update-meeting', { meetingId: id })).meeting.update.id, id);
      assert.ok(world.store.find('meetings', Number(id)));
      const { counts, groups } = await settledReport();
      assert.equal(counts.compared, 2);
      assert.deepEqual((await live.send('GET', '/__admin/state')).body, before);
      // The meeting of the stand-in is not on the live deployment.
      assert.deepEqual(
        groups.map(({ cause }) => /^MeetingMutation\.update: .* \/ /.test(cause)),
        [true],
      );
      for (const { coordinates } of live.world.requests.find()) assert.ok(coordinates.includes('Mutation.component'));
    });

    test('groups differences by cause, with an example of both responses', async (t) => {
      const live = await startLiveStandIn(t, dialect);
      live.world.store.update((transaction) => {
        for (const { id } of live.world.store.all('meetings'))
          transaction.update('meetings', id, { title: { en: `Live ${id}` } });
      });
      const { send, settledReport } = await startBesideLive(t, live.url, { dialect });
      const aliased = read.replace('nodes', 'list: nodes').replace('title', 'name: title');
      await send('POST', '/api', { query: `query Meetings ${aliased}`, operationName: 'Meetings' }, member);
      await send('POST', '/api', { query: read });
      const report = await settledReport();
      const { cause, kind, count, known, example } = onlyGroup(report);
      assert.deepEqual([cause, kind, count, known], ['Meeting.title.translation: another value', 'value', 2, null]);
      assert.deepEqual([example.role, example.operationName, example.variables], ['member', 'Meetings', {}]);
      assert.match(example.difference.path, /^body\.data\.component\.meetings\.list\.\d\.name\.translation$/);
      assert.match(String(example.difference.live), /^Live \d$/);
      assert.doesNotMatch(String(example.difference.standIn), /^Live/);
      assert.equal(example.live.status, 200);
      assert.match(JSON.stringify(example.live.body), /Live 1/);
      assert.doesNotMatch(JSON.stringify(example.standIn.body), /Live/);
      assert.deepEqual([report.counts.different, report.counts.equal], [2, 0]);
    });
  });

const dataWith = (id: string, time: string) => ({ data: { component: { id, meetings: [{ id, createdAt: time }] } } });

describe('what a shadow compares', () => {
  test('is not ids and times of records', async (t) => {
    const url = await startLive(t, (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(dataWith('71', '2020-01-01T00:00:00+00:00')));
    });
    const { shadow, settledReport } = await startBesideLive(t, url);
    const response = {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(dataWith('2', '2026-01-01T00:00:00+00:00')),
    };
    const request = { query: '{ __typename }', time: '', headers: {}, role: 'anonymous', response } as const;
    shadow.add({ ...request, show: (value) => value });
    assert.equal((await settledReport()).counts.equal, 1);
  });

  const responses: [title: string, status: number, body: object, cause: string, kind: string][] = [
    [
      'an error',
      200,
      { errors: [{ message: 'No', extensions: { code: 'NO' } }] },
      'Query.component: success / NO',
      'outcome',
    ],
    ['a status', 500, { errors: [{ message: 'No' }] }, 'Query.component: success / HTTP 500', 'outcome'],
    ['a missing value', 200, { data: { component: null } }, 'Query.component: a value instead of null', 'shape'],
    ['a missing member', 200, { data: { component: {} } }, 'ComponentInterface.__typename: unexpected', 'shape'],
  ];
  for (const [title, status, body, cause, kind] of responses)
    test(`is ${title}`, async (t) => {
      const url = await startLive(t, (_, response) => {
        response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
      });
      const { query, settledReport } = await startBesideLive(t, url);
      await query('{ component(id: 2) { __typename } }');
      const group = onlyGroup(await settledReport());
      assert.deepEqual([group.cause, group.kind], [cause, kind]);
    });

  test('is marked if its cause is known', async (t) => {
    const url = await startLive(t, (_, response) => void response.writeHead(500, json).end('{"errors":[]}'));
    const { query, settledReport } = await startBesideLive(t, url, { dialect: 'decidim-0.32' });
    await query('{ session { user { avatarUrl } } }', admin);
    await query('{ session { user { nickname } } }', admin);
    const { counts, groups } = await settledReport();
    assert.deepEqual([counts.known, counts.different], [1, 1]);
    assert.deepEqual(
      groups.map(({ cause, known }) => [cause, known !== null]),
      [
        ['User.nickname: success / HTTP 500', false],
        ['User.avatarUrl: success / HTTP 500', true],
      ],
    );
  });
});

describe('what a shadow sends', () => {
  test('is the request, with the credentials of the live deployment', async (t) => {
    const received: { authorization?: string | undefined; agent?: string | undefined; body: string }[] = [];
    const url = await startLive(t, async (message, response) => {
      const { authorization, 'user-agent': agent } = message.headers;
      received.push({ authorization, agent, body: (await readAllBytes(message)).toString() });
      const token = message.url === '/api/sign_in' ? { jwt_token: 'token-from-sign-in' } : {};
      response.writeHead(200, json).end(JSON.stringify({ data: {}, ...token }));
    });
    const environment = {
      PLENUM_SHADOW_ADMIN_KEY: 'live-key',
      PLENUM_SHADOW_ADMIN_SECRET: 'live-secret',
      PLENUM_SHADOW_MEMBER_TOKEN: 'live-member-token',
      PLENUM_OTHER_TOKEN: 'of another server',
    };
    const { send, settledReport } = await startBesideLive(t, url, { environment });
    const request = {
      query: 'query A($id: ID!) { component(id: $id) { id } }',
      variables: { id: 2 },
      operationName: 'A',
    };
    for (const headers of [admin, admin, member, {}, { authorization: 'Bearer unknown' }])
      await send('POST', '/api', request, headers);
    assert.equal((await settledReport()).counts.compared, 5);
    assert.deepEqual(
      received.map(({ authorization }) => authorization),
      [
        undefined,
        'Bearer token-from-sign-in',
        'Bearer token-from-sign-in',
        'Bearer live-member-token',
        undefined,
        'Bearer not.a.token',
      ],
    );
    assert.deepEqual(JSON.parse(received[1]!.body), { ...request, query: print(parse(request.query)) });
    assert.equal(received[1]!.agent, 'plenum-shadow');
  });

  test('is nothing without credentials of the role, nor for a mutation without a form, a fault or what is forwarded', async (t) => {
    const live = await startLiveStandIn(t);
    const upstream = await startLive(t, (_, response) => void response.writeHead(200, json).end('{"data":{}}'));
    const { query, settledReport, world } = await startBesideLive(t, live.url, {
      environment: {},
      serve: { upstream: new URL(upstream).origin },
    });
    await query('{ __typename }', admin);
    await query('{ __typename }', member);
    await query('mutation { deploy { id } }');
    await query('{ unknownField }');
    const { id } = world.faults.add({ effect: { graphqlError: { message: 'no' } } });
    await query('{ __typename }');
    world.faults.delete(id);
    await query('{ __typename }');
    const { counts, notSent } = await settledReport();
    assert.deepEqual([counts.observed, counts.notSent, counts.equal], [6, 5, 1]);
    assert.deepEqual(notSent, [
      { reason: 'there are no credentials: PLENUM_SHADOW_ADMIN_TOKEN is not set', count: 1 },
      { reason: 'there are no credentials: PLENUM_SHADOW_MEMBER_TOKEN is not set', count: 1 },
      { reason: 'a mutation with an unknown field: Mutation.deploy', count: 1 },
      { reason: 'it was forwarded to the upstream', count: 1 },
      { reason: 'a fault was applied', count: 1 },
    ]);
    assert.equal(live.world.requests.count(), 1);
  });

  test('is no document in which another server finds a mutation that writes', async (t) => {
    const received: string[] = [];
    const url = await startLive(t, async (message, response) => {
      received.push((JSON.parse((await readAllBytes(message)).toString()) as { query: string }).query);
      response.writeHead(200, json).end('{"data":{}}');
    });
    const { send, settledReport } = await startBesideLive(t, url, { dialect: 'decidim-0.32' });
    const documents = [...ambiguousDocuments.map(([, query]) => query), mutationWithBlockString];
    for (const query of documents)
      for (const operationName of [undefined, 'A', 'B']) await send('POST', '/api', { query, operationName }, admin);
    const { counts } = await settledReport();
    assert.equal(counts.observed, documents.length * 3);
    for (const query of received) assert.equal(countWrites(query), 0, query);
    assert.equal(counts.notSent + received.length, counts.observed);
  });

  test('is nothing that has a credential of the stand-in', async (t) => {
    const live = await startLiveStandIn(t);
    const { send, settledReport } = await startBesideLive(t, live.url);
    const query = 'query($t: String) { a: __type(name: $t) { name } }';
    for (const request of [
      { query, variables: { t: 'Bearer member-token' } },
      { query: '{ __type(name: "admin-token") { name } }' },
      { query: '{ __typename } # admin-token' },
    ])
      await send('POST', '/api', request);
    const { counts, notSent } = await settledReport();
    assert.deepEqual([counts.observed, live.world.requests.count()], [3, 1]);
    assert.deepEqual(notSent, [{ reason: 'it has a credential of the stand-in', count: 2 }]);
  });

  test('is not sent on by a stand-in that is the live deployment of itself', async (t) => {
    const live = await startLiveStandIn(t);
    const { url, query, settledReport } = await startBesideLive(t, live.url);
    const other = await startBesideLive(t, url);
    await other.query('{ __typename }');
    assert.equal((await other.settledReport()).counts.equal, 1);
    await query('{ __typename }');
    assert.equal((await settledReport()).counts.observed, 1);
  });

  test('includes the requests of test sessions', async (t) => {
    const live = await startLiveStandIn(t);
    const { query, settledReport } = await startBesideLive(t, live.url);
    await query('{ __typename }', { 'x-plenum-session': 'one' });
    assert.equal((await settledReport()).counts.equal, 1);
  });
});

test('incomplete credentials are a usage error', async (t) => {
  await assert.rejects(
    startBesideLive(t, 'http://localhost/api', { environment: { PLENUM_SHADOW_ADMIN_KEY: 'key' } }),
    (error) => error instanceof CommandError && /PLENUM_SHADOW_ADMIN_SECRET is not set/.test(error.message),
  );
});

describe('the control API', () => {
  test('reports and forgets', async (t) => {
    const url = await startLive(t, (_, response) => void response.writeHead(500, json).end('{"errors":[]}'));
    const { send, query, settledReport } = await startBesideLive(t, url);
    const { assertResponse } = await createOpenApiValidator({ send });
    await query('{ __typename }');
    await settledReport();
    const response = await send('GET', '/__admin/shadow');
    assertResponse('GET', '/__admin/shadow', response);
    assert.equal(response.body.groups.length, 1);
    assertResponse('DELETE', '/__admin/shadow', await send('DELETE', '/__admin/shadow'));
    const { counts, groups } = await settledReport();
    assert.deepEqual([counts.observed, groups], [0, []]);
  });

  test('says that there is no live deployment', async (t) => {
    const { send } = await startControlServer(t);
    const { assertResponse } = await createOpenApiValidator({ send });
    const response = await send('GET', '/__admin/shadow');
    assertResponse('GET', '/__admin/shadow', response);
    assert.equal(response.body.url, null);
    assert.equal((await send('DELETE', '/__admin/shadow')).status, 204);
  });
});
