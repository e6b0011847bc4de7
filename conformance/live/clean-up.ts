import { NoResponseError, type Target } from '../model/target.ts';
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

/** Undoes the writes of a ledger, newest first. An entry is marked as undone only after a read proved it. */
export async function cleanUp(ledger: Ledger, target: Target): Promise<CleanUpResult> {
  const leftovers: string[] = [];
  const failures: string[] = [...ledger.damagedLines];
  for (const entry of ledger.openEntries) {
    const { number, mutation, description, undo } = entry;
    if (undo) {
      const failure = await tryToUndo(undo, target);
      if (failure === undefined) ledger.markUndone(number);
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
    if (error instanceof NoResponseError) return error.message;
    throw error;
  }
}
