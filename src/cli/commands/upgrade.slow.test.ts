import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import { contractOf } from '../../../test/support/contracts.ts';
import { createTemporaryFolder, isCommandError, readFolder } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/run-command.ts';
import { startServer } from '../../../test/support/start-server.ts';
import { upgradeCommand } from './upgrade.ts';

const run = (args: string[], signal = new AbortController().signal) => captureCommand(upgradeCommand, args, { signal });

async function startTown(t: TestContext, dialect: string) {
  const data = createTemporaryFolder(t);
  const town = await startServer({ dialect, data, onBug: assert.ifError });
  t.after(town.close);
  return { data, fast: ['--url', town.url, '--rate', '1000/s'], url: town.url };
}

function contractFile(t: TestContext, change = (text: string) => text): string {
  const file = join(createTemporaryFolder(t), 'web.json');
  writeFileSync(file, change(JSON.stringify(contractOf(['Who']))));
  return file;
}

const endorsed = 'fixtures/documents/list/EndorsedProposals.graphql';
const popular = 'fixtures/documents/list/PopularProposals.graphql';

test('what 0.31 removed breaks a client of a town with 0.30, and the page shows it with its place', async (t) => {
  const { fast, url, data } = await startTown(t, 'decidim-0.30');
  const before = readFolder(data);
  const out = join(createTemporaryFolder(t), 'out');
  const contract = contractFile(t);
  const { code, output } = await run([...fast, endorsed, '--to', 'decidim-0.32', '--contract', contract, '--out', out]);
  assert.equal(code, 1);
  assert.deepEqual(readFolder(data), before);
  assert.ok(output.startsWith(`${url} is decidim-0.30\n`), output);
  assert.match(output, /^Next: decidim-0\.31, decidim-0\.32$/m);
  const place = `${relative('.', endorsed)}:7`;
  const removed = "Field 'endorsementsCount' was removed from object type 'Proposal'";
  assert.equal(readFileSync(endorsed, 'utf8').split('\n')[6]!.trim(), 'endorsementsCount');
  const [, first = '', second = ''] = output.split(/^From .*$/m);
  assert.ok(first.includes(`  breaking: ${removed}: ${place}`), output);
  assert.doesNotMatch(second, /endorsement/);
  assert.match(output, /decidim-0\.31, decidim-0\.32: Field 'endorsementsCount' doesn't exist on type 'Proposal'/);
  assert.match(output, /web\.json +✔ conformant: 1 passed +✔ conformant: 1 passed/);
  assert.match(output, /^✘ Something breaks$/m);
  const markdown = readFileSync(join(out, 'summary.md'), 'utf8');
  assert.ok(markdown.includes(`\`breaking: ${removed}: ${place}\``), markdown);
  assert.match(markdown, /^## From decidim-0\.31 to decidim-0\.32: nothing of what the documents use changes$/m);
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  assert.match(html, /Field &#39;endorsementsCount&#39; was removed/);
  assert.match(html, /conformant: 1 passed/);
  assert.doesNotMatch(html, /<script/);
});

test('a client that the releases accept ends with 0, and one whose contract differs with 1', async (t) => {
  const { fast } = await startTown(t, 'decidim-0.31');
  const { code, output } = await run([...fast, popular]);
  assert.equal(code, 0, output);
  assert.match(output, /^Next: decidim-0\.32$/m);
  assert.match(output, /^✔ Nothing breaks$/m);
  const contract = contractFile(t, (text) => text.replace('"null"', '"string"'));
  const different = await run([...fast, popular, '--contract', contract]);
  assert.equal(different.code, 1);
  assert.match(different.output, /^✘ web\/query Who as anonymous/m);
});

test('a contract that could not be verified is not green', async (t) => {
  const { fast } = await startTown(t, 'decidim-0.31');
  const contract = contractFile(t, (text) => text.replace('"role"', '"testOnly":["fault"],"role"'));
  const { code, output } = await run([...fast, popular, '--contract', contract]);
  assert.equal(code, 3, output);
  assert.match(output, /^✘ Nothing breaks, but a part of a contract could not be verified$/m);
});

test('the newest release has no next one', async (t) => {
  const { fast } = await startTown(t, 'decidim-0.32');
  const { code, output } = await run([...fast, popular, '--contract', contractFile(t)]);
  assert.equal(code, 0, output);
  assert.match(
    output,
    /^There is no later release than decidim-0\.32; contracts are verified against later ones only$/m,
  );
  await assert.rejects(
    run([...fast, popular, '--to', 'decidim-0.31']),
    isCommandError(2, '--to decidim-0.31: expected a release after decidim-0.32'),
  );
});

const wrong: [args: string[], problem: RegExp][] = [
  [[], /upgrade needs --url URL/],
  [['--url', 'http://127.0.0.1:1/api', '--to', 'decidim-9'], /unknown release decidim-9; there are decidim-0\.29/],
  [['--url', 'http://127.0.0.1:1/api', '--world', 'here'], /--world is for --contract/],
];
for (const [args, problem] of wrong)
  test(`upgrade ${args.join(' ')} is refused`, async () => {
    await assert.rejects(run(args), isCommandError(2, problem));
  });

test('a server that is gone, or no release of Decidim, ends with 4', async (t) => {
  const { fast } = await startTown(t, 'specification');
  await assert.rejects(run([...fast, popular]), isCommandError(4, /expected a release of Decidim/));
  const page = createServer((_, response) => response.end('hello'));
  await once(page.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/api`;
  const ask = () => run(['--url', url, '--rate', '1000/s', popular]);
  await assert.rejects(ask(), isCommandError(4, /does not answer like any dialect/));
  page.close();
  page.closeAllConnections();
  await assert.rejects(ask(), isCommandError(4, /is unreachable/));
});

test('an interrupted run ends with 130', async (t) => {
  const { fast } = await startTown(t, 'decidim-0.31');
  await assert.rejects(run([...fast, popular], AbortSignal.abort()), isCommandError(130, 'interrupted'));
});
