import { setTimeout as sleep } from 'node:timers/promises';
import { graphqlRequest } from '../../src/client/http-message.ts';
import type { CaseResult } from '../model/report.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';

// After a case without a response, the target gets this many simple requests before it counts as stopped.
const probes = 4;
const pauseMs = 250;
// A target that responds to simple requests only would let every case run into the time limit.
const maxCasesWithoutResponse = 5;

/** Whether a case ended without a complete response: differences explain every other failure. */
const lacksResponse = ({ outcome, reason }: CaseResult): boolean => outcome === 'failed' && reason !== undefined;

/** Creates the detector of one run, which tells a target that stopped responding from one that does not respond to a case. */
export function createOutageDetector(target: Target) {
  let withoutResponse = 0;
  return {
    /** Returns the result unchanged, or as an outage: the case shows nothing about the target. */
    async check(result: CaseResult): Promise<CaseResult> {
      withoutResponse = lacksResponse(result) ? withoutResponse + 1 : 0;
      if (withoutResponse === 0) return result;
      if (withoutResponse >= maxCasesWithoutResponse) return { ...result, isOutage: true };
      if (await responds(target)) return result;
      const reason = `no response (${result.reason})`;
      return { ...result, outcome: 'could not run', reason, isOutage: true };
    },
  };
}

async function responds(target: Target): Promise<boolean> {
  for (let probe = 0; probe < probes; probe += 1) {
    if (probe > 0) await sleep(pauseMs);
    try {
      await target.send(graphqlRequest('{ __typename }', {}, {}));
      return true;
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
    }
  }
  return false;
}
