import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { loadCases } from '../../src/cases/load.ts';
import type { Target } from '../../src/client/target.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { demoOAuthFolder } from '../../src/cases/demo-world.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { serverLoader } from './instrument.ts';
import type { MutatedServer } from './server.ts';

/** A case in a dialect. */
export interface CaseInDialect {
  dialect: string;
  id: string;
}

/** What the worker runs: these cases, in this order, with a mutant switched on or with none. */
export interface WorkerRequest {
  /** Undefined for the server as it is; then every case runs, and the coverage is measured. */
  mutant?: { id: string; hitLimit: number };
  /** Whether each case gets a server of its own, which has cached nothing. */
  isFresh?: boolean;
  cases: CaseInDialect[];
}

/** How often code was reached, by the ids of mutants. */
type Hits = Record<string, number>;

/** What the worker sends: that it begins a request or a case of it, or the result of the request. */
export type WorkerMessage =
  | { kind: 'begins' }
  /** The first case that failed, or why there is no server; undefined if every case passed. */
  | { kind: 'done'; killedBy?: CaseInDialect | 'start' | 'crash' }
  | { kind: 'covered'; passed: CaseInDialect[]; atStart: Hits; byCase: Hits[] };

/** What the instrumented code of Stryker reads and writes. */
interface Instrumentation {
  activeMutant?: string;
  hitCount?: number;
  hitLimit?: number;
  currentTestId?: string;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

const instrumentation: Instrumentation = {};
Object.assign(globalThis, { __stryker__: instrumentation });
const send = (message: WorkerMessage) => process.send!(message);
const loadServer = serverLoader(readFileSync(process.argv[2]!, 'utf8'));
const cases = new Map(loadCases().map((each) => [each.id, each]));
const schema = buildSchema(readContractSdl());
const targets = new Map<string, Target>();
let server: MutatedServer;

async function targetOf(dialect: string): Promise<Target> {
  const target = targets.get(dialect) ?? {
    ...(await startInProcessTarget({
      dialect,
      changes: { wrapListener: () => (request, response) => server.listener(request, response) },
    })),
    reset: () => server.reset(),
    // The clock is that of the server of the target, which gets no request.
    passTime: undefined,
  };
  targets.set(dialect, target);
  return target;
}

/** Runs cases on new servers. With a mutant, stops at the first case that does not pass. */
async function run({ cases: order, mutant, isFresh }: WorkerRequest): Promise<WorkerMessage> {
  const stops = mutant !== undefined;
  const passed: CaseInDialect[] = [];
  const servers = new Map<string, MutatedServer>();
  const { createServer } = loadServer();
  for (const each of order) {
    const { dialect, id } = each;
    const target = await targetOf(dialect);
    if (isFresh || !servers.has(dialect)) servers.set(dialect, await createServer(dialect, demoOAuthFolder));
    server = servers.get(dialect)!;
    send({ kind: 'begins' });
    instrumentation.currentTestId = `${dialect} ${id}`;
    const [result] = await runCases({ target, cases: [cases.get(id)!], schema, runId: 'mutation' });
    instrumentation.currentTestId = undefined;
    if (result!.outcome === 'passed') passed.push(each);
    else if (stops) return { kind: 'done', killedBy: each };
  }
  if (stops) return { kind: 'done' };
  const { static: atStart, perTest } = instrumentation.mutantCoverage!;
  return {
    kind: 'covered',
    passed,
    atStart,
    byCase: passed.map(({ dialect, id }) => perTest[`${dialect} ${id}`] ?? {}),
  };
}

async function respond(request: WorkerRequest): Promise<WorkerMessage> {
  const { mutant } = request;
  send({ kind: 'begins' });
  instrumentation.activeMutant = mutant?.id;
  instrumentation.hitCount = 0;
  instrumentation.hitLimit = mutant?.hitLimit;
  instrumentation.currentTestId = undefined;
  instrumentation.mutantCoverage = { static: {}, perTest: {} };
  try {
    return await run(request);
  } catch (error) {
    // A mutant may throw while the server starts; a server without a mutant must not.
    if (!mutant) throw error;
    return { kind: 'done', killedBy: 'start' };
  }
}

// An error outside of every request ends a server.
process.on('uncaughtException', () => {
  send({ kind: 'done', killedBy: 'crash' });
  process.disconnect();
});
process.on('disconnect', () => process.exit());
process.on('message', (request: WorkerRequest) => void respond(request).then(send));
