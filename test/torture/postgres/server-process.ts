import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';
import type { Digests } from './digest.ts';

const program = fileURLToPath(new URL('server.ts', import.meta.url));

/** What a server shows. */
export interface ServerState {
  position: number;
  problem?: string;
  digests: Digests;
}

interface Message extends Partial<ServerState> {
  isListening?: true;
  failure?: string;
  bug?: string;
}

/** A server in a process of its own, which reaches the database through a proxy, and starts again on the same port. */
export class ServerProcess {
  #child: ChildProcess | undefined;
  #url = '';
  /** The errors that no outage explains. */
  readonly bugs: string[] = [];

  constructor(
    readonly proxy: TcpProxy,
    readonly defect?: string,
  ) {}

  get url(): string {
    return this.#url;
  }

  /** Resolves when it listens. A start that fails because the database is away is repeated. */
  async start(): Promise<void> {
    this.#url ||= `http://127.0.0.1:${await freePort()}/api`;
    const args = [this.proxy.url, new URL(this.#url).port, ...(this.defect ? [this.defect] : [])];
    for (const failures: string[] = []; failures.length < 20; await setTimeout(200)) {
      const child = fork(program, args, { execArgv: ['--import', 'tsx'] });
      this.#child = child;
      child.on('message', ({ bug }: Message) => void (bug && this.bugs.push(bug)));
      const ended = once(child, 'exit').then(([code]): Message => ({ failure: `ended with ${code}` }));
      const message = once(child, 'message').then(([first]) => first as Message);
      const { failure } = await Promise.race([message, ended]);
      if (failure === undefined) {
        void ended.then(() => child.signalCode === null && this.bugs.push('a server has ended'));
        return;
      }
      failures.push(failure);
      await ended;
      if (failures.length === 20) throw new Error(`a server does not start: ${[...new Set(failures)].join('; ')}`);
    }
  }

  /** Sends a signal. */
  readonly signal = (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void => {
    this.#child?.kill(signal);
  };

  /** Ends it at once. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async readState(): Promise<ServerState> {
    const child = this.#child!;
    const hasEnded: ServerState = { position: -1, problem: 'the process has ended', digests: {} };
    if (!child.connected) return hasEnded;
    const ended = new AbortController();
    const { signal } = ended;
    const abort = () => ended.abort();
    child.once('disconnect', abort);
    child.send('state');
    try {
      for (;;) {
        const [message] = (await once(child, 'message', { signal })) as [Message];
        if (message.digests) return message as ServerState;
      }
    } catch {
      return hasEnded;
    } finally {
      child.off('disconnect', abort);
    }
  }
}
