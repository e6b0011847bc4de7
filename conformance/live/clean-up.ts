import type { Ledger, LedgerEntry } from './ledger.ts';
import { NoResponseError, type Target } from '../model/target.ts';
import { graphqlRequest } from '../model/exchange.ts';

/** What became of a ledger: what the API cannot take back, and what it should have taken back and did not. */
export interface CleanUpResult {
  leftovers: string[];
  failures: string[];
}

/** Takes back what a ledger holds, the last first, as far as the API can; each undoing is in the ledger before the next. */
export async function cleanUp(ledger: Ledger, target: Target): Promise<CleanUpResult> {
  const leftovers: string[] = [];
  const failures: string[] = [];
  for (const written of ledger.openEntries) {
    if (!written.undo) leftovers.push(written.what);
    else {
      const failure = await undo(written, target);
      if (failure) failures.push(`${written.what}: ${failure}`);
      else ledger.markUndone(written.number);
    }
  }
  return { leftovers, failures };
}

async function undo({ undo: request }: LedgerEntry, target: Target): Promise<string | undefined> {
  const { actor, query, variables } = request!;
  try {
    const headers = await target.authorizationHeaders(actor);
    const answer = await target.send(graphqlRequest(query, variables, headers));
    const { errors } = (answer.json ?? {}) as { errors?: { message: unknown }[] };
    if (answer.status === 200 && answer.json !== undefined && !errors) return undefined;
    return `status ${answer.status}${errors ? `: ${JSON.stringify(errors[0]?.message)}` : ''}`;
  } catch (error) {
    if (error instanceof NoResponseError) return error.message;
    throw error;
  }
}
