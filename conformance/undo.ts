import { isDeepStrictEqual } from 'node:util';
import { formatValue } from '../src/client/format-text.ts';
import { isJsonObject } from '../src/client/json-value.ts';
import { parseMoney } from '../src/client/money.ts';
import { NoResponseError, NotSentError, type Target, UnavailableError } from '../src/client/target.ts';
import type { Ledger, LedgerEntry, Undo } from './ledger.ts';
import { idsWithMark, readData, readAllPages, sendOperation } from './marked-records.ts';
import { unknownId } from './write-log.ts';

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
const refusal = 'the API refuses it';
const notFound = 'no record has the mark of the run';

/** Undoes the writes of a ledger, newest first. An entry is closed only after a read proved that it is undone. */
export async function cleanUp(ledger: Ledger, target: Target): Promise<CleanUpResult> {
  const entries = ledger.openEntries;
  const leftovers: string[] = [];
  const failures: string[] = [...ledger.damagedLines];
  const named = new Set(entries.flatMap(({ id, isOwn }) => (isOwn ? [id] : [])));
  /** The records that a query finds, which entries without an id may have created. */
  const unnamed = new Map<string, string[]>();
  let withoutResponse = 0;

  /** Undoes a write, and proves it. Returns the reason if it is not undone. */
  async function tryToUndo(undo: Undo, { id, isOwn, runId }: LedgerEntry): Promise<string | undefined> {
    const undoRecord = (variables: object) => performUndo(undo, { ...undo.variables, ...variables }, target);
    if (undo.find === undefined) return undoRecord({ id });
    if (id !== undefined && (isOwn || (await isMarked(undo, id, runId, target)))) return undoRecord({ id });
    const key = JSON.stringify([undo.find, undo.variables, runId]);
    if (!unnamed.has(key)) {
      const pages = await readAllPages(target, undo.actor, undo.find, undo.variables);
      if (!pages) return 'its id is unknown, and the records cannot be read';
      unnamed.set(
        key,
        idsWithMark(pages, runId).filter((each) => !named.has(each)),
      );
    }
    // Another actor may have created a record, who alone may undo it.
    const found = unnamed.get(key)!;
    let reason: string | undefined = notFound;
    for (const each of found) {
      reason = await undoRecord({ id: each });
      if (reason !== undefined) continue;
      found.splice(found.indexOf(each), 1);
      return undefined;
    }
    return reason;
  }

  for (const entry of entries) {
    const { what, isKnown, undo, mayStay, id = unknownId } = entry;
    const description = what.replace(unknownId, id);
    if (!undo) {
      if (isKnown) leftovers.push(description);
      else failures.push(`${description}: no way is known to undo this mutation`);
      continue;
    }
    let failure: string | undefined = noResponse;
    try {
      if (withoutResponse < maxWithoutResponse) failure = await tryToUndo(undo, entry);
      if (failure !== undefined && (await target.renewSession?.(undo.actor))) failure = await tryToUndo(undo, entry);
    } catch (error) {
      if (error instanceof NotSentError) failure = error.message;
      else if (!(error instanceof NoResponseError)) throw error;
    }
    withoutResponse = failure === noResponse ? withoutResponse + 1 : 0;
    if (failure === undefined) ledger.write({ ...entry, isClosed: true });
    else if (failure === notFound || (mayStay && failure.includes(refusal))) leftovers.push(description);
    else failures.push(`${description}: ${failure}`);
  }
  return { leftovers, failures };
}

/** Whether a read shows the mark of a run in a record: the id in a response may be that of another one. */
async function isMarked({ own, actor, variables }: Undo, id: string, runId: string, target: Target): Promise<boolean> {
  if (own === undefined) return false;
  const { data } = await readData(target, actor, own, { ...variables, id });
  return idsWithMark(data, runId).includes(id);
}

const short = (value: unknown) => formatValue(value, 1000);

async function performUndo(
  { actor, query, check }: Pick<Undo, 'actor' | 'query' | 'check'>,
  variables: Record<string, unknown>,
  target: Target,
  mayRepeat = true,
): Promise<string | undefined> {
  // Whether a mutation without a response was executed is what the read shows.
  const response = await sendOperation(target, actor, query, variables).catch((error: unknown) => {
    if (error instanceof UnavailableError && mayRepeat) return undefined;
    throw error;
  });
  const { data } = await readData(target, actor, check.query, variables);
  if (isDeepStrictEqual(comparable(data), comparable(check.expected))) return undefined;
  if (!response) return performUndo({ actor, query, check }, variables, target, false);
  const { status, json } = response;
  const errors = isJsonObject(json) ? json['errors'] : undefined;
  const ofStatus = status === 200 ? '' : `status ${status}; `;
  const failure = errors ? `${refusal}: status ${status}, ${short(errors)}; ` : ofStatus;
  return `${failure}a read shows ${data === undefined ? 'no data' : short(data)} instead of ${short(check.expected)}`;
}

/**
 * Ignores the order of lists, whether a field without texts is null or has an empty list of translations, and the locale of
 * amounts of money.
 */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(comparable(each))).toSorted();
  if (typeof value === 'string') return parseMoney(value) ?? value;
  if (!isJsonObject(value)) return value;
  const { translations } = value;
  if (Array.isArray(translations) && translations.length === 0) return null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
}
