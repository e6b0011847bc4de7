import { getVariableValues, parse, print, validate } from 'graphql';
import type { UndoDescription } from '../src/cases/case-file.ts';
import type { Actor } from '../src/client/actor.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import type { SentOperation } from '../src/client/door.ts';
import type { TargetResponse } from '../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import { parseMoney } from '../src/client/money.ts';
import { type SelectedField, coordinateOf, idsAbove } from '../src/client/selection.ts';
import { NotSentError, type Target } from '../src/client/target.ts';
import { type ChangeableRecords, type ChangedRecord, kindNamed, recordsChangedBy } from './changeable-records.ts';
import type { Ledger, LedgerEntry, Undo } from './ledger.ts';
import { idsIn, idsWithMark, inDialect, readData, readAllPages, variablesOf } from './marked-records.ts';

interface RunOfWrites {
  target: Target;
  ledger: Ledger;
  /** How the API undoes writes; those of the user's own cases come first. */
  descriptions: UndoDescription[];
  /** The mark of the run in the texts of what it creates. */
  runId: string;
  changeable: ChangeableRecords;
}

/** A field that is to be written, and what was there before. */
interface PlannedWrite {
  field: SelectedField;
  /** The coordinate and the ids of the field, which tell writes apart. */
  key: string;
  ids: Record<string, string>;
  description: UndoDescription | undefined;
  /** Whether the run made every record that it changes, and undoes them as a whole. */
  isOwn: boolean;
  /** The ids in the list before a record is created whose texts have no mark of the run. */
  idsBefore?: ReadonlySet<string>;
}

/**
 * Guards the writes of a run on a deployment. A write is sent only if the target file allows to change its records, or a read has
 * proven that they are the run's own; and if the state before it can be read. It is listed in the ledger before it is sent.
 */
export class WriteLog {
  readonly #run: RunOfWrites;
  readonly #descriptions: Map<string, UndoDescription>;
  /** What was read before the first write, by its key. */
  readonly #before = new Map<string, unknown>();
  /** The keys of the writes that are listed. */
  readonly #listed = new Set<string>();
  /** The records that a read has proven to be the run's own, such as `Meeting 12`. */
  readonly #own = new Set<string>();
  /** What responses said to be created, by record: its entry, and the ids with which it was created. */
  readonly #created = new Map<string, { entry: LedgerEntry; ids: Record<string, string> }>();

  constructor(run: RunOfWrites) {
    this.#run = run;
    this.#descriptions = new Map(run.descriptions.toReversed().map((each) => [each.writes, each]));
  }

  /** Lists what an operation writes, sends it, and notes what came of it. Throws a NotSentError if it must not be sent. */
  async around(
    { writes, variables, actor }: SentOperation,
    send: () => Promise<TargetResponse>,
  ): Promise<TargetResponse> {
    const planned: PlannedWrite[] = [];
    for (const field of writes) planned.push(await this.#plan(field, variables));
    for (const each of planned) if (!each.isOwn) await this.#readBefore(each, variables);
    const listed = planned.flatMap((each) => {
      const entry = each.isOwn ? undefined : this.#list(each, actor);
      return entry ? [{ ...each, entry }] : [];
    });
    const response = await send();
    for (const { entry, ...each } of listed) await this.#note(each, entry, response);
    return response;
  }

  /** Throws a NotSentError if a field changes a record that the run may not change. */
  async #plan(field: SelectedField, variables: Record<string, unknown>): Promise<PlannedWrite> {
    const ids = idsAbove(field, variables);
    const records = recordsChangedBy(field, variables);
    let isOwn = records.length > 0;
    for (const record of records) {
      const reason = this.#run.changeable.reasonNotToChange(record);
      const isOfRun = await this.#isOwn(record, ids, reason !== undefined);
      if (reason !== undefined && !isOfRun) throw new NotSentError(reason);
      isOwn &&= isOfRun;
    }
    const coordinate = coordinateOf(field);
    const description = this.#descriptions.get(coordinate);
    // The undo of a parent does not take along a record that is created below it.
    const createsAnother = description?.find !== undefined;
    return { field, key: JSON.stringify([coordinate, ids]), ids, description, isOwn: isOwn && !createsAnother };
  }

  /** Whether a record is the run's own, because a read shows its mark in the texts of the record. */
  async #isOwn({ kind, id }: ChangedRecord, ids: Record<string, string>, mayRead: boolean): Promise<boolean> {
    const record = `${kind} ${String(id)}`;
    if (this.#own.has(record) || !mayRead) return this.#own.has(record);
    const { target, ledger, runId, descriptions } = this.#run;
    const own = descriptions.find(({ creates }) => creates !== undefined && kindNamed(creates) === kind)?.own;
    if (own === undefined || id === undefined || id === null) return false;
    // A case may name another component than the one in which it created the record.
    const created = this.#created.get(record);
    const place = { ...ids, ...created?.ids, id };
    const { data } = await readData(target, readerOf(target), inDialect(own, target), place);
    if (!idsWithMark(data, runId).includes(String(id))) return false;
    this.#own.add(record);
    if (created) ledger.write({ ...created.entry, isOwn: true });
    return true;
  }

