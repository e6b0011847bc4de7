import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadWorld } from '../../records/world.ts';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { startProxy } from '../../../test/support/import-server.ts';
import { otherWorldTokens, startOtherWorld } from '../../../test/support/other-world.ts';
import { runCommand } from '../../../test/support/process.ts';
import { utcOffset } from '../../records/time.ts';
import { worldCommand } from './world.ts';

const [summer, winter] = [Date.UTC(2026, 6), Date.UTC(2026, 0)];

async function start(t: TestContext, dialect = 'decidim-0.32', change?: Parameters<typeof startOtherWorld>[2]) {
  const server = await startOtherWorld(t, dialect, change);
  const printed: string[] = [];
  const lines: string[] = [];
  const out = join(createTemporaryFolder(t), 'world');
  const run = (args: string[], signal = new AbortController().signal) =>
    runCommand(worldCommand, ['import', '--out', out, '--rate', '1000', ...args], {
      environment: otherWorldTokens,
      print: (text) => void printed.push(text),
      printError: (text) => void printed.push(text),
      progress: (text) => void lines.push(text),
      signal,
    });
  const read = (kind: string) =>
    JSON.parse(readFileSync(join(out, `${kind}.json`), 'utf8')) as Record<string, unknown>[];
  return { ...server, run, printed, lines, out, read };
}

for (const dialect of ['specification', 'decidim-0.32', 'decidim-develop'])
  test(`imports a ${dialect} deployment with other ids, locales and another time zone`, async (t) => {
    const { run, url, out, read, printed, lines } = await start(t, dialect);
    assert.equal(await run(['--from', url, '--keep-names']), 0);
    assert.deepEqual(loadWorld(out, Date.now()).problems, []);
    const [{ name, referencePrefix, timeZone, locales, defaultLocale }] = read('organization') as [
      Record<string, unknown>,
    ];
    assert.deepEqual(
      [
        name,
        referencePrefix,
        utcOffset(summer, String(timeZone)),
        utcOffset(winter, String(timeZone)),
        locales,
        defaultLocale,
      ],
      [{ ca: "Vila d'Exemple", es: "Vila d'Exemple (es)" }, 'VE', '+02:00', '+01:00', ['ca', 'es'], 'ca'],
    );
    assert.deepEqual(
      read('components').map(({ id, kind }) => [id, kind]),
      [
        [801, 'proposals'],
        [802, 'meetings'],
        [803, 'accountability'],
      ],
    );
    assert.deepEqual(
      read('proposals').map(({ id }) => id),
      [1201, 1202],
    );
    assert.deepEqual(
      read('taxonomies').map(({ id, parentId }) => [id, parentId ?? null]),
      [
        [401, null],
        [402, 401],
        [403, 401],
      ],
    );
    assert.deepEqual(
      read('results').map(({ id, statusId, progress }) => [id, statusId, progress]),
      [[3401, 91, 80]],
    );
    assert.ok(printed.some((line) => line.startsWith('Next: ') && line.endsWith(` --dialect ${dialect}`)));
    assert.match(
      printed.join('\n'),
      /has \d+ records of .+, from \d+ requests in \d+ s\.\n {2}admin: user \d+, token admin-token\n/,
    );
    assert.ok(lines.some((line) => /\d+ of \d+ steps/.test(line)));
    assert.match(readFileSync(join(out, 'import-report.txt'), 'utf8'), /Could not be read:\n/);
  });

test('the token of --token-env shows what its user sees, and is in no file', async (t) => {
  const { run, url, read, out, printed } = await start(t);
  assert.equal(await run(['--from', url, '--token-env', 'PLENUM_ADMIN_TOKEN', '--keep-names']), 0);
  assert.deepEqual(
    read('processes').map(({ id, restricted }) => [id, restricted]),
    [
      [31, false],
      [32, true],
    ],
  );
  assert.match(printed.join('\n'), /admin: user 51, token admin-token/);
  const report = readFileSync(join(out, 'import-report.txt'), 'utf8');
  assert.ok(![report, ...printed, JSON.stringify(read('users'))].some((text) => text.includes('vila-admin-token')));
});

test('after Ctrl-C, what was read is written, and the report lists what is missing', async (t) => {
  const { run, url, out, printed, read } = await start(t);
  const abort = new AbortController();
  const proxy = await startProxy(t, url, (query) => void (query.includes('on Meetings') && abort.abort()));
  assert.equal(await run(['--from', proxy.url], abort.signal), 130);
  assert.match(printed.at(-1)!, /^interrupted; .+ has what was read until then\n$/);
  assert.deepEqual(loadWorld(out, Date.now()).problems, []);
  assert.deepEqual(
    read('proposals').map(({ id }) => id),
    [1201, 1202],
  );
  const report = readFileSync(join(out, 'import-report.txt'), 'utf8');
  assert.match(report, /\n {2}the import stopped before it had read everything: interrupted\n/);
  assert.match(report, /\n {2}not read, or only in part: component 802 \(meetings\)\n/);
});

test('a folder that is not empty is refused before a request is sent', async (t) => {
  const { run, url, out, requests } = await start(t);
  assert.equal(await run(['--from', url]), 0);
  const sent = requests.length;
  await assert.rejects(run(['--from', url]), isCommandError(2, 'is not empty: --overwrite replaces'));
  assert.equal(requests.length, sent);
  assert.equal(await run(['--from', url, '--overwrite']), 0);
  writeFileSync(join(out, 'mine.txt'), '');
  await assert.rejects(run(['--from', url, '--overwrite']), isCommandError(2, 'has mine.txt'));
});

test('explains invalid options in one line', async (t) => {
  const { run, url } = await start(t);
  await assert.rejects(
    run(['--from', url, '--token-env', 'MISSING']),
    isCommandError(2, 'MISSING: the variable is not set'),
  );
  await assert.rejects(
    run(['--from', url, '--space', 'moon']),
    isCommandError(2, 'no space moon; its spaces are pla-de-barri'),
  );
});

test('control characters that the server sends do not reach the terminal', async (t) => {
  const { run, url, printed } = await start(t, 'decidim-0.32', (world) => {
    world.processes[1]!.slug = 'x\u001b[2J';
    (world.processes[1] as { restricted?: boolean }).restricted = false;
  });
  assert.equal(await run(['--from', url]), 0);
  // oxlint-disable-next-line no-control-regex -- finds what must not be there
  assert.doesNotMatch(printed.join('\n'), /[\u0000-\u0008\u000b-\u001f]/);
});
