import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { readOperation } from '../../test/support/test-server.ts';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { assertDraftsPass, readDraft, startRecordedServer } from '../../test/support/recorder.ts';
import { createStandIn } from '../../src/index.ts';
import { replayRecordings } from '../replay/replay.ts';
import { startRecorder } from './recorder.ts';
import { startRecorderFor, startUpstream } from '../../test/support/upstream-server.ts';

const create = readOperation('create-meeting');
const session = '{ session { user { name } } }';
const member = 'member-token';
const json = { 'Content-Type': 'application/json' };
const input = { locale: 'en', attributes: meetingAttributes };

test('records errors and request errors', async (t) => {
  const { send, close } = await startRecordedServer(t);
  const wrong = { locale: 'en', attributes: { ...meetingAttributes, title: ' ', description: '' } };
  await send(create, { componentId: 2, input: wrong }, member);
  await send(create, { componentId: 2, input });
  await send(create, { componentId: 2, input: { attributes: {} } }, member);
  await send('mutation {', {}, member);
  await send('query($id: ID!) { component(id: $id) { nope } }', { id: 2 });
  const { drafts, notRecordable } = await close();
  assert.deepEqual(notRecordable, []);
  assert.deepEqual(
    drafts.map(({ id, requirements, description, steps }) => [id, requirements[0], description, steps[0]!.expect]),
    [
      [
        'create-meeting/recorded-1',
        'operation.create-meeting',
        'createMeeting by member fails with ATTRIBUTE_VALIDATION_ERROR',
        {
          errorCode: 'ATTRIBUTE_VALIDATION_ERROR',
          path: ['component', 'createMeeting'],
          data: { component: { createMeeting: null } },
          invalidAttributes: ['description', 'title'],
        },
      ],
      [
        'create-meeting/recorded-2',
        'operation.create-meeting',
        'createMeeting by anonymous fails with UNAUTHORIZED_OBJECT_ERROR',
        { errorCode: 'UNAUTHORIZED_OBJECT_ERROR', path: null, data: null },
      ],
      [
        'create-meeting/recorded-3',
        'operation.create-meeting',
        'createMeeting by member is a request error',
        {
          requestError: [
            'description" of required type "String!"',
            'endTime" of required type "DateTime!"',
            'registrationType" of required type "RegistrationTypeType!"',
            'startTime" of required type "DateTime!"',
            'title" of required type "String!"',
            'typeOfMeeting" of required type "TypeOfMeeting!"',
          ].map(
            (each) => `Variable "$$input" got invalid value {} at "input.attributes"; Field "${each} was not provided.`,
          ),
        },
      ],
      [
        'document/recorded-1',
        'document.fragments',
        'A document with a syntax error by member is a request error',
        { requestError: ['Syntax Error: Expected Name, found <EOF>.'] },
      ],
      [
        'read/recorded-1',
        'read.component',
        'component by anonymous is a request error',
        { requestError: ['Cannot query field "nope" on type "ComponentInterface". Did you mean "name"?'] },
      ],
    ],
  );
  await assertDraftsPass(t, drafts);
});

test('records a case for each actor, and repeated exchanges once', async (t) => {
  const sentences: string[] = [];
  const { send, close } = await startRecordedServer(t, { onExchange: (sentence) => sentences.push(sentence) });
  for (const token of [member, 'admin-token', member, '', 'of-somebody-else', '']) await send(session, {}, token);
  for (const token of [member, member]) await send(create, { componentId: 2, input }, token);
  const { drafts } = await close();
  assert.deepEqual(
    drafts.map(({ id, steps }) => [id, ...steps.map(({ actor }) => actor)]),
    [
      ['read/recorded-1', 'member'],
      ['read/recorded-2', 'admin'],
      ['read/recorded-3', 'anonymous'],
      ['read/recorded-4', 'stranger'],
      ['create-meeting/recorded-1', 'member'],
    ],
  );
  assert.equal(sentences.length, 8);
  assert.equal(sentences[0], '1. session by member returns data');
  await assertDraftsPass(t, drafts);
});

test('lists exchanges that no case can repeat, with the reason', async (t) => {
  const { send, close } = await startRecordedServer(t);
  await send('query($t: ID!) { component(id: $t) { id } }', { t: '$token' });
  await send('{ a: component(id: "7") { id } b: component(id: "7") { id } }');
  const { written, notRecordable } = await close();
  assert.deepEqual(written, []);
  assert.deepEqual(notRecordable, [
    {
      exchange: 'exchange 1 (component by anonymous)',
      reason: 'it contains a value that a case would read as a placeholder or a pattern',
    },
    { exchange: 'exchange 2 (component by anonymous)', reason: 'the response has 2 errors beside its data' },
  ]);
});

test('a recording of a stand-in replays in its dialect and world, and at its time', async (t) => {
  const standIn = await createStandIn({ dialect: 'decidim-0.31', world: 'town' });
  t.after(() => standIn.close());
  const out = join(createTemporaryFolder(t), 'recording.json');
  const recorder = await startRecorder({ upstream: standIn.url, out });
  await fetch(recorder.url, {
    method: 'POST',
    headers: json,
    body: '{"query":"{ decidim { version } participatoryProcesses { slug } }"}',
  });
  await recorder.close();
  const [{ server }] = JSON.parse(readFileSync(out, 'utf8')) as [{ server: Record<string, string> }];
  assert.deepEqual([server['dialect'], server['world']], ['decidim-0.31', 'town']);
  assert.ok(Math.abs(Date.parse(server['startTime']!) - Date.now()) < 60_000);
  assert.equal((await replayRecordings([out])).sentence, 'No difference in 1 exchange of write mode: 1 passed.');
});

