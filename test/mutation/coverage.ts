import type { Case } from '../../src/cases/case.ts';
import { dialectsWith } from '../support/dialects.ts';
import type { SourceMutant } from './instrument.ts';
import type { CaseInDialect, WorkerMessage } from './worker.ts';
import type { WorkerPool } from './worker-pool.ts';

type CoverageMessage = Extract<WorkerMessage, { kind: 'covered' }>;

const nameOf = ({ dialect, id }: CaseInDialect): string => `${id} in ${dialect}`;

/** Returns at most so many items of a list, at equal distances. */
const spread = <T>(items: T[], limit: number): T[] => {
  const step = Math.max(items.length / limit, 1);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
};

/** Which cases reach the code of a mutant. */
export class Coverage {
  readonly #pool: WorkerPool;
  readonly #cases: CaseInDialect[][];
  readonly #idsByFile = new Map<string, string[]>();
  #shared: Promise<CoverageMessage> | undefined;
  #exact: Promise<CoverageMessage> | undefined;

  constructor(pool: WorkerPool, cases: Case[], mutants: SourceMutant[]) {
    this.#pool = pool;
    for (const { id, file } of mutants) this.#idsByFile.set(file, [...(this.#idsByFile.get(file) ?? []), id]);
    this.#cases = dialectsWith('MeetingsMutation.createMeeting').map((dialect) =>
      cases.map(({ id }) => ({ dialect, id })),
    );
  }

  /** The coverage of cases that share a server: of code whose result the server caches, only the first case is known. */
  shared(): Promise<CoverageMessage> {
    return (this.#shared ??= this.#measure(false));
  }

  /** The coverage of cases that each have a server of their own, which takes several times as long to measure. */
  #all(): Promise<CoverageMessage> {
    return (this.#exact ??= this.#measure(true));
  }

  async #measure(isFresh: boolean): Promise<CoverageMessage> {
    const total: CoverageMessage = { kind: 'covered', passed: [], atStart: {}, byCase: [] };
    for (const coverage of await Promise.all(this.#cases.map((cases) => this.#pool.run({ cases, isFresh })))) {
      if (coverage.kind !== 'covered') throw new Error('the unchanged server has no coverage');
      total.passed.push(...coverage.passed);
      total.byCase.push(...coverage.byCase);
      for (const [id, hits] of Object.entries(coverage.atStart)) total.atStart[id] = (total.atStart[id] ?? 0) + hits;
    }
    return total;
  }

  /**
   * The cases that reach a mutant, in two steps: first those that are quickly known, then all others. With a limit, only so many
   * of those that are quickly known, from all dialects and operations.
   */
  async *casesThatReach(
    { id, file }: SourceMutant,
    limit?: number,
  ): AsyncGenerator<{ cases: CaseInDialect[]; hitLimit: number }> {
    const { passed, byCase, atStart } = await this.shared();
    const ids = this.#idsByFile.get(file)!;
    const reach = (index: number): number => ids.filter((each) => byCase[index]![each] !== undefined).length;
    const isReached = (index: number): boolean => byCase[index]![id] !== undefined;
    const hits = byCase.reduce((sum, each) => sum + (each[id] ?? 0), atStart[id] ?? 0);
    if (hits === 0) return;
    const hitLimit = 100 * hits + 10_000;
    const first = passed.filter((_, index) => isReached(index));
    // What is computed once can matter to any case, most likely to those that reach much of the file.
    const others = passed
      .map((each, index) => ({ each, index, reach: reach(index) }))
      .filter(({ index }) => !isReached(index))
      .toSorted((one, other) => other.reach - one.reach)
      .map(({ each }) => each);
    if (limit !== undefined && first.length === 0) return yield { cases: others.slice(0, limit), hitLimit };
    if (limit !== undefined) return yield { cases: spread(first, limit), hitLimit };
    if (first.length > 0) yield { cases: first, hitLimit };
    if (atStart[id] !== undefined) return yield { cases: others, hitLimit };
    const exact = await this.#all();
    const reachingNames = new Set(
      exact.passed.filter((_, index) => exact.byCase[index]![id] !== undefined).map(nameOf),
    );
    const reaching = others.filter((each) => reachingNames.has(nameOf(each)));
    if (reaching.length > 0) yield { cases: reaching, hitLimit };
  }
}
