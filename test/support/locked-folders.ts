import assert from 'node:assert/strict';
import { mkdirSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from './stores.ts';
import { type RunningProcess, startProcess } from './process.ts';
import { demoWorld } from './test-server.ts';

/** The message for a data folder that another process uses. */
export const inUseMessage = (data: string, pid: number, host = hostname().slice(0, 20)): string =>
  `${data} is in use by the plenum process ${pid} on ${host}; stop it, or choose another folder with --data`;

/** Opens and closes the store; fails if this takes two seconds. */
export async function assertOpensSoon(data: string): Promise<void> {
  const start = performance.now();
  const { close } = await openStore({ data, world: demoWorld });
  const elapsedMs = performance.now() - start;
  await close();
  assert.ok(elapsedMs < 2000, `${elapsedMs} ms`);
}

const script = fileURLToPath(new URL('lock-owner.ts', import.meta.url));

/** What `lock-owner.ts` does when it has the lock. */
type OwnerAction = 'wait' | 'block' | 'end';

/** The arguments that make Node.js run `lock-owner.ts`. */
export const ownerArgs = (data: string, action: OwnerAction): string[] => ['--import', 'tsx', script, data, action];

/** Starts a process that locks a data folder. */
export const startOwner = (
  test: TestContext,
  data: string,
  action: OwnerAction = 'wait',
  environment = {},
): RunningProcess => startProcess(test, process.execPath, ownerArgs(data, action), environment);

/** Waits until a process has the lock, and returns its pid as seen in its own pid namespace. */
export const waitForLock = async (owner: RunningProcess): Promise<number> =>
  Number((await owner.waitForOutput('stdout', /^locked (\d+)\n/))[1]);

/** Leaves the lock of a killed process in a data folder: a socket that no process listens on. */
export async function createDeadLock(data: string): Promise<void> {
  mkdirSync(join(data, 'locked-by'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(data, 'socket'), resolve));
  renameSync(join(data, 'socket'), join(data, 'locked-by', '7@host.aB3dE9'));
  server.close();
}
