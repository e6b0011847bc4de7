import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { after } from 'node:test';
import {
  type ControlledRequest,
  type ControlledSession,
  createMeeting,
  dialectNames,
  openSession,
  organizationQuery,
  stopServers,
} from '../../../test/support/control-server.ts';

after(stopServers);

const match = { coordinate: 'MeetingsMutation.createMeeting' };

/** What a client receives: everything until the connection ends, or until it disconnects after a time. */
interface Received {
  text: string;
  /** How the connection ended. */
  end: 'closed' | 'reset' | 'open';
}

/** Sends a request over a socket of its own. */
function sendOverSocket(
  { name, server }: ControlledSession,
  { query = organizationQuery, variables = {} }: ControlledRequest = {},
  waitMs = 5000,
): Promise<Received> {
  const body = JSON.stringify({ query, variables });
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write(
        `POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Plenum-Session: ${name}\r\n` +
          `Authorization: Bearer member-token\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      ),
    );
    const end = (how: Received['end']) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, end: how });
    };
    const timer = setTimeout(() => end('open'), waitMs);
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNRESET' ? 'reset' : 'closed'));
    socket.on('end', () => end('closed'));
  });
}

/** Sends a request without a socket; resolves with its text, or rejects as `fetch` does. */
const sendInProcess = async (
  { name, server }: ControlledSession,
  { query = organizationQuery, variables = {} }: ControlledRequest = {},
  init: RequestInit = {},
): Promise<string> => {
  const headers = {
    'content-type': 'application/json',
    'x-plenum-session': name,
    authorization: 'Bearer member-token',
  };
  const body = JSON.stringify({ query, variables });
  return (await server.fetch(server.url, { method: 'POST', headers, body, ...init })).text();
};

for (const dialect of dialectNames) {
  test(`${dialect}: reset resets the connection, and nothing is sent`, async (t) => {
    const session = await openSession(t, dialect);
    const before = session.meetings();
    session.addFault({ match, effect: { reset: true } });
    assert.deepEqual(await sendOverSocket(session, createMeeting), { text: '', end: 'reset' });
    await assert.rejects(sendInProcess(session, createMeeting), { code: 'ECONNRESET' });
    assert.equal(session.meetings(), before);
  });

  test(`${dialect}: hang sends nothing, and keeps the connection open`, async (t) => {
    const session = await openSession(t, dialect);
    const before = session.meetings();
    session.addFault({ match, effect: { hang: true } });
    assert.deepEqual(await sendOverSocket(session, createMeeting, 300), { text: '', end: 'open' });
    const signal = AbortSignal.timeout(300);
    await assert.rejects(sendInProcess(session, createMeeting, { signal }), { name: 'AbortError' });
    assert.equal(session.meetings(), before);
  });

  test(`${dialect}: a client that disconnects during a delay ends the execution`, async (t) => {
    const session = await openSession(t, dialect);
    const before = session.meetings();
    for (const rule of [{ match }, {}]) {
      const { id } = session.addFault({ ...rule, effect: { delay: { ms: 200 } } });
      assert.equal((await sendOverSocket(session, createMeeting, 50)).end, 'open');
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(session.meetings(), before);
      session.world.faults.delete(id);
    }
    assert.equal((await session.send(createMeeting)).status, 200);
  });
}

test('other requests are answered while some hang or are delayed', async (t) => {
  const session = await openSession(t, 'specification');
  session.addFault({ match: { user: 2 }, effect: { hang: true }, times: 1 });
  session.addFault({ match: { user: 2 }, effect: { delay: { ms: 3_600_000 } } });
  const pending = [sendOverSocket(session, {}, 500), sendOverSocket(session, {}, 500)];
  assert.equal((await session.send({ actor: 'other' })).status, 200);
  for (const { end } of await Promise.all(pending)) assert.equal(end, 'open');
});
