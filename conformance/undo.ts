import { isDeepStrictEqual } from 'node:util';
import { type VariableDefinitionNode, getOperationAST, getVariableValues, parse, print, validate } from 'graphql';
import { schemaOf } from '../src/client/dialect-schema.ts';
import type { UndoDescription } from '../src/cases/case-file.ts';
import type { Actor } from '../src/client/actor.ts';
import { formatValue } from '../src/client/format-text.ts';
import { type TargetResponse, graphqlRequest } from '../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import { parseMoney } from '../src/client/money.ts';
import { type SelectedField, coordinateOf, idsAbove } from '../src/client/selection.ts';
import { NoResponseError, type Target } from '../src/client/target.ts';
import type { Ledger, LedgerEntry, Undo } from './ledger.ts';

/** An operation that writes. */
export interface SentOperation {
  writes: SelectedField[];
  variables: Record<string, unknown>;
  actor: Actor;
}

/** Lists the writes of a run on a deployment in its ledger: each one before it is sent. */
export class WriteLog {
  readonly #target: Target;
  readonly #ledger: Ledger;
  readonly #descriptions: Map<string, UndoDescription>;
  readonly #runId: string;
  /** What was read before the first write to a record, by the description of the write. */
  readonly #before = new Map<string, unknown>();
  /** The records that the run created, such as `meeting 12`, and the writes that are listed already. */
  readonly #known = new Set<string>();

  constructor(target: Target, ledger: Ledger, descriptions: UndoDescription[], runId: string) {
    this.#target = target;
    this.#ledger = ledger;
    // Those of the user's own cases come first.
    this.#descriptions = new Map(descriptions.toReversed().map((each) => [each.writes, each]));
    this.#runId = runId;
  }

  /** Lists what an operation writes, sends it, and notes what came of it. */
  async around(operation: SentOperation | undefined, send: () => Promise<TargetResponse>): Promise<TargetResponse> {
    const listed: { field: SelectedField; entry: LedgerEntry }[] = [];
    for (const field of operation?.writes ?? []) {
      const entry = await this.#list(field, operation!);
      if (entry) listed.push({ field, entry });
    }
    const response = await send();
    for (const { field, entry } of listed) this.#note(field, entry, response);
    return response;
  }

  async #list(field: SelectedField, { variables, actor }: SentOperation): Promise<LedgerEntry | undefined> {
    const { url, dialect, mayChange, placeholders } = this.#target;
    const ids = idsAbove(field, variables);
    const records = Object.entries(ids).map((each) => each.join(' '));
    const write = coordinateOf(field);
    const description = this.#descriptions.get(write);
    const { before, creates } = description ?? {};
    const what =
      description?.what.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? unknownId) ??
      `${write} in ${records.join(', ')}`;
    // A record that the run created is undone as a whole.
    if ([...records, what].some((each) => this.#known.has(each))) return undefined;
    if (before !== undefined && !this.#before.has(what)) {
      const reader = this.#target.missingCredentials('admin') === undefined ? 'admin' : 'anonymous';
      this.#before.set(what, await readData(this.#target, reader, inDialect(before, this.#target), ids));
    }
    const undo = description && undoOf(description, ids, actor, this.#before.get(what), this.#target);
    if (creates === undefined) this.#known.add(what);
    const mayStay =
      creates !== undefined && mayChange.has('meetings') && String(placeholders['meetings']) === ids['component'];
    return this.#ledger.write({
      runId: this.#runId,
      url,
      dialect: dialect.name,
      write,
      what,
      isKnown: description !== undefined,
      ...(undo && { undo }),
      ...(mayStay && { mayStay }),
    });
  }

  /** Closes the entry of what was not written, and adds the id of what was created. */
  #note(field: SelectedField, entry: LedgerEntry, response: TargetResponse): void {
    const outcome = writeOutcome(field.path, response);
    const { before, creates } = this.#descriptions.get(entry.write) ?? {};
    // Some releases answer with a server error to an id that they do not know.
    const hasNoRecord = outcome === 'unknown' && before !== undefined && !hasRecord(this.#before.get(entry.what));
    if (outcome === 'not written' || hasNoRecord) {
      this.#known.delete(entry.what);
      this.#ledger.write({ ...entry, isClosed: true });
      return;
    }
    const id = valueAt(response.json, ['data', ...field.path, 'id']);
    if (creates === undefined || !(typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength)))
      return;
    this.#known.add(`${creates} ${id}`);
    this.#ledger.write({ ...entry, id: String(id) });
  }
}

