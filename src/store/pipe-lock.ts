import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { CommandError, exitCodes } from '../errors.ts';

/*
 * The lock of a data folder on Windows: a named pipe, whose name is made from the folder. Only one process can listen on it, and Windows
 * removes it when that process ends, for whatever reason. The owner sends its pid to everybody who connects.
 */

/** The name of the pipe for a folder, which exists. Windows tells no upper case from lower case in paths. */
export function pipeFor(folder: string): string {
  const hash = createHash('sha256').update(realpathSync.native(folder).toLowerCase()).digest('hex');
  return String.raw`\\.\pipe\plenum-${hash.slice(0, 32)}`;
}

/** Locks a data folder by a pipe, and returns a function that unlocks it. Throws a CommandError with the pid of the owner if there is one. */
export async function lockWithPipe(folder: string, pipe = pipeFor(folder)): Promise<() => void> {
  for (;;) {
    const server = await listenOn(pipe);
    if (server) return () => server.close();
    const pid = await readOwner(pipe);
    if (pid !== undefined) throw folderInUse(folder, pid);
  }
}

/** The error of a folder that another process has locked. */
export const folderInUse = (folder: string, pid: string): CommandError =>
  new CommandError(
    `${folder} is in use by the plenum process ${pid}; stop it, or choose another folder with --data`,
    exitCodes.unavailable,
  );

/** Listens on a pipe; resolves with undefined if another process does. */
function listenOn(pipe: string): Promise<Server | undefined> {
  const server = createServer((connection) => connection.on('error', () => {}).end(String(process.pid))).unref();
  return new Promise((resolve, reject) => {
    server
      .once('error', (error: NodeJS.ErrnoException) =>
        // Windows answers EACCES for the pipe of another user.
        error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
      )
      .listen(pipe, () => resolve(server));
  });
}

/** Reads the pid of the process that listens on a pipe; undefined if it has ended meanwhile. */
function readOwner(pipe: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let pid = '';
    connect(pipe)
      .setEncoding('utf8')
      .on('data', (text: string) => (pid += text))
      .once('end', () => resolve(pid || undefined))
      .once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EACCES' || error.code === 'EPERM') resolve('of another user');
        else if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')
          resolve(undefined);
        else reject(error);
      });
  });
}
