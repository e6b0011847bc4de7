import { setTimeout } from 'node:timers/promises';
import { createSchemaUrl, runSql, startPostgres, whyNoPostgres } from '../support/postgres.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { Clients } from './postgres/clients.ts';
import { differentRecords } from './postgres/digest.ts';
import { Journal } from './postgres/journal.ts';
import { type AttackName, attacks, planRound, runAttacks } from './postgres/schedule.ts';
import { ServerProcess } from './postgres/server-process.ts';
import type { TestScope } from '../support/test-scope.ts';
import type { Torture, TortureOptions } from './torture.ts';

const clientCount = 32;
const lostResponses = ['lost responses: stored', 'lost responses: not stored'];
const failures = ['lost', 'doubled', 'half-written or wrongly refused', 'disagreements'];

/** Two servers on one database, which 32 clients write to while servers, connections and the database break. */
export const postgres: Torture = async (options) => {
  if (whyNoPostgres) return { skipped: whyNoPostgres };
  const cleanups: (() => unknown)[] = [];
  try {
    return await attackServers(options, { after: (cleanup) => void cleanups.push(cleanup) });
  } finally {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
};

interface PostgresTortureOptions extends Pick<TortureOptions, 'random' | 'isShort' | 'rounds' | 'onProgress'> {
  /** A defect of `postgres/server.ts`. */
  defect?: string;
  /** The attacks; all by default. */
  names?: readonly AttackName[];
}

/** Attacks servers for a number of rounds. `scope` runs functions at the end. */
export async function attackServers(
  { random, isShort, rounds = isShort ? 3 : 100, defect, names: chosen, onProgress }: PostgresTortureOptions,
  scope: TestScope,
) {
  const database = await startPostgres();
  scope.after(() => database.stop());
  const { url, schema } = createSchemaUrl(scope, database);
  const servers: ServerProcess[] = [];
  for (const _ of [1, 2]) {
    const server = new ServerProcess(await startTcpProxy(scope, url), defect);
    scope.after(() => server.kill());
    servers.push(server);
  }
  await Promise.all(servers.map((server) => server.start()));
  const names = (chosen ?? (Object.keys(attacks) as AttackName[])).filter(
    (name) => database.restart || name !== 'crashes of PostgreSQL',
  );
  const clients = new Clients(servers);
  const journal = new Journal(url, schema);
  const labels = ['rounds', 'acknowledged writes', 'refused writes', ...lostResponses, 'reads', ...names, ...failures];
  const counts: Record<string, number> = Object.fromEntries(labels.map((label) => [label, 0]));
  const problems: string[] = [];
  const report = (count: string, problem: string | undefined) => {
    if (problem === undefined) return;
    counts[count]! += 1;
    problems.push(`round ${counts['rounds']}: ${count}: ${problem}`);
  };

  async function verify() {
    await journal.read();
    await journal.verifyNumbers();
    const { digests } = journal;
    for (const [index, server] of servers.entries()) {
      const state = await readWhenCaughtUp(server, journal.last);
      const different = differentRecords(state.digests, digests);
      if (state.position !== journal.last || state.problem !== undefined)
        report('disagreements', `server ${index} shows write ${state.position} of ${journal.last}: ${state.problem}`);
      if (different.length > 0)
        report('disagreements', `server ${index} has ${different.length} other records: ${different.slice(0, 5)}`);
    }
    for (const write of clients.writes.splice(0)) {
      const { isStored, lost, doubled, half } = journal.verify(write);
      report('lost', lost);
      report('doubled', doubled);
      report('half-written or wrongly refused', half);
      if (write.outcome === 'acknowledged') counts['acknowledged writes']! += 1;
      else if (write.outcome === 'refused') counts['refused writes']! += 1;
      else counts[`lost responses: ${isStored ? 'stored' : 'not stored'}`]! += 1;
    }
    for (const found of [clients, journal, ...servers.map(({ bugs }) => ({ problems: bugs }))])
      for (const problem of found.problems.splice(0)) problems.push(`round ${counts['rounds']}: ${problem}`);
  }

  /** Waits until clients have written; all servers and the database are there. */
  async function waitForWrites(count: number) {
    const { acknowledged } = clients;
    for (const end = performance.now() + 30_000; clients.acknowledged < acknowledged + count; await setTimeout(10))
      if (performance.now() > end) return void problems.push(`round ${counts['rounds']}: there are no writes`);
  }

  const start = performance.now();
  const plans = Array.from({ length: rounds }, () => planRound(random, names));
  for (const plan of plans) {
    counts['rounds']! += 1;
    clients.start(clientCount);
    const progress = { isOver: false };
    // Entries are read before a snapshot replaces them.
    const reading = (async () => {
      for (; !progress.isOver; await setTimeout(200)) await journal.read().catch(() => {});
    })();
    await waitForWrites(20);
    for (const name of await runAttacks(plan, { servers, postgres: database })) counts[name]! += 1;
    await waitForWrites(100);
    await clients.stop();
    progress.isOver = true;
    await reading;
    await verify();
    const seconds = ((performance.now() - start) / 1000).toFixed();
    onProgress?.(`round ${counts['rounds']}: ${counts['acknowledged writes']} acknowledged writes, ${seconds} s`);
    if (problems.length > 20) break;
  }
  counts['reads'] = clients.reads;
  const [{ snapshots }] = await runSql(url, `select max(seq)::int as snapshots from ${schema}.snapshots`);
  counts['the last snapshot is after write'] = snapshots;
  return { summary: `${counts['rounds']} rounds`, counts, problems };
}

/** The state of a server, when it shows a write and the database is there, or after 20 seconds. */
async function readWhenCaughtUp(server: ServerProcess, position: number) {
  for (const end = performance.now() + 20_000; ; await setTimeout(100)) {
    const state = await server.readState();
    if ((state.position >= position && state.problem === undefined) || performance.now() > end) return state;
  }
}