  /** Reads what a write overwrites, once. Throws a NotSentError if that cannot be read, or could not be restored. */
  async #readBefore(planned: PlannedWrite, variables: Record<string, unknown>): Promise<void> {
    const { target, runId } = this.#run;
    const { key, ids, field, description } = planned;
    const { before, creates, lost = [] } = description ?? {};
    if (creates !== undefined && !JSON.stringify([variables, print(field.node)]).includes(runId))
      planned.idsBefore = await this.#readIds(planned);
    if (before === undefined || this.#before.has(key)) return;
    const { data, problem } = await readData(target, readerOf(target), inDialect(before, target), ids);
    if (problem !== undefined)
      throw new NotSentError(`what was there before it cannot be read (${problem}), so it could not be undone`);
    const { unknownId } = target.placeholders;
    if (hasRecord(data) && Object.values(ids).includes(String(unknownId)))
      throw new NotSentError(`the target has a record with the id ${String(unknownId)} of unknownId`);
    const path = lost.find((each) => (valueAt(data, each.split('.')) ?? null) !== null);
    if (path !== undefined)
      throw new NotSentError(`${path} has a value, which the API cannot restore: choose a record that has none`);
    this.#before.set(key, data);
  }

  /** The ids in the list of the records that a field creates. Throws a NotSentError if it cannot be read. */
  async #readIds({ ids, description }: PlannedWrite): Promise<ReadonlySet<string> | undefined> {
    const { target } = this.#run;
    if (description?.find === undefined) return undefined;
    const pages = await readAllPages(target, readerOf(target), inDialect(description.find, target), ids);
    if (!pages) throw new NotSentError('the records there before cannot be read, so what it creates could not be told');
    return new Set(idsIn(pages));
  }

  #list({ field, key, ids, description }: PlannedWrite, actor: Actor): LedgerEntry | undefined {
    const { target, ledger, runId } = this.#run;
    if (this.#listed.has(key)) return undefined;
    const { creates } = description ?? {};
    const write = coordinateOf(field);
    const records = Object.entries(ids).map((each) => each.join(' '));
    const what =
      description?.what.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? unknownId) ??
      `${write} in ${records.join(', ')}`;
    const undo = description && undoOf(description, ids, actor, this.#before.get(key), target);
    if (creates === undefined) this.#listed.add(key);
    const mayStay =
      creates !== undefined &&
      target.mayChange.has('meetings') &&
      String(target.placeholders['meetings']) === ids['component'];
    return ledger.write({
      runId,
      url: target.url,
      dialect: target.dialect.name,
      write,
      what,
      isKnown: description !== undefined,
      ...(undo && { undo }),
      ...(mayStay && { mayStay }),
    });
  }

  /** Closes the entry of what was not written, and adds the id of what was created. */
  async #note(planned: PlannedWrite, entry: LedgerEntry, response: TargetResponse): Promise<void> {
    const { field, key, ids, description, idsBefore } = planned;
    const outcome = writeOutcome(field.path, response);
    const { before, creates } = description ?? {};
    // Some releases answer with a server error to an id that they do not know.
    const hasNoRecord = outcome === 'unknown' && before !== undefined && !hasRecord(this.#before.get(key));
    if (outcome === 'not written' || hasNoRecord) {
      this.#listed.delete(key);
      this.#run.ledger.write({ ...entry, isClosed: true });
      return;
    }
    const id = valueAt(response.json, ['data', ...field.path, 'id']);
    if (creates === undefined || !(typeof id === 'number' || (typeof id === 'string' && id.length <= maxIdLength)))
      return;
    const record = `${kindNamed(creates)} ${id}`;
    const named = this.#run.ledger.write({ ...entry, id: String(id) });
    this.#created.set(record, { entry: named, ids });
    // Without a mark, only a new id in the list shows that the record is the run's own.
    if (!idsBefore || idsBefore.has(String(id)) || !(await this.#readIds(planned))?.has(String(id))) return;
    this.#own.add(record);
    this.#run.ledger.write({ ...named, isOwn: true });
  }
}

/** Who reads what was there before, and what is there after an undo. */
const readerOf = (target: Target): Actor => (target.missingCredentials('admin') === undefined ? 'admin' : 'anonymous');

/** What undoes a write; undefined if the API cannot, or not to what was read before. */
function undoOf(
  { undo, actor: sender, variables = {}, check, before, find, own }: UndoDescription,
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
    actor: sender ?? actor,
    query,
    variables: undoVariables,
    check: { query: inDialect(check?.query ?? before!, target), expected: check ? check.expect : data },
    ...(find !== undefined && { find: inDialect(find, target) }),
    ...(own !== undefined && { own: inDialect(own, target) }),
  };
}

const maxIdLength = 100;
/** What stands for the id of a record that no response named. */
export const unknownId = 'of unknown id';

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
