import assert from 'node:assert/strict';
import test from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { demoWorld } from '../../../test/support/test-server.ts';
import { generateSigningKey } from '../../store/store.ts';
import { createAuthentication } from './authentication.ts';

const lifetimeSeconds = 60;
const member = ['member-key', 'member-secret-0123456789'] as const;

/** Creates authentication of the demo world with a clock that the test sets. */
function createTestAuthentication(start = Date.parse('2020-01-01T12:00:00Z')) {
  const time = { now: start };
  const store = createMemoryStore(demoWorld);
  const authentication = createAuthentication({ store, lifetimeSeconds, clock: () => time.now });
  return { authentication, store, key: store.signingKey, time };
}

test('a token is valid until its lifetime ends', async () => {
  const { authentication, time } = createTestAuthentication();
  const start = time.now;
  const { token } = (await authentication.signIn(...member))!;
  const header = `Bearer ${token}`;
  // The first call caches the claims; the clock goes back at the end.
  for (const [seconds, id] of [
    [0, 2],
    [lifetimeSeconds - 1, 2],
    [lifetimeSeconds, undefined],
    [lifetimeSeconds + 3600, undefined],
    [lifetimeSeconds - 1, 2],
  ] as const) {
    time.now = start + seconds * 1000;
    assert.equal((await authentication.findViewer(header))?.id, id, `after ${seconds} seconds`);
  }
});

test('a token that is first used after its lifetime is anonymous', async () => {
  const { authentication, time } = createTestAuthentication();
  const { token } = (await authentication.signIn(...member))!;
  time.now += lifetimeSeconds * 1000;
  assert.equal(await authentication.findViewer(`Bearer ${token}`), null);
});

const claims = { scp: 'api_user' };
const signToken = (key: Uint8Array, algorithm = 'HS256') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setSubject('1')
    .setJti('made-by-hand')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);

/** Creates invalid Authorization headers from a valid token and its key. */
async function invalidHeaders(token: string, key: Uint8Array): Promise<[string, string][]> {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const adminPayload = Buffer.from(JSON.stringify({ ...decoded, sub: '1' })).toString('base64url');
  const changedSignature = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const unsecured = new UnsecuredJWT(claims).setSubject('1').setExpirationTime('1h').encode();
  return [
    ['a tampered payload', `Bearer ${header}.${adminPayload}.${signature}`],
    ['a tampered signature', `Bearer ${header}.${payload}.${changedSignature}`],
    ['no signature', `Bearer ${header}.${payload}.`],
    ['another key', `Bearer ${await signToken(generateSigningKey())}`],
    ['another algorithm', `Bearer ${await signToken(key, 'HS512')}`],
    ['no algorithm', `Bearer ${unsecured}`],
    ['no algorithm, with a signature', `Bearer ${unsecured}${signature}`],
    ['another scheme', `Token ${token}`],
    ['basic', `Basic ${Buffer.from('member-key:member-secret-0123456789').toString('base64')}`],
    ['no scheme', token],
    ['a lower-case scheme', `bearer ${token}`],
    ['a lower-case scheme with a token of the world', 'bearer admin-token'],
    ['a token of the world in upper case', 'Bearer ADMIN-TOKEN'],
    ['an unknown token', 'Bearer nobody-token'],
    ['a scheme without a token', 'Bearer '],
  ];
}

test('a header without a valid token is anonymous', async (t) => {
  const { authentication, key } = createTestAuthentication(Date.now());
  const { token } = (await authentication.signIn(...member))!;
  assert.equal(
    (await authentication.findViewer(`Bearer ${await signToken(key)}`))?.id,
    1,
    'the token of signToken is valid',
  );
  for (const [name, header] of [...(await invalidHeaders(token, key)), ['an empty header', '']] as const) {
    await t.test(name, async () => assert.equal(await authentication.findViewer(header), null));
  }
  assert.equal(await authentication.findViewer(undefined), null);
  assert.equal((await authentication.findViewer(`Bearer ${token}`))?.id, 2);
});

test('sign-in requires a key and its secret', async () => {
  const { authentication, store } = createTestAuthentication();
  store.update((draft) => draft.update('users', 3, { key: 'other-key', secret: null }));
  assert.equal((await authentication.signIn(...member))?.user.id, 2);
  const rows: [unknown, unknown][] = [
    ['participant', ''],
    ['Participant', 'Participant'],
    ['other-key', 'null'],
    [null, null],
    [undefined, undefined],
    ['other-key', ''],
    ['member-key', 'member-secret-012345678'],
    ['member-key', 'admin-secret-0123456789'],
    ['MEMBER-KEY', 'member-secret-0123456789'],
    [['member-key'], ['member-secret-0123456789']],
  ];
  for (const [key, secret] of rows)
    assert.equal(await authentication.signIn(key, secret), null, JSON.stringify([key, secret]));
});

test('a token of the world cannot be revoked', async () => {
  const { authentication, store } = createTestAuthentication();
  for (const token of ['admin-token', 'member-token', 'other-token']) {
    await authentication.signOut(`Bearer ${token}`);
    assert.equal((await authentication.findViewer(`Bearer ${token}`))?.nickname, token.replace('token', 'key'));
  }
  assert.deepEqual(store.all('revocations'), []);
});
