import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, rmdirSync, symlinkSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { folderInUse, lockWithPipe } from './pipe-lock.ts';

/*
 * The lock of a data folder is a named pipe on Windows, and on other systems its subfolder `locked-by`, with a Unix socket that the owner listens on. The kernel
 * closes the socket when the owner ends, for whatever reason, and processes in other containers can connect to it as
 * well.
 *
 * To take the lock, a process renames a folder that already contains its own socket to `locked-by`. The rename fails
 * unless `locked-by` is missing or empty, so exactly one process succeeds. A socket that no process listens on is
 * removed first. The names of sockets are unique, so a slow process cannot remove the socket of a new owner by mistake.
 */
const lockName = 'locked-by';

/** What killed processes can leave in a data folder. */
const leftovers = /^locked-by\.\w{6}$/;

// A socket address has room for 104 bytes on macOS and 108 bytes on Linux, including the final zero byte.
const maxSocketPathBytes = 103;
const longestSocketName = `${lockName}.aB3dE9/4194304.aB3dE9`;

/** Whether a name in a data folder is one of its lock. */
export const isFileOfLock = (name: string): boolean => name === lockName || leftovers.test(name);

/** Milliseconds to wait for a killed owner to end. */
const killedOwnerTimeoutMs = 1000;

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Locks a data folder for this process, and returns a function that unlocks it. Throws a CommandError with the pid of
 * the owner, as seen in the owner's pid namespace, if a process on this host already has the lock.
 */
export function lockFolder(
  folder: string,
  platform = process.platform,
  lockOnWindows = lockWithPipe,
): Promise<() => void> {
  if (platform === 'win32') return lockOnWindows(folder);
  return withShortPath(folder, async (path) => {
    for (;;) {
      const pid = await findOwner(join(path, lockName));
      if (pid) throw folderInUse(folder, pid);
      const own = await tryToLock(join(path, lockName));
      if (!own) continue;
      removeLeftovers(path);
      return () => {
        own.server.close();
        rmSync(join(folder, lockName, own.socketName), { force: true });
        removeIfEmpty(join(folder, lockName));
      };
    }
  });
}

/** Calls `use` with a path to the folder that is short enough for the address of a socket in it. */
async function withShortPath<T>(folder: string, use: (path: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(join(folder, longestSocketName)) <= maxSocketPathBytes) return use(folder);
  const temporary = mkdtempSync(join(tmpdir(), 'plenum-'));
  try {
    const link = join(temporary, 'data');
    symlinkSync(resolvePath(folder), link);
    return await use(link);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

/** The pid of the process that listens on a socket in the lock; removes the sockets that no process listens on. */
async function findOwner(lock: string): Promise<string | undefined> {
  for (const socketName of namesIn(lock)) {
    if (await isListening(join(lock, socketName))) return socketName.split('.')[0];
    rmSync(join(lock, socketName), { force: true });
  }
  return undefined;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Whether a process listens on a socket. A running owner closes the connection at once. A killed owner resets it, but
 * only when its last thread has ended. An owner that does neither is busy: the kernel accepted the connection for it.
 */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path).resume();
    socket.setTimeout(killedOwnerTimeoutMs, () => socket.destroy());
    let failure: Error | undefined;
    socket.once('error', (error) => (failure = error));
    socket.once('close', () => {
      const code = failure && errorCode(failure);
      // EAGAIN: the process listens, but its queue of connections is full. ENOTSOCK: a regular file on macOS.
      if (!failure || code === 'EAGAIN') resolve(true);
      else if (code === 'ECONNRESET') resolve(isListening(path));
      else if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK') resolve(false);
      else reject(failure);
    });
  });
}

/** Listens on a socket in a new folder, and renames the folder to the lock; undefined if another process was faster. */
async function tryToLock(lock: string): Promise<{ server: Server; socketName: string } | undefined> {
  const prepared = mkdtempSync(`${lock}.`);
  const socketName = `${process.pid}${prepared.slice(-'.aB3dE9'.length)}`;
  const server = createServer((connection) => connection.destroy()).unref();
  try {
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject).listen(join(prepared, socketName), resolve);
    });
    renameSync(prepared, lock);
    return { server, socketName };
  } catch (error) {
    server.close();
    // The process that took the lock may have removed the prepared folder as a leftover.
    const lostRace = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST' || !existsSync(prepared);
    rmSync(prepared, { recursive: true, force: true });
    if (lostRace) return undefined;
    throw error;
  }
}

function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!leftovers.test(name)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Another process is still adding its socket. It removes the folder itself when it does not get the lock.
    }
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process has locked the folder since, or has unlocked it again.
  }
}
