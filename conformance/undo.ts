import { isDeepStrictEqual } from 'node:util';
import { type DocumentNode, Kind, parse, print, validate } from 'graphql';
import { schemaOf } from '../src/cases/dialect-schema.ts';
import type { UndoDescription } from '../src/cases/undo.ts';
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
    const ids = idsAbove(field, variables);
    const coordinate = coordinateOf(field);
    const description = this.#descriptions.get(coordinate);
    // A record that the run created is undone as a whole.
    if (Object.entries(ids).some(([name, id]) => this.#known.has(`${name} ${id}`))) return undefined;
    const what = description
      ? fill(description.what, ids)
      : `${coordinate} in ${Object.entries(ids)
          .map((each) => each.join(' '))
          .join(', ')}`;
    if (this.#known.has(what)) return undefined;
    const { before: query, creates } = description ?? {};
    if (query !== undefined && !this.#before.has(what)) this.#before.set(what, await this.#read(query, ids));
    const undo = description && this.#undoOf(description, ids, actor, this.#before.get(what));
    if (creates === undefined) this.#known.add(what);
    const { mayChange, placeholders } = this.#target;
    const mayStay =
      creates !== undefined &&
      [...mayChange].some((name) => name === 'meetings' && String(placeholders[name]) === ids['component']);
    return this.#ledger.add({
      runId: this.#runId,
      url: this.#target.url,
      dialect: this.#target.dialect.name,
      write: coordinate,
      what,
      isKnown: description !== undefined,
      ...(undo && { undo }),
      ...(mayStay && { mayStay }),
    });
  }

  /** Closes the entry of what was not written, and adds the id of what was created. */
  #note(field: SelectedField, entry: LedgerEntry, response: TargetResponse): void {
    const outcome = writeOutcome(field.path, response);
    const description = this.#descriptions.get(entry.write);
    // Some releases answer with a server error to an id that they do not know.
    const hasNoRecord =
      outcome === 'unknown' && description?.before !== undefined && !hasRecord(this.#before.get(entry.what));
    if (outcome === 'not written' || hasNoRecord) {
      this.#known.delete(entry.what);
      return this.#ledger.close(entry.number);
    }
    const { creates } = description ?? {};
    const id = valueAt(response.json, ['data', ...field.path, 'id']);
    if (creates === undefined || !(typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength)))
      return undefined;
    this.#known.add(`${creates} ${id}`);
    return this.#ledger.addId(entry.number, String(id));
  }

  #undoOf(
    { undo, actor: own, variables = {}, check, before, find }: UndoDescription,
    ids: Record<string, string>,
    actor: Actor,
    data: unknown,
  ): Undo | undefined {
    const { dialect } = this.#target;
    const document = undo === undefined ? undefined : inDialect(undo, this.#target);
    if (!document || validate(schemaOf(dialect), document).length > 0) return undefined;
    const values = fromBefore(variables, data, this.#target);
    if (values === undefined) return undefined;
    const proof = check ? { query: check.query, expected: check.expect } : { query: before!, expected: data };
    return {
      actor: own ?? actor,
      query: print(document),
      variables: { ...ids, ...dialect.translator.translateVariables(values as Record<string, unknown>) },
      check: { ...proof, query: print(inDialect(proof.query, this.#target)) },
      ...(find !== undefined && { find: print(inDialect(find, this.#target)) }),
    };
  }

  #read(query: string, ids: Record<string, string>): Promise<unknown> {
    const actor = this.#target.missingCredentials('admin') === undefined ? 'admin' : 'anonymous';
    return readData(this.#target, actor, print(inDialect(query, this.#target)), ids);
  }
}

const maxIdLength = 100;

const fill = (text: string, ids: Record<string, string>): string =>
  text.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? 'of unknown id');

const inDialect = (query: string, { dialect }: Target): DocumentNode =>
  dialect.translator.translateDocument(parse(query));

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
    return amount === null || typeof amount !== 'string' ? amount : parseMoney(amount);
  }
  if ('$texts' in value) return textsOf(at(value['$texts']));
  const filled = Object.entries(value).map(([name, each]) => [name, fromBefore(each, data, target)] as const);
  return filled.some(([, each]) => each === undefined) ? undefined : Object.fromEntries(filled);
}

/** The texts of a field by locale; null without texts, undefined if it has no texts. */
function textsOf(field: unknown): unknown {
  if (field === null) return null;
  const translations = valueAt(field, ['translations']);
  if (!Array.isArray(translations)) return undefined;
  if (translations.length === 0) return null;
  return Object.fromEntries(
    translations.map((each) => [String(valueAt(each, ['locale'])), valueAt(each, ['text']) ?? null]),
  );
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
  const leftovers: string[] = [];
  const failures: string[] = [...ledger.damagedLines];
  let withoutResponse = 0;
  for (const entry of ledger.openEntries) {
    const { number, what, isKnown, undo, mayStay } = entry;
    const description = entry.id === undefined ? what : what.replace('of unknown id', entry.id);
    if (!undo) {
      if (isKnown) leftovers.push(description);
      else failures.push(`${description}: no way is known to undo this mutation`);
      continue;
    }
    const failure = withoutResponse < maxWithoutResponse ? await tryToUndo(undo, entry, target) : noResponse;
    withoutResponse = failure === noResponse ? withoutResponse + 1 : 0;
    if (failure === undefined) ledger.close(number);
    else if (failure === notFound || (mayStay && failure.includes(refusal))) leftovers.push(description);
    else failures.push(`${description}: ${failure}`);
  }
  return { leftovers, failures };
}

/** Undoes a write. Returns the reason if a read does not prove that it is undone. */
async function tryToUndo(undo: Undo, { id, runId }: LedgerEntry, target: Target): Promise<string | undefined> {
  try {
    const ids = undo.find === undefined ? [undefined] : id === undefined ? await findIds(undo, runId, target) : [id];
    if (ids === undefined) return 'its id is unknown, and the records cannot be read';
    if (ids.length === 0) return notFound;
    for (const each of ids) {
      const failure = await performUndo(undo, { ...undo.variables, ...(each !== undefined && { id: each }) }, target);
      if (failure !== undefined) return failure;
    }
    return undefined;
  } catch (error) {
    if (error instanceof NoResponseError) return noResponse;
    throw error;
  }
}

/** The ids of the records that contain the mark of a run; undefined if they cannot be read. */
async function findIds({ find, actor, variables }: Undo, runId: string, target: Target): Promise<string[] | undefined> {
  const data = await readData(target, actor, find!, variables);
  if (!isJsonObject(data)) return undefined;
  const found: string[] = [];
  const search = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(search);
    if (!isJsonObject(value)) return undefined;
    if (typeof value['id'] === 'string' && JSON.stringify(value).includes(runId)) found.push(value['id']);
    else Object.values(value).forEach(search);
  };
  search(data);
  return found;
}

const formatShort = (value: unknown): string => formatValue(value, 1000);

async function performUndo(
  { actor, query, check }: Undo,
  variables: Record<string, unknown>,
  target: Target,
): Promise<string | undefined> {
  const headers = await target.authorizationHeaders(actor);
  const { status, json } = await target.send(graphqlRequest(query, declared(query, variables), headers));
  const data = await readData(target, actor, check.query, variables);
  if (isDeepStrictEqual(comparable(data), comparable(check.expected))) return undefined;
  const errors = isJsonObject(json) ? json['errors'] : undefined;
  const failure = errors
    ? `${refusal}: status ${status}, ${formatShort(errors)}; `
    : status === 200
      ? ''
      : `status ${status}; `;
  return `${failure}a read shows ${data === undefined ? 'no data' : formatShort(data)} instead of ${formatShort(check.expected)}`;
}

async function readData(
  target: Target,
  actor: Actor,
  query: string,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const headers = await target.authorizationHeaders(actor);
  const { json } = await target.send(graphqlRequest(query, declared(query, variables), headers));
  return isJsonObject(json) ? json['data'] : undefined;
}

/** The variables that a document declares: the platform refuses others. */
function declared(query: string, variables: Record<string, unknown>): Record<string, unknown> {
  const [operation] = parse(query).definitions;
  const names = operation?.kind === Kind.OPERATION_DEFINITION ? (operation.variableDefinitions ?? []) : [];
  return Object.fromEntries(names.map(({ variable: { name } }) => [name.value, variables[name.value]]));
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
