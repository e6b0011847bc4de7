import type { TestContext } from 'node:test';
import { startPlenum } from './process.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Ends it without a chance to finish anything, waits until it is gone, and gives all of its log. */
  kill(): Promise<string>;
}

/** Starts `plenum serve` on a data folder and a free port, and waits until it says where it answers. */
export async function startServer(test: TestContext, data: string): Promise<ServerProcess> {
  const { child, waitForUrl, result } = startPlenum(test, ['serve', '--port', '0', '--data', data]);
  const kill = async () => {
    child.kill('SIGKILL');
    return (await result).stderr;
  };
  return { url: await waitForUrl(), pid: child.pid!, kill };
}