/** What undoes a write; undefined if the API cannot, or not to what was read before. */
function undoOf(
  { undo, actor: own, variables = {}, check, before, find }: UndoDescription,
  ids: Record<string, string>,
  actor: Actor,
  data: unknown,
  target: Target,
): Undo | undefined {
  const { translator } = target.dialect;
  const schema = schemaOf(target.dialect);
  const query = undo === undefined ? undefined : inDialect(undo, target);
  const values = fromBefore(variables, data, target);
  if (query === undefined || values === undefined || validate(schema, parse(query)).length > 0) return undefined;
  const undoVariables = { ...ids, ...translator.translateVariables(values as Record<string, unknown>) };
  // A hostile server can show any value as what was there before.
  const { errors } = getVariableValues(schema, variablesOf(query), { id: '1', ...undoVariables });
  if (errors) return undefined;
  return {
    actor: own ?? actor,
    query,
    variables: undoVariables,
    check: { query: inDialect(check?.query ?? before!, target), expected: check ? check.expect : data },
    ...(find !== undefined && { find: inDialect(find, target) }),
  };
}

const maxIdLength = 100;
const unknownId = 'of unknown id';

const inDialect = (query: string, { dialect }: Target): string =>
  print(dialect.translator.translateDocument(parse(query)));

/** The variables that a document declares. */
const variablesOf = (query: string): readonly VariableDefinitionNode[] =>
  getOperationAST(parse(query))?.variableDefinitions ?? [];

/** Whether data shows a record: null on the only way to it means that there is none. */
const hasRecord = (data: unknown): boolean => {
  if (!isJsonObject(data)) return false;
  const values = Object.values(data);
  return values.length > 1 || (values.length === 1 && hasRecord(values[0]));
};

/** Fills in what was read before; undefined if a value is missing, or not what its name says. */
function fromBefore(value: unknown, data: unknown, target: Target): unknown {
  if (!isJsonObject(value)) return value;
  const at = (path: unknown) => valueAt(data, String(path).split('.'));
  if ('$before' in value) return at(value['$before']) ?? valueAt(value, ['else', target.dialect.family]);
  if ('$amount' in value) {
    const amount = at(value['$amount']);
    return typeof amount === 'string' ? parseMoney(amount) : amount === null ? null : undefined;
  }
  if ('$texts' in value) return textsOf(at(value['$texts']));
  const filled = Object.entries(value).map(([name, each]) => [name, fromBefore(each, data, target)] as const);
  return filled.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(filled);
}

/** The texts of a field by locale; null without texts, undefined if it has no texts. */
function textsOf(field: unknown): unknown {
  if (field === null) return null;
  const translations = valueAt(field, ['translations']);
  if (!Array.isArray(translations) || !translations.every(isJsonObject)) return undefined;
  if (translations.length === 0) return null;
  return Object.fromEntries(translations.map(({ locale, text = null }) => [String(locale), text]));
}

/** Whether a field wrote something. It is unknown if the response is missing or an error elsewhere hides the field. */
function writeOutcome(path: string[], response: TargetResponse): 'written' | 'not written' | 'unknown' {
  if (response.status >= 500) return 'unknown';
  // A request that was accepted may have been executed, whatever came back.
  if (!isJsonObject(response.json)) return response.status < 300 ? 'unknown' : 'not written';
  const body = response.json;
  if (!Object.hasOwn(body, 'data')) return 'not written';
  let value = body['data'];
  for (const key of path) {
    if (!isJsonObject(value)) break;
    // A field that was not executed: another type of component, or @skip.
    if (!Object.hasOwn(value, key)) return 'not written';
    value = value[key];
  }
  if (value !== null) return 'written';
  const errors = (Array.isArray(body['errors']) ? body['errors'] : []).filter(isJsonObject);
  if (errors.some((error) => error['path'] === undefined)) return 'not written';
  const paths = errors.map((error) => error['path']).filter((each) => Array.isArray(each));
  if (paths.some((each) => isInside(path, each))) return 'not written';
  return paths.some((each) => isInside(each, path)) ? 'written' : 'unknown';
}

