import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { isCommandError, readFolder } from '../../test/support/folders.ts';
import { runCommand, startPlenum } from '../../test/support/process.ts';
import { startServer } from '../../test/support/test-server.ts';
import { createStandIn } from '../index.ts';
import { createProgram } from './program.ts';

/** Mounts a disk of 4 MB until the end of the test; undefined if this user may not. */
function mountDisk(t: TestContext): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-'));
  let isMounted = false;
  t.after(() => {
    if (isMounted) execFileSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status !== 0) {
    t.skip('a file system cannot be mounted');
    return undefined;
  }
  isMounted = true;
  return folder;
}

/** Fills a disk. */
function fill(disk: string): void {
  for (let size = 1024 * 1024; size >= 4096; size /= 2)
    try {
      for (;;) writeFileSync(join(disk, 'ballast'), Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Smaller pieces may still fit.
    }
}

async function startDeployment(t: TestContext): Promise<string> {
  const standIn = await createStandIn({ dialect: 'decidim-0.32', limits: 'off' });
  t.after(() => standIn.close());
  return standIn.url;
}

describe('a command on a full disk ends with one line that names the file or folder', { timeout: 300_000 }, () => {
  const commands: Record<string, (disk: string, url: string) => string[]> = {
    serve: (disk) => ['serve', '--port', '0', '--data', join(disk, 'data')],
    import: (disk, url) => ['world', 'import', '--from', url, '--out', join(disk, 'world'), '--rate', '10000'],
    init: (disk, url) => ['conform', 'init', '--url', url, '--out', join(disk, 'target.json')],
    conform: (disk) => ['conform', '--out', join(disk, 'report'), '--only', 'answer/'],
  };
  for (const [name, args] of Object.entries(commands))
    test(name, async (t) => {
      const disk = mountDisk(t);
      if (disk === undefined) return;
      const url = await startDeployment(t);
      fill(disk);
      const environment = { PLENUM_ADMIN_TOKEN: 'admin-token', PLENUM_MEMBER_TOKEN: 'member-token' };
      const line = new RegExp(`^.*${disk}.*ENOSPC: no space left on device.*$`);
      await assert.rejects(runCommand(createProgram, args(disk, url), { environment }), isCommandError(69, line));
    });

  test('record goes on, and names the first draft that it cannot write at its end', async (t) => {
    const disk = mountDisk(t);
    if (disk === undefined) return;
    const upstream = await startDeployment(t);
    const out = join(disk, 'cases');
    const args = ['record', '--upstream', upstream, '--dialect', 'decidim-0.32', '--draft', '--out', out];
    const plenum = startPlenum(t, args);
    const [, url] = await plenum.waitForOutput('stdout', /Send requests to (\S+),/);
    fill(disk);
    for (const query of ['{ session { user { name } } }', '{ component(id: 1) { id } }']) {
      const headers = { 'content-type': 'application/json' };
      assert.equal((await fetch(url!, { method: 'POST', headers, body: JSON.stringify({ query }) })).status, 200);
    }
    const { code, stderr } = await plenum.stop();
    assert.equal(code, 69, stderr);
    assert.match(stderr, new RegExp(`^plenum: ${out}[^\\n]*ENOSPC: no space left on device[^\\n]*\\n$`));
  });

  test('a server responds with 503 to what it cannot store, and stores again when the disk does', async (t) => {
    const disk = mountDisk(t);
    if (disk === undefined) return;
    const plenum = startPlenum(t, ['serve', '--port', '0', '--data', join(disk, 'data')]);
    const url = await plenum.waitForUrl();
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer admin-token' };
      const response = await fetch(new URL(path, url), { method, headers, body: JSON.stringify(body) });
      return { status: response.status, text: await response.text() };
    };
    assert.equal((await send('PUT', '/__admin/snapshots/before')).status, 200);
    fill(disk);
    const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
        answer(input: { attributes: { state: "accepted", answerContent: { en: "${'x'.repeat(5000)}" } } }) { id } } } } }`;
    const requests = [
      ['POST', '/api', { query }],
      ['POST', '/__admin/snapshots/before/restore'],
      ['POST', '/__admin/reset'],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, text } = await send(method, path, body);
      assert.equal(status, 503, `${path}: ${text}`);
      assert.doesNotMatch(text, /^ +at |\.ts:/m);
    }
    assert.equal((await send('PUT', '/__admin/snapshots/full')).status, 200);
    rmSync(join(disk, 'ballast'));
    for (const [method, path, body] of requests) {
      let response = await send(method, path, body);
      for (let attempt = 0; response.status === 503 && attempt < 20; attempt += 1)
        response = await send(method, path, body);
      assert.ok(response.status < 300, `${path}: ${response.text}`);
    }
    const { stderr } = await plenum.stop();
    assert.doesNotMatch(stderr, /^ +at /m);
  });

  test('reset and export keep what there was', async (t) => {
    const disk = mountDisk(t);
    if (disk === undefined) return;
    const data = join(disk, 'data');
    await (await startServer({ data })).close();
    fill(disk);
    const files = readFolder(data);
    const exportWorld = ['world', 'export', '--data', data, '--out', join(disk, 'world')];
    for (const args of [['serve', '--reset', '--port', '0', '--data', data], exportWorld])
      await assert.rejects(runCommand(createProgram, args), isCommandError(69, /^[^\n]*ENOSPC[^\n]*$/));
    assert.ok(!existsSync(join(disk, 'world')));
    assert.deepEqual(readFolder(data), files);
    rmSync(join(disk, 'ballast'));
    assert.equal(await runCommand(createProgram, exportWorld), 0);
  });
});
