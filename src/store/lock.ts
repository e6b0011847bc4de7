import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { hostname, platform } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';

/*
 * The lock of a data folder is its subfolder `locked-by` with a Unix socket that the owner listens on. The kernel closes the socket when the
 * owner ends, for whatever reason; it answers for an owner that pauses; and processes in other containers can connect to it too. Whoever wants
 * the lock renames a folder that already contains its socket: that fails unless `locked-by` is missing or empty.
 */
const lockName = 'locked-by';
/** Whether a name in a data folder is one of its lock. */
export const isFileOfLock = (name: string): boolean => /^locked-by(\.\w{6})?$/.test(name);

export interface Lock {
  /** Whether nobody has removed the lock. */
  isHeld(): boolean;
  release(): void;
}

// The address of a socket has room for 104 bytes on macOS and 108 bytes on Linux.
const maxFolderBytes = 104 - `/${lockName}.aB3dE9/4194304@twenty-letters-of-it.aB3dE9`.length;

/** Locks a data folder for this process. Throws a CommandError with pid and host of the owner if another process has it. */
export async function lockFolder(folder: string): Promise<Lock> {
  if (platform() === 'win32') return lockWithPipe(folder);
  if (Buffer.byteLength(folder) <= maxFolderBytes) return lockWithSocket(folder, folder);
  const shortened = mkdtempSync('/tmp/plenum-');
  try {
    symlinkSync(resolvePath(folder), join(shortened, 'data'));
    return await lockWithSocket(folder, join(shortened, 'data'));
  } finally {
    rmSync(shortened, { recursive: true });
  }
}

async function lockWithSocket(folder: string, path: string): Promise<Lock> {
  for (;;) {
    const owner = await findOwner(join(path, lockName));
    if (owner !== undefined) throw inUse(folder, owner);
    const lock = await tryToLock(path, folder);
    if (lock) return lock;
  }
}

/** The socket of the process that has the lock; removes those that no process listens on. */
async function findOwner(lock: string): Promise<string | undefined> {
  for (const name of namesIn(lock)) {
    if (await isListening(join(lock, name))) return name;
    rmSync(join(lock, name), { force: true });
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    // A process that was killed still accepts connections until its last thread has ended, and then resets them.
    const socket = connect(path).setTimeout(1000, () => socket.destroy());
    socket.resume().once('close', (hadError) => hadError || resolve(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNRESET') resolve(isListening(path));
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK') resolve(false);
      else if (code === 'EAGAIN') resolve(true);
      else reject(new Error(`${path}: ${code}`));
    });
  });
}

async function tryToLock(path: string, folder: string): Promise<Lock | undefined> {
  const prepared = mkdtempSync(join(path, `${lockName}.`));
  const server = createServer((socket) => socket.destroy()).unref();
  const name = `${process.pid}@${hostname().slice(0, 20)}${prepared.slice(-'.aB3dE9'.length)}`;
  try {
    await listen(server, join(prepared, name));
    renameSync(prepared, join(path, lockName));
  } catch (error) {
    server.close();
    // Another process was faster, and may have removed the prepared folder.
    const isLost = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code!) || !existsSync(prepared);
    rmSync(prepared, { recursive: true, force: true });
    if (isLost) return undefined;
    throw error;
  }
  // Processes that were killed leave these.
  for (const other of readdirSync(path))
    if (isFileOfLock(other) && other !== lockName)
      // One that gets a socket meanwhile is removed by its own process.
      ignoreErrors(() => rmSync(join(path, other), { recursive: true, force: true }));
  const lock = join(folder, lockName);
  const release = () => {
    server.close();
    rmSync(join(lock, name), { force: true });
    // Another process may have locked the folder since.
    ignoreErrors(() => rmdirSync(lock));
  };
  return { isHeld: () => existsSync(join(lock, name)), release };
}

function ignoreErrors(run: () => void): void {
  try {
    run();
  } catch {
    // Another process was faster.
  }
}

/** Windows has named pipes in place of sockets: only one process can listen on that of a folder. */
async function lockWithPipe(folder: string): Promise<Lock> {
  const path = realpathSync.native(folder).toLowerCase();
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    await listen(server, String.raw`\\.\pipe\plenum-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`);
  } catch {
    throw inUse(folder, 'another process');
  }
  return { isHeld: () => server.listening, release: () => void server.close() };
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => void server.once('error', reject).listen(path, resolve));

const inUse = (folder: string, owner: string): CommandError =>
  new CommandError(
    `${folder} is in use by ${owner.replace(/^(\d+)@(.*)\.\w{6}$/, 'the plenum process $1 on $2')}; stop it, or choose another folder with --data`,
    exitCodes.unavailable,
  );
