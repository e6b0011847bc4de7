import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { crc32 } from 'node:zlib';
import { CommandError } from '../../src/errors.ts';
import { type AnyData, demoWorld } from './test-server.ts';
import type { Kind } from '../../src/store/records.ts';

/** An empty folder that is removed when the test is over. */
export function createTemporaryFolder(test: TestContext): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'plenum-'));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of the demo world that a test may break. */
export function copyDemoWorld(test: TestContext): string {
  const folder = join(createTemporaryFolder(test), 'world');
  fs.cpSync(demoWorld, folder, { recursive: true });
  return folder;
}

/** Changes the records of one file of a world folder. */
export function editWorld(folder: string, kind: Kind, edit: (records: AnyData[]) => void): void {
  const file = join(folder, `${kind}.json`);
  const records = JSON.parse(fs.readFileSync(file, 'utf8')) as AnyData[];
  edit(records);
  fs.writeFileSync(file, JSON.stringify(records));
}

/** Every file of a folder, byte for byte, by name. */
export const readFolder = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { withFileTypes: true })
      .map((each) => [each.name, each.isFile() ? fs.readFileSync(join(folder, each.name), 'latin1') : 'a folder']),
  );

/** For `assert.throws` and `assert.rejects`: a CommandError with this exit code, whose message says this. */
export const isCommandError =
  (exitCode: number, ...said: (RegExp | string)[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof CommandError, `not a CommandError: ${(error as Error).stack}`);
    assert.equal(error.exitCode, exitCode);
    for (const part of said) {
      if (typeof part === 'string') assert.ok(error.message.includes(part), error.message);
      else assert.match(error.message, part);
    }
    return true;
  };

/** Leaves the lock of a killed process in a data folder: a socket that no process listens on. */
export async function createDeadLock(folder: string): Promise<void> {
  fs.mkdirSync(join(folder, 'locked-by'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve));
  fs.renameSync(join(folder, 'socket'), join(folder, 'locked-by', '7.aB3dE9'));
  server.close();
}

/** A line of a journal, with the checksum that its text has. */
export const formatJournalLine = (json: string): string => `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;

/** Puts another function in the place of one of `node:fs`, for every module, until the test is over or it is put back. */
export function replaceInFs<K extends 'fdatasync' | 'writeSync'>(
  test: TestContext,
  name: K,
  instead: (original: (typeof fs)[K]) => (typeof fs)[K],
): () => void {
  const { mock } = test.mock.method(fs, name, instead(fs[name]));
  const putBack = () => {
    mock.restore();
    syncBuiltinESMExports();
  };
  test.after(putBack);
  syncBuiltinESMExports();
  return putBack;
}
