import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { startTestServer } from '../../test/support/test-server.ts';
import { actorsOfEnvironment, readCredentials } from './credentials.ts';
import { openTarget } from '../targets/open-target.ts';

const environment = { PLENUM_ADMIN_TOKEN: 'admin-token' };

test('the names of the demo world apply only to a stand-in that says it has it', async (t) => {
  const { url } = await startTestServer(t, { isIdentified: true });
  const demo = await openTarget({ url, environment });
  assert.deepEqual([demo.placeholders['proposal'], demo.placeholders['locale']], ['1', 'en']);
  assert.ok(demo.mayChange.has('proposal'));
  for (const identity of ['{"name":"plenum","world":"my-town"}', '{"name":"other","world":"demo"}', 'hello']) {
    const server = createServer((_, response) => void response.end(identity)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    const target = await openTarget({ url: `http://127.0.0.1:${port}/api`, environment });
    assert.deepEqual([target.placeholders, target.mayChange], [{}, new Set()]);
  }
});

test('a target file that names something gets nothing of the demo world', async (t) => {
  const { url } = await startTestServer(t, { isIdentified: true });
  const targetFile = join(createTemporaryFolder(t), 'target.json');
  writeFileSync(targetFile, JSON.stringify({ url, dialect: 'specification', placeholders: { meetings: 2 } }));
  const { placeholders, mayChange } = await openTarget({ targetFile, environment });
  assert.deepEqual([placeholders, mayChange], [{ meetings: '2' }, new Set()]);
});

test('credentials are tokens, or keys and secrets', () => {
  const variables = {
    PLENUM_ADMIN_KEY: 'key',
    PLENUM_ADMIN_SECRET: 'secret',
    PLENUM_MEMBER_TOKEN: 'token',
    PLENUM_OTHER_KEY: 'key',
  };
  assert.deepEqual(readCredentials(actorsOfEnvironment(variables), variables), {
    admin: { credential: { key: 'key', secret: 'secret' } },
    member: { credential: { token: 'token' } },
    other: { missing: 'the environment variable PLENUM_OTHER_SECRET is not set' },
  });
});

test('all missing variables are named at once', () => {
  const variables = { PLENUM_ADMIN_KEY: 'key' };
  assert.throws(
    () => readCredentials(actorsOfEnvironment(variables), variables),
    isCommandError(
      2,
      'no actor can sign in: the environment variables PLENUM_ADMIN_SECRET, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN are not set',
    ),
  );
});