test('drafts are safe to print, whatever the upstream sends', async (t) => {
  const text = '\u001b[2J\u009b2J\u202e\u2028\u{e0041}';
  const data = { session: { user: { name: text } } };
  const upstream = await startUpstream(t, (_, response) => response.end(JSON.stringify({ data })));
  const recorder = await startRecorderFor(t, upstream);
  await fetch(recorder.url, { method: 'POST', headers: json, body: JSON.stringify({ query: session }) });
  const { written } = await recorder.close();
  const draft = readFileSync(written[0]!, 'utf8');
  assert.match(draft, /^[ -~\n]+$/);
  assert.deepEqual(readDraft(written[0]!).steps[0]!.expect, { data });
});

for (const [name, body] of [
  ['nested 100,000 levels deep', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['with a member twice', '{"data":{},"data":{}}'],
] as const)
  test(`drafts no response ${name}`, async (t) => {
    const upstream = await startUpstream(t, (_, response) => response.end(body));
    const recorder = await startRecorderFor(t, upstream);
    const query = JSON.stringify({ query: session });
    const response = await fetch(recorder.url, { method: 'POST', headers: json, body: query });
    assert.equal(response.status, 502);
    assert.deepEqual((await recorder.close()).written, []);
  });

test('without drafts, records a file without credentials that a replay repeats', async (t) => {
  const out = join(createTemporaryFolder(t), 'recording.json');
  const { url, send, close } = await startRecordedServer(t, { out, draft: false });
  const signIn = { api_user: { key: 'member-key', secret: 'member-secret-0123456789' } };
  const signedIn = await fetch(`${url}/sign_in`, { method: 'POST', headers: json, body: JSON.stringify(signIn) });
  const { jwt_token: token } = (await signedIn.json()) as { jwt_token: string };
  await send(session, {}, token);
  await send(create, { componentId: 2, input }, member);
  await close();
  const text = readFileSync(out, 'utf8');
  for (const secret of [token, member, signIn.api_user.key, signIn.api_user.secret]) assert.ok(!text.includes(secret));
  const { results } = await replayRecordings([out], {});
  assert.deepEqual(
    results.map(({ outcome, id }) => [id, outcome]),
    ['recorded/1', 'recorded/2', 'recorded/3'].map((name) => [
      `recording/${name}`,
      name === 'recorded/1' ? 'failed' : 'passed',
    ]),
  );
});

for (const [world, name] of [
  ['demo', '$proposals'],
  ['demo-oauth', '$proposals'],
  ['town', '1'],
  [undefined, '1'],
] as const)
  test(`a draft names the ids of an upstream that says its world is ${world} as ${name}`, async (t) => {
    const upstream = await startUpstream(t, (message, response) => {
      const root = world && JSON.stringify({ name: 'plenum', world });
      response.end(message.url === '/' ? root : '{"data":{"component":{"id":"1"}}}');
    });
    const recorder = await startRecorderFor(t, `${upstream}/api`, { placeholders: undefined });
    const body = JSON.stringify({ query: 'query ($id: ID!) { component(id: $id) { id } }', variables: { id: '1' } });
    await fetch(recorder.url, { method: 'POST', headers: json, body });
    const { written } = await recorder.close();
    const [step] = readDraft(written[0]!).steps as { variables?: object; expect: object }[];
    assert.deepEqual([step!.variables, step!.expect], [{ id: name }, { data: { component: { id: name } } }]);
  });

test('a draft has the names of a target file', async (t) => {
  const upstream = await startUpstream(t, (_, response) => response.end('{"data":{"component":{"id":"7"}}}'));
  const recorder = await startRecorderFor(t, `${upstream}/api`, { placeholders: { meetings: '7' } });
  const body = JSON.stringify({ query: 'query ($id: ID!) { component(id: $id) { id } }', variables: { id: '7' } });
  await fetch(recorder.url, { method: 'POST', headers: json, body });
  const { written } = await recorder.close();
  assert.deepEqual(readDraft(written[0]!).steps[0]!.expect, { data: { component: { id: '$meetings' } } });
});

test('a password in any request is not recorded', async (t) => {
  const out = join(createTemporaryFolder(t), 'recording.json');
  const { send, close } = await startRecordedServer(t, { out, draft: false });
  await send(session, { user: { password: 'open sesame', codes: { secret: ['friend or foe'] } } }, member);
  await close();
  const text = readFileSync(out, 'utf8');
  assert.doesNotMatch(text, /sesame|friend/);
  assert.match(text, /"password":\s*"<secret>"/);
});

test('rejects invalid options before it listens', async (t) => {
  const out = createTemporaryFolder(t);
  const busy = new URL(await startUpstream(t, () => {}));
  const upstream = 'http://127.0.0.1:1';
  for (const [options, message, exitCode] of [
    [{ upstream: 'ftp://example.org', out }, /the upstream must be an http or https URL, not ftp:/, 2],
    [{ upstream: 'nowhere', out }, /not nowhere/, 2],
    [{ upstream, out: import.meta.filename }, /cannot be written/, 69],
    [{ upstream, out, port: Number(busy.port) }, /is in use/, 69],
  ] as const)
    await assert.rejects(startRecorder({ ...options, draft: true }), isCommandError(exitCode, message));
  assert.ok(existsSync(out));
});
