import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { environmentVariable, resolveOptions } from '../cli/config.ts';
import { readTargetFile } from '../client/target-file.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { flagName } from '../option.ts';
import { projectFolder } from '../installation.ts';
import { serverOptions } from './options.ts';
import { type StandIn, createStandIn } from './stand-in.ts';

// The README of the folder says what wrote the files.
const release = join(projectFolder, 'fixtures/releases/0.2.0');
const read = (file: string) => JSON.parse(readFileSync(join(release, file), 'utf8')) as Record<string, string>;
const tokens = read('tokens.json');

async function open(t: TestContext, data: string): Promise<StandIn> {
  const standIn = await createStandIn({ data });
  t.after(() => standIn.close());
  // The tokens were valid for two hours.
  standIn.clock.setting = { mode: 'fixed', time: Date.parse(tokens['issuedAt']!) + 60_000 };
  return standIn;
}

async function ask(standIn: StandIn, query: string, token?: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await standIn.fetch('/api', { method: 'POST', headers, body: JSON.stringify({ query }) });
  return ((await response.json()) as { data: unknown }).data;
}

const proposals = (standIn: StandIn) =>
  ask(
    standIn,
    '{ component(id: 1) { ... on Proposals { a: proposal(id: 1) { state } b: proposal(id: 2) { state } } } }',
  );
const user = (standIn: StandIn, token?: string) => ask(standIn, '{ session { user { nickname } } }', token);

test('a data folder of 0.2.0 opens with its records, signing key and revocations, also after a write and a restart', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  cpSync(join(release, 'data'), data, { recursive: true });
  const answered = { component: { a: { state: 'accepted' }, b: { state: 'rejected' } } };
  const member = { session: { user: { nickname: '@member-key' } } };

  const first = await open(t, data);
  assert.deepEqual(await proposals(first), answered);
  assert.deepEqual(await user(first, tokens['valid']), member);
  assert.deepEqual(await user(first, tokens['revoked']), { session: null });
  const answer = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 2) {
    answer(input: { attributes: { state: "evaluating" } }) { state } } } } }`;
  await ask(first, answer, 'admin-token');
  await first.close();

  const second = await open(t, data);
  assert.deepEqual(await proposals(second), { component: { a: { state: 'accepted' }, b: { state: 'evaluating' } } });
  assert.deepEqual(await user(second, tokens['valid']), member);
  assert.deepEqual(await user(second, tokens['revoked']), { session: null });
});

test('a target file of 0.2.0 is read', () => {
  const { url, dialect, locales, placeholders, actors } = readTargetFile(join(release, 'target.json'));
  assert.deepEqual([url, dialect], ['http://localhost:4000/api', 'specification']);
  assert.deepEqual(locales, { default: 'en', others: ['ca'] });
  assert.equal(placeholders?.['closedMeeting'], 3);
  assert.deepEqual(Object.keys(actors ?? {}), ['admin', 'member', 'other']);
});

// Lists are arrays in the program, and a world that comes with the package is its folder.
// The token of the control has another name now; its variable was that of an administrator too.
const { 'admin-token': controlToken, ...members } = read('config.json');
const expected: Record<string, unknown> = {
  ...members,
  'control-token': controlToken,
  world: join(projectFolder, 'fixtures/worlds/town'),
  'cors-origin': ['https://a.example', 'https://b.example'],
  'allowed-hosts': ['a.example'],
};
const resolve = (environment: NodeJS.ProcessEnv, file?: string): Record<string, unknown> => {
  const fileMembers = [...Object.keys(serverOptions).map(flagName), 'admin-token'];
  const { options } = resolveOptions(serverOptions, { flags: {}, environment, file, fileMembers });
  return Object.fromEntries(
    Object.entries(options)
      .map(([name, value]) => [flagName(name), value] as const)
      .filter(([name]) => name in expected),
  );
};

test('every member of a config file of 0.2.0 has its effect', () => {
  assert.deepEqual(resolve({}, join(release, 'config.json')), expected);
});

test('every environment variable of 0.2.0 has its effect', () => {
  const environment = Object.entries({ ...members, 'control-token': controlToken }).map(([name, value]) => [
    environmentVariable(name),
    value,
  ]);
  assert.deepEqual(resolve(Object.fromEntries(environment) as NodeJS.ProcessEnv), expected);
});
