import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMain } from '../../src/is-main.ts';
import { type StandInOptions, createStandIn } from '../../src/stand-in/stand-in.ts';

/** A process in which stand-ins run, so that tests can connect to them. */
export interface StandInProcess {
  /** Starts a stand-in, and resolves with its URL. */
  start(options?: StandInOptions): Promise<string>;
  stop(): void;
}

export function startStandInProcess(): StandInProcess {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--import', 'tsx'] });
  return {
    async start(options = {}) {
      child.send(options);
      const [url] = (await once(child, 'message')) as [string];
      return url;
    },
    stop: () => child.disconnect(),
  };
}

if (isMain(import.meta.url)) {
  process.on('message', (options: StandInOptions) => {
    void createStandIn(options).then(({ url }) => process.send!(url));
  });
  process.on('disconnect', () => process.exit());
}
