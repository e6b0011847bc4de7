import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgresStore } from '../../src/store/postgres.ts';
import type { DatabaseError } from '../../src/errors.ts';
import { freePort, runPlenum } from '../support/process.ts';
import { copyDemoWorld, editWorld, isCommandError } from '../support/folders.ts';
import {
  type Postgres,
  createSchemaUrl,
  openShared,
  runSql,
  startPostgres,
  whyNoPostgres,
} from '../support/postgres.ts';
import { renameMeeting } from '../support/stores.ts';
import { demoWorld } from '../support/test-server.ts';

const change = (url: string, edit: (parts: URL) => void): string => {
  const parts = new URL(url);
  edit(parts);
  return parts.href;
};

describe('a database that cannot be used', { skip: whyNoPostgres }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  const failures: [string, (url: string, schema: string) => Promise<string> | string, number, RegExp][] = [
    [
      'that is unreachable',
      async (url) => {
        const port = await freePort();
        return change(url, (parts) => (parts.port = String(port)));
      },
      69,
      /cannot be used: connect ECONNREFUSED 127\.0\.0\.1/,
    ],
    [
      'that refuses the password',
      (url) => change(url, (parts) => (parts.password = 'secret-of-mine')),
      69,
      /cannot be used: the password is wrong \(/,
    ],
    [
      'that does not exist',
      (url) => change(url, (parts) => (parts.pathname = '/nowhere')),
      69,
      /\/nowhere, schema \w+ cannot be used: the database does not exist \(/,
    ],
    [
      'whose user may not create a schema',
      async (url, schema) => {
        await runSql(url, `create role u_${schema} login password 'secret-of-mine'`);
        return change(url, (parts) => ([parts.username, parts.password] = [`u_${schema}`, 'secret-of-mine']));
      },
      69,
      /cannot be used: the user lacks a permission \(permission denied for database postgres\)/,
    ],
  ];
  for (const [title, prepare, code, message] of failures)
    test(`a database ${title} ends the start with ${code} and a message without the password`, async (t) => {
      const { url, schema } = createSchemaUrl(t, postgres);
      const wrong = await prepare(url, schema);
      await assert.rejects(openPostgresStore({ url: wrong, world: demoWorld }), (error: Error) => {
        isCommandError(code, message)(error);
        assert.ok(!error.message.includes('secret-of-mine') && !error.message.includes(new URL(url).password));
        return true;
      });
    });

  test('a password that is not encoded ends the start with 2, and is not repeated', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const { host } = new URL(url);
    for (const command of [['serve'], ['serve', '--reset']]) {
      const store = `postgres://postgres:12/secret-of-mine@${host}/postgres`;
      const { code, stdout, stderr } = await runPlenum(t, command, { PLENUM_STORE: store });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /write \/ as %2F/);
      assert.doesNotMatch(stderr, /secret-of-mine/);
    }
  });

  test('a world with a problem ends the start with 2, and no schema is created', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const world = copyDemoWorld(t);
    editWorld(world, 'meetings', (records) => records.push({ id: 1 }));
    await assert.rejects(openPostgresStore({ url, world }), isCommandError(2, 'meetings.json: record 5'));
    assert.deepEqual(await runSql(url, `select from pg_namespace where nspname = '${schema}'`), []);
  });

  test('the command ends with the exit code and one line', async (t) => {
    const { url } = createSchemaUrl(t, postgres);
    const wrong = change(url, (parts) => (parts.password = 'secret-of-mine'));
    for (const args of [
      ['serve', '--port', '0'],
      ['serve', '--port', '0', '--reset'],
    ]) {
      const { code, stdout, stderr } = await runPlenum(t, args, { PLENUM_STORE: wrong });
      assert.equal(code, 69);
      assert.match(
        stderr,
        /^plenum: postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres, schema \w+ cannot be used: .+\n$/,
      );
      assert.ok(!(stdout + stderr).includes('secret-of-mine'));
    }
  });

  test('a full disk undoes writes, and later ones are stored again', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store } = await openShared(t, url);
    await runSql(
      url,
      `create function ${schema}.fill() returns trigger language plpgsql as $$ begin
         raise exception 'could not extend file "base/5/16391": No space left on device' using errcode = '53100'; end $$;
       create trigger fill before insert on ${schema}.lines execute function ${schema}.fill()`,
    );
    const stored = store.find('meetings', 1);
    await assert.rejects(renameMeeting(store, 1, 'lost'), ({ cause }: DatabaseError) =>
      (cause as Error).message.startsWith('the disk of the database is full (could not extend file'),
    );
    assert.equal(store.find('meetings', 1), stored);
    await runSql(url, `drop trigger fill on ${schema}.lines`);
    await renameMeeting(store, 1, 'stored');
    const { store: other } = await openShared(t, url);
    assert.equal(other.find('meetings', 1)!.title['en'], 'stored');
  });
});
