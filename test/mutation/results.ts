import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../../src/cases/case.ts';
import type { SourceMutant } from './instrument.ts';

/** The result of one mutant: who killed it, or that it survived. */
export interface MutantResult {
  /** `answer/accepted in specification`, `start`, `crash` or `timeout`; null if the mutant survived. */
  killedBy: string | null;
  /** The hash of what the result depends on. */
  hash: string;
}

const hashOf = (...texts: string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);

/** Results in a file, so that an interrupted run goes on where it ended. */
export class Results {
  readonly #file: string;
  readonly #cases: Map<string, Case>;
  readonly #casesHash: string;
  readonly #suiteHash: string;
  readonly #results = new Map<string, MutantResult>();

  /** The folder is created if it is missing. */
  constructor(folder: string, code: string, cases: Case[]) {
    const suite = readdirSync('conformance', { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /^(cases|judge|model|runner|targets)\/.*\.ts$|^targets\/demo.*json$/.test(file) && !file.endsWith('.test.ts'),
      )
      .toSorted()
      .map((file) => readFileSync(join('conformance', file), 'utf8'));
    this.#suiteHash = hashOf(code, ...suite);
    this.#casesHash = hashOf(JSON.stringify(cases));
    this.#cases = new Map(cases.map((each) => [each.id, each]));
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'results.jsonl');
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)) {
      const { key, ...result } = JSON.parse(line) as MutantResult & { key: string };
      this.#results.set(key, result);
    }
  }

  /** The result of an earlier run, if nothing that it depends on has changed. */
  get({ key }: SourceMutant): MutantResult | undefined {
    const result = this.#results.get(key);
    return result?.hash === this.#hash(result?.killedBy) ? result : undefined;
  }

  set({ key }: SourceMutant, killedBy: string | null): MutantResult {
    const result = { killedBy, hash: this.#hash(killedBy) };
    this.#results.set(key, result);
    appendFileSync(this.#file, `${JSON.stringify({ key, ...result })}\n`);
    return result;
  }

  /** A killed mutant depends on the case that killed it, a surviving one on all cases. */
  #hash(killedBy: string | null | undefined): string {
    const killer = this.#cases.get(killedBy?.split(' ')[0] ?? '');
    return hashOf(this.#suiteHash, killer ? JSON.stringify(killer) : killedBy === null ? this.#casesHash : '');
  }
}
