import { setTimeout } from 'node:timers/promises';
import type { Postgres } from '../../support/postgres.ts';
import type { ServerProcess } from './server-process.ts';

/** What an attack can reach. */
export interface Victims {
  servers: ServerProcess[];
  postgres: Postgres;
}

interface AttackOptions extends Victims {
  server: ServerProcess;
  /** From 0 to 1. */
  length: number;
}

const until = async (isSo: () => boolean, ms: number) => {
  for (const end = performance.now() + ms; !isSo() && performance.now() < end;) await setTimeout(2);
};

async function cutCommit({ server: { proxy } }: AttackOptions, when: 'before' | 'after'): Promise<void> {
  const { cutCommits } = proxy;
  proxy.cutCommit = when;
  await until(() => proxy.cutCommits > cutCommits, 1000);
  proxy.cutCommit = undefined;
}

/** Sends a signal at the moment when a server sends a text to the database, or after a second. */
async function signalAt(text: string, { proxy, signal }: ServerProcess, name: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  proxy.trap = { text, run: () => signal(name) };
  await until(() => proxy.trap === undefined, 1000);
  if (proxy.trap) signal(name);
  proxy.trap = undefined;
}

/** The attacks by the names of their counts. */
export const attacks = {
  // Half of them while it commits: the commit arrives, but no client learns of it.
  'servers killed': async ({ server, length }: AttackOptions) => {
    if (length < 0.5) await signalAt('commit\0', server, 'SIGKILL');
    await server.kill();
    await setTimeout(length * 300);
    await server.start();
  },
  // One in four keeps the lock for longer than a server may.
  'servers stopped with the lock': async ({ server, length }: AttackOptions) => {
    await signalAt('for update', server, 'SIGSTOP');
    await setTimeout(length > 0.75 ? 6000 : length * 1000);
    server.signal('SIGCONT');
  },
  'crashes of PostgreSQL': ({ postgres }: AttackOptions) => postgres.restart!(),
  'commits cut before they arrive': (options: AttackOptions) => cutCommit(options, 'before'),
  'commits cut before the response': (options: AttackOptions) => cutCommit(options, 'after'),
  'connections cut': async ({ server }: AttackOptions) => server.proxy.cut(),
  // Half of them begin while a server commits: if they are long, the outcome is unknown.
  'times without the database': async (options: AttackOptions) => {
    const { length, server } = options;
    const { proxy } = server;
    if (length > 0.5) await cutCommit(options, 'after');
    proxy.isDown = true;
    proxy.cut();
    await setTimeout(length * 4500);
    proxy.isDown = false;
  },
};

/** The name of an attack. */
export type AttackName = keyof typeof attacks;

/** When an attack of a round begins, in milliseconds, and on which server. */
export interface PlannedAttack {
  name: AttackName;
  at: number;
  server: number;
  length: number;
}

/** Chooses the attacks of a round: up to three, on each server one at a time. */
export function planRound(random: () => number, names: readonly AttackName[]): PlannedAttack[] {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    name: names[Math.floor(random() * names.length)]!,
    at: Math.floor(random() * 800),
    server: Math.floor(random() * 2),
    length: random(),
  }));
}

/** Runs the attacks of a round; resolves when all have ended. Returns those that ran. */
export async function runAttacks(plan: readonly PlannedAttack[], victims: Victims): Promise<AttackName[]> {
  const ran: AttackName[] = [];
  const runInTurn = async (own: readonly PlannedAttack[]) => {
    const start = performance.now();
    for (const { name, at, server, length } of own) {
      await setTimeout(Math.max(0, at - (performance.now() - start)));
      await attacks[name]({ ...victims, server: victims.servers[server]!, length });
      ran.push(name);
    }
  };
  // A database that crashes twice at once would not have started in between.
  const turns = [0, 1].map((server) => plan.filter((each) => each.server === server && !isCrash(each)));
  await Promise.all([...turns, plan.filter(isCrash)].map(runInTurn));
  return ran;
}

const isCrash = ({ name }: PlannedAttack): boolean => name === 'crashes of PostgreSQL';
