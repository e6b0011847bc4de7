import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CommandError } from '../../src/errors.ts';
import { type AnyData, demoWorld } from './test-server.ts';
import type { Kind } from '../../src/records/records.ts';

/** Creates an empty folder and removes it after the test. */
export function createTemporaryFolder(test: TestContext): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'plenum-'));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies the demo world to a folder that the test can change. */
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

/** The contents of every file in a folder by name. */
export const readFolder = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { withFileTypes: true })
      .map((each) => [each.name, each.isFile() ? fs.readFileSync(join(folder, each.name), 'latin1') : 'a folder']),
  );

/** For `assert.throws` and `assert.rejects`: a CommandError with this exit code, whose message contains these parts. */
export const isCommandError =
  (exitCode: number, ...parts: (RegExp | string)[]) =>
  (error: unknown): true => {
    assert.ok(error instanceof CommandError, `not a CommandError: ${(error as Error).stack}`);
    assert.equal(error.exitCode, exitCode);
    for (const part of parts) {
      if (typeof part === 'string') assert.ok(error.message.includes(part), error.message);
      else assert.match(error.message, part);
    }
    return true;
  };

/**
 * Replaces a function of `node:fs/promises` in every module until the end of the test; returns a function that restores it
 * earlier.
 */
export const replaceInFsPromises = <K extends 'open' | 'rename' | 'rm'>(
  test: TestContext,
  name: K,
  createReplacement: (original: (typeof fs.promises)[K]) => (typeof fs.promises)[K],
): (() => void) => replaceIn(test, fs.promises, name, createReplacement(fs.promises[name]));

function replaceIn(test: TestContext, module: object, name: string, replacement: unknown): () => void {
  const replaced = module as Record<string, () => void>;
  const { mock } = test.mock.method(replaced, name, replacement as () => void);
  const restore = () => {
    mock.restore();
    syncBuiltinESMExports();
  };
  test.after(restore);
  syncBuiltinESMExports();
  return restore;
}
