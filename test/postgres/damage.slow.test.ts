import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { exportSchema } from '../../src/store/postgres/export.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { resetPostgresStore } from '../../src/store/postgres/reset.ts';
import { createMemoryStore } from '../support/stores.ts';
import { isCommandError } from '../support/folders.ts';
import { type Postgres, createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { runPlenum } from '../support/process.ts';
import { openShared, serveShared } from '../support/shared-store.ts';
import { storeClock as clock } from '../support/store-tests.ts';
import { recordsByKind, renameMeeting } from '../support/stored-records.ts';
import { demoWorld } from '../support/test-server.ts';

/** Damage to the rows of a schema, `$`, with the world and three writes. What it is called, the SQL, and the message. */
const damages: [title: string, sql: string, message: RegExp][] = [
  ['a write is missing', 'delete from $.entries where seq = 2', /: write 3 follows write 1$/],
  [
    'the last write is missing',
    'delete from $.entries where seq = 3',
    /: the entries end with write 2, but write 3 was acknowledged$/,
  ],
  ['the head is missing', 'delete from $.head', /: the head is missing; --reset makes a new one$/],
  ['the snapshot is missing', 'delete from $.snapshots', /: there is no snapshot$/],
  ['the snapshot lacks its first part', 'delete from $.snapshots where part = 1', /: snapshot 0: part 1 is missing$/],
  [
    'the organization is missing',
    `update $.snapshots set records = (records::jsonb - 'organization')::json`,
    /: there must be exactly one organization$/,
  ],
  ...(['null', '5', '"text"', '[]'] as const).map((json): [string, string, RegExp] => [
    `the snapshot is ${json}`,
    `update $.snapshots set records = '${json}'`,
    /: snapshot 0, part 1: not an object with records by kind$/,
  ]),
  ...(['null', '5', '[]'] as const).map((json): [string, string, RegExp] => [
    `a write is ${json}`,
    `update $.entries set put = '${json}' where seq = 2`,
    /: write 2: not an object with records by kind$/,
  ]),
  [
    'a write has no value',
    'update $.entries set put = null where seq = 2',
    /: write 2: not an object with records by kind$/,
  ],
  [
    'a write has no list',
    `update $.entries set put = '{ "meetings": 5 }' where seq = 2`,
    /: write 2: meetings is not a list$/,
  ],
  ...(['null', '7', '{}', '{ "id": "1" }'] as const).map((json): [string, string, RegExp] => [
    `a record is ${json}`,
    `update $.entries set put = '{ "meetings": [${json}] }' where seq = 2`,
    /: write 2: meetings: record 1 is not an object with an id$/,
  ]),
  [
    'a kind is unknown',
    `update $.entries set put = '{ "badges": [] }' where seq = 2`,
    /: write 2: unknown kind of record badges; was it written by a newer version\?$/,
  ],
];

const keyDamages: [title: string, sql: string][] = [
  ['missing', 'delete from $.signing_key'],
  ['empty', `update $.signing_key set key = ''`],
  ['one byte', `update $.signing_key set key = '\\x00'`],
  ['a byte too long', `update $.signing_key set key = key || '\\x00'`],
];
const keyMessage = /: the signing key must have 32 bytes; --reset makes a new one$/;

describe('damaged rows', { skip: whyNoPostgres, timeout: 120_000 }, () => {
  let postgres: Postgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres.stop());

  async function damage(t: Parameters<typeof createSchemaUrl>[0], sql: string): Promise<string> {
    const { url, schema } = createSchemaUrl(t, postgres);
    const { store, close } = await openPostgresStore({ url, world: demoWorld, clock });
    for (const title of ['one', 'two', 'three']) await renameMeeting(store, 1, title);
    await close();
    await runSql(url, sql.replaceAll('$', schema));
    return url;
  }

  for (const [title, sql, message] of damages)
    test(`the start and an export end with 65, and a reset repairs it: ${title}`, async (t) => {
      const url = await damage(t, sql);
      await assert.rejects(openPostgresStore({ url, world: demoWorld }), isCommandError(65, message));
      // Only a start looks for the way to repair it.
      await assert.rejects(exportSchema(url), isCommandError(65, /: (?!.*cannot be used)/));
      await resetPostgresStore({ url, world: demoWorld, clock });
      const { store } = await openShared(t, url, { clock });
      assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
      await renameMeeting(store, 1, 'After the reset');
    });

  for (const [title, sql] of keyDamages)
    test(`the start ends with 65, and a reset repairs it: the signing key is ${title}`, async (t) => {
      const url = await damage(t, sql);
      await assert.rejects(openPostgresStore({ url, world: demoWorld }), isCommandError(65, keyMessage));
      await resetPostgresStore({ url, world: demoWorld, clock });
      const { signingKey } = await openShared(t, url);
      assert.equal(signingKey.length, 32);
    });

  test('a reset repairs a head that is behind', async (t) => {
    const url = await damage(t, 'update $.head set seq = 1');
    await resetPostgresStore({ url, world: demoWorld, clock });
    const { store } = await openShared(t, url, { clock });
    assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
  });

  test('the command ends with 65 and one line', async (t) => {
    const url = await damage(t, `update $.entries set put = '[]' where seq = 2`);
    for (const args of [
      ['serve', '--port', '0', '--store', url],
      ['export', '--store', url, '--out', '/nowhere'],
    ]) {
      const { code, stdout, stderr } = await runPlenum(t, args);
      assert.deepEqual([code, stdout], [65, ''], stderr);
      assert.match(stderr, /^plenum: .+, schema \w+: write 2: not an object with records by kind\n$/);
    }
  });

  test('a server that runs shows none of a damaged write, and its health says why', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const server = await serveShared(t, url);
    const { store } = server.openedStore;
    const meeting = store.find('meetings', 1);
    await runSql(
      url,
      `insert into ${schema}.entries (seq, kind, put, schema_checksum, server, batch)
         select 1, 'put', '{ "meetings": [{ "id": 1 }, null] }', (select schema_checksum from ${schema}.snapshots limit 1), gen_random_uuid(), 1;
       update ${schema}.head set seq = 1`,
    );
    const problem = async () => (await server.control('GET', '/health')).body.database.problem as string | null;
    while ((await problem()) === null) await setTimeout(10);
    assert.match((await problem())!, /: write 1: meetings: record 2 is not an object with an id$/);
    assert.equal(store.find('meetings', 1), meeting);
    await resetPostgresStore({ url, world: demoWorld });
    while ((await problem()) !== null) await setTimeout(10);
    await renameMeeting(store, 1, 'After the reset');
  });

  test('a server whose signing key another client damages keeps its own, and its health says why', async (t) => {
    const { url, schema } = createSchemaUrl(t, postgres);
    const server = await serveShared(t, url);
    await runSql(
      url,
      `update ${schema}.signing_key set key = '\\x00';
       insert into ${schema}.entries (seq, kind, schema_checksum, server, batch)
         select 1, 'key', (select schema_checksum from ${schema}.snapshots limit 1), gen_random_uuid(), 1;
       update ${schema}.head set seq = 1`,
    );
    const problem = async () => (await server.control('GET', '/health')).body.database.problem as string | null;
    while ((await problem()) === null) await setTimeout(10);
    assert.match((await problem())!, keyMessage);
  });
});
