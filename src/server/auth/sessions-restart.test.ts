import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openStore } from '../../../test/support/stores.ts';
import { demoWorld } from '../../../test/support/test-server.ts';
import { createAuthentication } from './authentication.ts';

const member = ['member-key', 'member-secret-0123456789'] as const;

/** Opens the sessions of a data folder, like `serve`. */
async function openSessions(data: string) {
  const { store, close } = await openStore({ data, world: demoWorld });
  const sessions = createAuthentication({
    store,
    lifetimeSeconds: 7200,
  });
  return { sessions, store, close };
}

const dataFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-sessions-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('a restart keeps tokens and cookies valid, and revoked tokens invalid', async (t) => {
  const data = dataFolder(t);
  const first = await openSessions(data);
  const { user, token } = (await first.sessions.signIn(...member))!;
  const cookie = first.sessions.signCookie({ user }, 60);
  const revoked = (await first.sessions.signIn(...member))!;
  await first.sessions.signOut(`Bearer ${revoked.token}`);
  await first.sessions.signOut(`Bearer ${revoked.token}`);
  assert.equal(first.store.all('revocations').length, 1);
  await first.close();
  for (const start of ['second', 'third']) {
    const { sessions, close } = await openSessions(data);
    assert.equal((await sessions.findViewer(`Bearer ${token}`))?.id, 2, start);
    assert.equal(sessions.verifyCookie(cookie.value)?.user?.id, 2, start);
    assert.equal(await sessions.findViewer(`Bearer ${revoked.token}`), null, start);
    await close();
  }
});
