import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { dialects, startControlledServer } from '../../../test/support/control-server.ts';
import { inPersonAttributes, meetingAttributes } from '../../../test/support/inputs.ts';
import { type AnyData, readOperation } from '../../../test/support/test-server.ts';
import { StorageError } from '../../errors.ts';
import { ProblemError } from '../api/problem.ts';

const member = { Authorization: 'Bearer member-token' };
const namedQuery =
  'query Meetings { component(id: 2) { id ...List } } fragment List on Meetings { __typename meetings { nodes { id } } }';

for (const tested of dialects)
  describe(`the recorded requests of ${tested.name}`, () => {
    test('has an exchange for each request, newest last', async (t) => {
      const { requests, clock, send } = await startControlledServer(t, tested);
      clock.setting = { mode: 'fixed', time: Date.parse('2027-01-01T00:00:00Z') };
      await send({ query: namedQuery }, member);
      const variables = { componentId: 2, input: { attributes: meetingAttributes } };
      const refused = await send({ query: readOperation('create-meeting'), variables });
      const [read, write, ...others] = requests.find();
      assert.deepEqual(others, []);
      assert.ok(read!.milliseconds > 0);
      assert.ok(Math.abs(Date.parse(read!.receivedAt) - Date.now()) < 60_000);
      assert.deepEqual(read, {
        id: 1,
        time: '2027-01-01T00:00:00.000Z',
        receivedAt: read!.receivedAt,
        method: 'POST',
        path: '/api',
        operationName: 'Meetings',
        coordinates: [
          'Query.component',
          'ComponentInterface.id',
          'Meetings.meetings',
          'MeetingConnection.nodes',
          'Meeting.id',
        ],
        user: 2,
        variables: null,
        status: 200,
        waiting: false,
        errorCodes: [],
        errorMessages: [],
        milliseconds: read!.milliseconds,
        fault: null,
      });
      assert.equal(write!.user, null);
      assert.deepEqual(write!.variables, variables);
      assert.equal(write!.errorCodes.length, 1);
      assert.deepEqual(
        write!.errorMessages,
        ((await refused.json()) as AnyData).errors.map(({ message }: { message: string }) => message),
      );
      // The mutation was refused before it was executed.
      assert.ok(write!.coordinates.includes('MeetingsMutation.createMeeting'));
    });

    test('has the errors of invalid attributes as one text', async (t) => {
      const { requests, url, send } = await startControlledServer(t, tested);
      const attributes = { ...inPersonAttributes, title: '', description: '' };
      const input = { locale: 'en', attributes };
      const body = { query: readOperation('create-meeting'), variables: { componentId: 2, input } };
      const { errors } = (await (await send(body, member)).json()) as AnyData;
      const expected =
        tested.name === 'specification'
          ? 'Not valid: description cannot be blank; title cannot be blank.'
          : 'attributes.title cannot be blank; attributes.description cannot be blank';
      // Decidim responds with a list of errors in place of the message.
      assert.equal(Array.isArray(errors[0].message), tested.name !== 'specification');
      assert.deepEqual(requests.find()[0]!.errorMessages, [expected]);
      const listed = (await (await fetch(`${url}/__admin/requests`)).json()) as AnyData;
      assert.deepEqual(listed.requests[0].errorMessages, [expected]);
    });

    test('has the operation that the client named, with the fields of its fragments only', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      const query = `
        fragment F on Organization { ...G }
        query A { organization { ...F } }
        query B { component(id: 2) { id } }
        fragment G on Organization { name { __typename } }`;
      await send({ query, operationName: 'A' });
      await send({ query, operationName: 'B' });
      await send({ query });
      const ofA = ['Query.organization', 'Organization.name'];
      const ofB = ['Query.component', 'ComponentInterface.id'];
      assert.deepEqual(
        requests.find().map(({ operationName, coordinates }) => [operationName, coordinates]),
        [
          ['A', ofA],
          ['B', ofB],
          [null, [ofA[0], ...ofB, ofA[1]]],
        ],
      );
    });

    test('has sign-in, sign-out, unknown paths and malformed requests, without query strings', async (t) => {
      const { url, requests } = await startControlledServer(t, tested);
      const body = new URLSearchParams({
        'api_user[key]': 'member-key',
        'api_user[secret]': 'member-secret-0123456789',
      });
      await fetch(`${url}/api/sign_in`, { method: 'POST', body });
      await fetch(`${url}/api/sign_out`, { method: 'DELETE', headers: member });
      await fetch(`${url}/graphql?token=member-token`);
      await fetch(`${url}/api`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' });
      await fetch(`${url}/`);
      await fetch(`${url}/__admin/health`);
      const exchanges = requests.find();
      assert.deepEqual(
        exchanges.map(({ method, path }) => `${method} ${path}`),
        ['POST /api/sign_in', 'DELETE /api/sign_out', 'GET /graphql', 'POST /api'],
      );
      assert.deepEqual(exchanges.map(({ status }) => status).slice(0, 3), [200, 200, 404]);
      assert.ok(exchanges[3]!.status! >= 400);
      for (const { operationName, coordinates, user, variables } of exchanges)
        assert.deepEqual([operationName, coordinates, user, variables], [null, [], null, null]);
    });

    test('has the codes of errors, and of a bug', async (t) => {
      const { requests, store, send } = await startControlledServer(t, tested);
      await send({ query: '{ component(id: 2) { ' });
      await send({ query: 'mutation { component(id: 999) { id } }' }, member);
      t.mock.method(store, 'find', () => {
        throw new Error('a bug');
      });
      await send({ query: namedQuery });
      const [syntaxError, , bug] = requests.find();
      assert.deepEqual(syntaxError!.errorCodes, [null]);
      assert.deepEqual(
        [bug!.status, bug!.errorCodes],
        tested.name === 'specification' ? [200, ['INTERNAL_ERROR']] : [500, []],
      );
    });

    test('has the error and the reason of a write that is refused with 503', async (t) => {
      const { requests, store, send } = await startControlledServer(t, tested);
      const variables = { componentId: 2, input: { attributes: meetingAttributes } };
      t.mock.method(store, 'write', () => Promise.reject(new StorageError(new Error('full'))));
      const { status } = await send(
        { query: readOperation('create-meeting'), variables },
        { Authorization: 'Bearer x' },
      );
      const [{ errorCodes, errorMessages, reason }] = requests.find() as [AnyData];
      assert.deepEqual(
        { status, errorCodes, errorMessages, reason },
        {
          status: 503,
          errorCodes: [null],
          errorMessages: ['The records could not be written to the disk. Nothing was changed.'],
          reason: 'the Authorization header has no valid token, so the request is anonymous',
        },
      );
    });

    test('is empty after clear, and ids go on', async (t) => {
      const { requests, send } = await startControlledServer(t, tested);
      await send({ query: namedQuery });
      requests.clear();
      assert.deepEqual(requests.find(), []);
      await send({ query: namedQuery });
      assert.deepEqual(
        requests.find().map(({ id }) => id),
        [2],
      );
    });
  });

