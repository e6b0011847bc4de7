import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createStandIn } from '../../index.ts';
import { startControlServer } from '../../../test/support/control-server.ts';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';

const query = '{ __typename }';
const session = { 'x-plenum-session': 'a' };

function writeRules(t: TestContext, content: unknown): string {
  const file = join(createTemporaryFolder(t), 'faults.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('the faults of a file are those of each world, from its start and after a reset', async (t) => {
  const faults = writeRules(t, [{ match: { user: 2 }, effect: { status: 418 } }, { preset: 'maintenance' }]);
  const { send } = await startControlServer(t, { faults });
  for (const headers of [{}, session]) {
    assert.equal((await send('POST', '/api', { query }, headers)).status, 503);
    assert.equal(
      (await send('POST', '/api', { query }, { ...headers, authorization: 'Bearer member-token' })).status,
      418,
    );
    assert.equal((await send('DELETE', '/__admin/faults', undefined, headers)).status, 204);
    assert.deepEqual((await send('GET', '/__admin/faults', undefined, headers)).body, { faults: [] });
    assert.equal((await send('POST', '/api', { query }, headers)).status, 200);
    assert.equal((await send('POST', '/__admin/reset', undefined, headers)).status, 204);
    assert.equal((await send('GET', '/__admin/faults', undefined, headers)).body.faults.length, 2);
  }
});

test('a preset is named instead of a file', async (t) => {
  const { send } = await startControlServer(t, { faults: 'platform-429' });
  assert.equal((await send('POST', '/api', { query })).status, 429);
});

/** Starts a stand-in, and stops it: one that starts although it should not must not keep the test running. */
const start = async (faults: string) => (await createStandIn({ faults })).close();

const invalid: [string, unknown, RegExp][] = [
  ['text that is not JSON', '[', /JSON/],
  ['one rule', { effect: { status: 500 } }, /must have a list of rules/],
  ['a rule without an effect', [{ preset: 'offline' }, {}], /rule 2: The fault must have exactly one/],
  ['an unknown field', [{ match: { coordinate: 'Query.x' }, effect: { status: 500 } }], /rule 1: There is no field/],
  ['an unknown user', [{ match: { user: 99 }, effect: { status: 500 } }], /rule 1: There is no user 99/],
];

for (const [name, content, message] of invalid)
  test(`a file with ${name} ends the start`, async (t) => {
    const faults = writeRules(t, content);
    await assert.rejects(start(faults), isCommandError(2, faults, message));
  });

test('a file that is not there is named with the presets', async () => {
  await assert.rejects(
    start('offlin'),
    /offlin: there is no such file\. Did you mean offline\? The presets are offline, slow-3g/,
  );
});

test('DELETE of a fault without its id removes none', async (t) => {
  const { send } = await startControlServer(t, { faults: 'offline' });
  assert.equal((await send('DELETE', '/__admin/faults/')).status, 404);
  assert.equal((await send('GET', '/__admin/faults')).body.faults.length, 1);
});