const isInside = (inner: unknown[], outer: unknown[]): boolean => outer.every((key, index) => inner[index] === key);

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
  const named = new Set(entries.flatMap(({ id }) => id ?? []));
  /** What became of the records that a query finds, because entries without an id find the same. */
  const unnamed = new Map<string, string | undefined>();
  let withoutResponse = 0;

  /** Undoes a write, and proves it. Returns the reason if it is not undone. */
  async function tryToUndo(undo: Undo, { id, runId }: LedgerEntry): Promise<string | undefined> {
    const undoRecord = (variables: object) => performUndo(undo, { ...undo.variables, ...variables }, target);
    if (id !== undefined || undo.find === undefined) return undoRecord({ id });
    const key = JSON.stringify([undo.find, undo.variables, runId]);
    if (unnamed.has(key)) return unnamed.get(key);
    const found = await findMarked(undo, runId, target);
    const ids = found?.filter((each) => !named.has(each));
    const reasons: (string | undefined)[] = [];
    for (const each of ids ?? []) reasons.push(await undoRecord({ id: each }));
    const reason = ids
      ? reasons.find((each) => each !== undefined)
      : 'its id is unknown, and the records cannot be read';
    unnamed.set(key, ids?.length === 0 ? notFound : reason);
    return unnamed.get(key);
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
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
    }
    withoutResponse = failure === noResponse ? withoutResponse + 1 : 0;
    if (failure === undefined) ledger.write({ ...entry, isClosed: true });
    else if (failure === notFound || (mayStay && failure.includes(refusal))) leftovers.push(description);
    else failures.push(`${description}: ${failure}`);
  }
  return { leftovers, failures };
}

// So that a server that always has a next page ends.
const maxPages = 100;

/** The ids of the records that contain the mark of a run; undefined if they cannot be read. */
async function findMarked(
  { find, actor, variables }: Undo,
  runId: string,
  target: Target,
): Promise<string[] | undefined> {
  const found: string[] = [];
  let after: unknown = null;
  const search = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(search);
    if (!isJsonObject(value)) return undefined;
    if (value['hasNextPage'] === true) after = value['endCursor'];
    if (typeof value['id'] === 'string' && JSON.stringify(value).includes(runId)) found.push(value['id']);
    else Object.values(value).forEach(search);
  };
  for (let page = 0; page < maxPages && (page === 0 || after !== null); page += 1) {
    const data = await readData(target, actor, find!, { ...variables, after });
    if (!isJsonObject(data)) return undefined;
    after = null;
    search(data);
  }
  return found;
}

const short = (value: unknown) => formatValue(value, 1000);

async function performUndo(
  { actor, query, check }: Undo,
  variables: Record<string, unknown>,
  target: Target,
): Promise<string | undefined> {
  const { status, json } = await sendOperation(target, actor, query, variables);
  const data = await readData(target, actor, check.query, variables);
  if (isDeepStrictEqual(comparable(data), comparable(check.expected))) return undefined;
  const errors = isJsonObject(json) ? json['errors'] : undefined;
  const ofStatus = status === 200 ? '' : `status ${status}; `;
  const failure = errors ? `${refusal}: status ${status}, ${short(errors)}; ` : ofStatus;
  return `${failure}a read shows ${data === undefined ? 'no data' : short(data)} instead of ${short(check.expected)}`;
}

async function readData(...request: Parameters<typeof sendOperation>): Promise<unknown> {
  const { json } = await sendOperation(...request);
  return isJsonObject(json) ? json['data'] : undefined;
}

/** Sends an operation with the variables that it declares: the platform refuses others. */
async function sendOperation(target: Target, actor: Actor, query: string, variables: Record<string, unknown>) {
  const names = variablesOf(query).map(({ variable }) => variable.name.value);
  const declared = Object.fromEntries(names.map((name) => [name, variables[name]]));
  return target.send(graphqlRequest(query, declared, await target.authorizationHeaders(actor)));
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