test('find and count select by match and by error code', async (t) => {
  const { requests, send } = await startControlledServer(t);
  const query = 'query One($id: ID!) { component(id: $id) { id } }';
  await send({ query, variables: { id: '2', unused: { a: 1, b: [1, 2] } } }, member);
  await send({ query: 'query Two { component(id: 2) { ... on Meetings { meetings { nodes { id } } } } }' });
  await send({ query: 'mutation { component(id: 2) { id } }' });
  const idsOf = (filter: Parameters<typeof requests.find>[0]) => requests.find(filter).map(({ id }) => id);
  const codes = requests.find()[2]!.errorCodes;
  const rows: [filter: Parameters<typeof requests.find>[0], ids: number[]][] = [
    [{}, [1, 2, 3]],
    [{ match: {} }, [1, 2, 3]],
    [{ match: { coordinate: 'Meetings.meetings' } }, [2]],
    [{ match: { coordinate: 'Query.component' } }, [1, 2]],
    [{ match: { operationName: 'One' } }, [1]],
    [{ match: { user: 2 } }, [1]],
    [{ match: { user: null } }, [2, 3]],
    [{ match: { user: 2, operationName: 'Two' } }, []],
    [{ match: { variables: { id: '2' } } }, [1]],
    [{ match: { variables: { id: 2 } } }, []],
    [{ match: { variables: { unused: { a: 1 } } } }, [1]],
    [{ match: { variables: { unused: { b: [1, 2] } } } }, [1]],
    [{ match: { variables: { unused: { b: [1] } } } }, []],
    [{ match: { variables: { toString: {} } } }, []],
    [{ match: { variables: {} } }, [1, 2, 3]],
    [{ errorCode: codes[0]! }, codes.length > 0 ? [3] : []],
    [{ errorCode: 'NOT_FOUND_ERROR' }, []],
  ];
  assert.equal(codes.length, 1);
  for (const [filter, ids] of rows) {
    assert.deepEqual(idsOf(filter), ids, JSON.stringify(filter));
    assert.equal(requests.find(filter).length, ids.length);
  }
});

describe('wait', () => {
  const query = '{ component(id: 2) { id } }';
  const filter = { match: { coordinate: 'Query.component' } };

  test('resolves with those already there and those that arrive', async (t) => {
    const { requests, send } = await startControlledServer(t);
    await send({ query });
    const waiting = requests.wait(filter, 3, 10_000);
    await send({ query: '{ organization { __typename } }' });
    await send({ query });
    let isSettled = false;
    void waiting.then(() => (isSettled = true));
    await setImmediate();
    assert.equal(isSettled, false);
    await send({ query });
    assert.deepEqual(
      (await waiting).map(({ id }) => id),
      [1, 3, 4],
    );
  });

  test('rejects with 408 after the timeout', async (t) => {
    const { requests, send } = await startControlledServer(t);
    await send({ query });
    await assert.rejects(requests.wait(filter, 2, 10), (error: ProblemError) => {
      assert.ok(error instanceof ProblemError);
      assert.deepEqual([error.status, error.message], [408, '1 of 2 requests arrived within 10 ms.']);
      return true;
    });
  });

  test('rejects when its signal is aborted', async (t) => {
    const { requests } = await startControlledServer(t);
    const abort = new AbortController();
    const waiting = requests.wait(filter, 1, 10_000, abort.signal);
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    await assert.rejects(requests.wait(filter, 1, 10_000, abort.signal), { name: 'AbortError' });
  });
});

test('a request whose client disconnects before the response has no status', async (t) => {
  const { url, requests } = await startControlledServer(t);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  socket.destroy();
  const [exchange] = await requests.wait({}, 1, 10_000);
  assert.equal(exchange!.status, null);
});

test('a request that hangs is recorded at once, without a status', async (t) => {
  const { url, requests, world } = await startControlledServer(t);
  world.faults.add({ effect: { hang: true } });
  const client = new AbortController();
  const body = JSON.stringify({ query: '{ organization { __typename } }' });
  const headers = { 'Content-Type': 'application/json' };
  const response = fetch(`${url}/api`, { method: 'POST', headers, body, signal: client.signal });
  const [exchange] = await requests.wait({}, 1, 10_000);
  assert.deepEqual([exchange!.status, exchange!.fault], [null, 'fault-1']);
  client.abort();
  await assert.rejects(response);
  assert.equal(requests.find().length, 1);
});
