import type { Match } from '../matching.ts';
import { ProblemError } from '../problem.ts';
import type { Exchange } from './exchange.ts';

/** Which exchanges to find. */
export interface RequestFilter {
  match?: Match;
  errorCode?: string | null;
}

/** The last exchanges of an instance. */
export class RequestJournal {
  find(_filter?: RequestFilter): Exchange[] {
    return [];
  }

  count(filter?: RequestFilter): number {
    return this.find(filter).length;
  }

  wait(_filter: RequestFilter, count: number, timeoutMs: number): Promise<Exchange[]> {
    const error = new ProblemError(408, `There were 0 of ${count} requests after ${timeoutMs} ms.`);
    return new Promise((_, reject) => setTimeout(() => reject(error), timeoutMs));
  }

  clear(): void {}

  subscribe(_listener: (exchange: Exchange) => void): () => void {
    return () => {};
  }
}
