import type { TestContext } from 'node:test';
import { startPlenum } from './process.ts';

/** A server in a separate process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Sends SIGKILL, waits for the end, and returns everything the server logged. */
  kill(): Promise<string>;
}

/** Starts `plenum serve` on a data folder and a free port, and waits until it prints its URL. */
export async function startServer(test: TestContext, data: string): Promise<ServerProcess> {
  const { child, waitForUrl, result } = startPlenum(test, ['serve', '--port', '0', '--data', data]);
  const kill = async () => {
    child.kill('SIGKILL');
    return (await result).stderr;
  };
  return { url: await waitForUrl(), pid: child.pid!, kill };
}
