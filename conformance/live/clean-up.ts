import { NoResponseError, type Target } from '../../src/client/target.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { performUndo } from './undo.ts';
import { isKnownMutation } from './write-tracker.ts';

/** The entries of a ledger that are still open after a clean-up. */
export interface CleanUpResult {
  /** What the API cannot undo. */
  leftovers: string[];
  /** What could not be undone although the API can, or is not known; with the reason. */
  failures: string[];
}

// After this many entries in a row without a response, the others are not tried.
const maxWithoutResponse = 2;
const noResponse = 'the target does not respond';

/** Undoes the writes of a ledger, newest first. An entry is marked as undone only after a read proved it. */
export async function cleanUp(ledger: Ledger, target: Target): Promise<CleanUpResult> {
  const leftovers: string[] = [];
  const failures: string[] = [...ledger.damagedLines];
  let withoutResponse = 0;
  for (const entry of ledger.openEntries) {
    const { number, mutation, description, undo, mayStay } = entry;
    if (undo) {
      const failure = withoutResponse < maxWithoutResponse ? await tryToUndo(undo, target) : noResponse;
      withoutResponse = failure === noResponse ? withoutResponse + 1 : 0;
      if (failure === undefined) ledger.markUndone(number);
      else if (mayStay && failure !== noResponse) leftovers.push(description);
      else failures.push(`${description}: ${failure}`);
    } else if (isKnownMutation(mutation)) leftovers.push(description);
    else failures.push(`${description}: no way is known to undo this mutation`);
  }
  return { leftovers, failures };
}

async function tryToUndo(undo: NonNullable<LedgerEntry['undo']>, target: Target): Promise<string | undefined> {
  try {
    return await performUndo(undo, target);
  } catch (error) {
    if (error instanceof NoResponseError) return noResponse;
    throw error;
  }
}
