import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { readOperation } from '../../test/support/test-server.ts';
import { CommandError } from '../../src/errors.ts';
import { assertDraftsPass, temporaryFolder, startRecordedServer } from '../../test/support/recorder.ts';
import { startRecorder } from './recorder.ts';
import { startUpstream } from '../../test/support/upstream-server.ts';

const create = readOperation('create-meeting');
const session = '{ session { user { name } } }';
const member = 'member-token';
const input = { locale: 'en', attributes: meetingAttributes };

test('refusals and requests that are not run are recorded as such', async (t) => {
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
        'createMeeting by member is refused with ATTRIBUTE_VALIDATION_ERROR',
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
        'createMeeting by anonymous is refused with UNAUTHORIZED_OBJECT_ERROR',
        { errorCode: 'UNAUTHORIZED_OBJECT_ERROR', path: null, data: null },
      ],
      [
        'create-meeting/recorded-3',
        'operation.create-meeting',
        'createMeeting by member is not run',
        { requestError: [] },
      ],
      [
        'document/recorded-1',
        'document.fragments',
        'A document that cannot be parsed by member is not run',
        { requestError: [] },
      ],
      ['read/recorded-1', 'read.component', 'component by anonymous is not run', { requestError: [] }],
    ],
  );
  await assertDraftsPass(t, drafts);
});

test('each actor has a case, and an exchange that is seen twice has one', async (t) => {
  const seen: string[] = [];
  const { send, close } = await startRecordedServer(t, { onExchange: ({ sentence }) => seen.push(sentence) });
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
  assert.equal(seen.length, 8);
  assert.equal(seen[0], 'session by member is answered with data');
  await assertDraftsPass(t, drafts);
});

test('what no case can expect is listed with the reason', async (t) => {
  const { send, close } = await startRecordedServer(t);
  await send('query($t: ID!) { component(id: $t) { id } }', { t: '{{token}}' });
  await send('{ a: component(id: "7") { id } b: component(id: "7") { id } }');
  const { written, notRecordable } = await close();
  assert.deepEqual(written, []);
  assert.deepEqual(notRecordable, [
    {
      exchange: 'exchange 1 (component by anonymous)',
      reason: 'a value of it reads as a name or a pattern of a case',
    },
    { exchange: 'exchange 2 (component by anonymous)', reason: 'the answer has 2 errors beside its data' },
  ]);
});

test('options that are not right are refused before anything listens', async (t) => {
  const out = temporaryFolder(t);
  const busy = new URL(await startUpstream(t, () => {}));
  const upstream = 'http://127.0.0.1:1';
  for (const [options, message] of [
    [{ upstream: 'ftp://example.org', out }, /the upstream must be a URL of http or https, and is ftp:/],
    [{ upstream: 'nowhere', out }, /and is nowhere/],
    [{ upstream, out: import.meta.filename }, /cannot be made/],
    [{ upstream, out, port: Number(busy.port) }, /cannot be used/],
  ] as const)
    await assert.rejects(startRecorder(options), (error) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, message);
      return true;
    });
  assert.ok(existsSync(out));
});
