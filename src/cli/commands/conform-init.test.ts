import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { otherWorldTokens, startOtherWorld } from '../../../test/support/other-world.ts';
import { runCommand } from '../../../test/support/process.ts';
import type { TargetFile } from '../../client/target-file.ts';
import { conformCommand } from './conform.ts';

async function start(t: TestContext, change?: Parameters<typeof startOtherWorld>[2]) {
  const server = await startOtherWorld(t, 'decidim-0.32', change);
  const printed: string[] = [];
  const findings: string[] = [];
  const run = (args: string[], environment: NodeJS.ProcessEnv = otherWorldTokens) =>
    runCommand(conformCommand, ['init', ...args], {
      environment,
      print: (text) => void printed.push(text),
      printError: (text) => void findings.push(text),
    });
  return { ...server, run, printed, findings, file: join(createTemporaryFolder(t), 'town.json') };
}

test('writes a target file and prints what it found and what it did not', async (t) => {
  const { run, url, file, printed, findings } = await start(t);
  assert.equal(await run(['--url', url, '--out', file]), 0);
  assert.deepEqual(printed, [`${file} is written. Next: plenum conform --target ${file} --mode observe`]);
  assert.equal((JSON.parse(readFileSync(file, 'utf8')) as { dialect: string }).dialect, 'decidim-0.32');
  const [found, missing] = findings.join('').split('Not found:');
  assert.match(found!, /^Found:\n {2}dialect decidim-0\.32: GET \/ says that it is decidim-0\.32\n/);
  assert.match(found!, /\n {2}member is the user 52 \(Robot 52\): no administrator\n/);
  assert.match(missing!, /\n {2}meetingsOff \(component in which participants may not create meetings\): /);
});

test('writes a target file without actors if there are no credentials', async (t) => {
  const { run, url, file, findings } = await start(t);
  assert.equal(await run(['--url', url, '--out', file], {}), 0);
  const written = JSON.parse(readFileSync(file, 'utf8')) as TargetFile;
  assert.equal(written.dialect, 'decidim-0.32');
  assert.equal('actors' in written, false);
  assert.deepEqual([written.placeholders!['proposals'], written.placeholders!['unpublished']], [801, undefined]);
  assert.match(findings.join(''), /Not found:\n {2}admin: the environment variable PLENUM_ADMIN_TOKEN is not set/);
});

test('prints the target file without --out', async (t) => {
  const { run, url, printed } = await start(t);
  assert.equal(await run(['--url', url]), 0);
  assert.equal((JSON.parse(printed[0]!) as { url: string }).url, url);
});

test('does not overwrite a file, and sends nothing then', async (t) => {
  const { run, url, file, requests } = await start(t);
  writeFileSync(file, 'mine');
  await assert.rejects(run(['--url', url, '--out', file]), isCommandError(2, 'exists: nothing is overwritten'));
  const elsewhere = join(file, '..', 'missing', 'town.json');
  await assert.rejects(run(['--url', url, '--out', elsewhere]), isCommandError(2, 'is in no folder'));
  assert.deepEqual([readFileSync(file, 'utf8'), existsSync(elsewhere), requests], ['mine', false, []]);
});

test('a URL without a path is that of the platform, whose endpoint is /api', async (t) => {
  const { run, url, printed } = await start(t);
  assert.equal(await run(['--url', new URL(url).origin]), 0);
  assert.equal((JSON.parse(printed[0]!) as { url: string }).url, url);
});

test('no output contains a token or a control character that the server sent', async (t) => {
  const { run, url, printed, findings } = await start(t, (world) => {
    world.users[0]!.name = `vila-admin-token \u001b[2J\n::error::owned`;
  });
  assert.equal(await run(['--url', url]), 0);
  const output = [...printed, ...findings].join('\n');
  assert.match(output, /admin is the user 51/);
  assert.ok(!output.includes('vila-admin-token'));
  // oxlint-disable-next-line no-control-regex -- finds what must not be there
  assert.doesNotMatch(output, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|^ *::error/m);
});
