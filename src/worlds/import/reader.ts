import { isJsonObject, textOf } from '../../client/json-value.ts';
import { objectsAt } from '../../client/query-target.ts';
import { type Field, type Place, type TargetSchema, field, idArgument, keyOf, printQuery, within } from './query.ts';
import { FieldError, type Json, idOf, objectOf, present } from './record-reading.ts';
import type { Source } from './source.ts';

/** A query that the server does not answer; a part of it may be answered. */
export class UnreadableError extends Error {
  constructor(
    message: string,
    /** Whether the server says that the query is wrong; else it fails. */
    readonly isRefusal: boolean,
  ) {
    super(message);
  }
}

/** The objects that a query reads. */
export interface ObjectQuery {
  /** What they are, for the report. */
  kind: string;
  place: Place;
  /** The place of one of the records of a list. */
  placeOf?: ((id: number) => Place) | undefined;
  /** Whether the place has a smaller part, which is read instead if the server refuses a query. */
  canBeSmaller?: boolean;
}

/**
 * Fields that Decidim says are never null, and yet are: nothing is lost of the record. An author who cannot be read was deleted,
 * comments are read thread by thread, and a space that is not published has no time of publication.
 */
const lossless = new Set(['author', 'comments', 'onlineMeetingUrl', 'publishedAt']);

/**
 * Reads selections from a deployment, as far as its schema and its limits allow. A field at which the server fails costs that field of
 * that record.
 */
export class Reader {
  /** Sentences about what could not be read. */
  readonly #problems = new Set<string>();
  /** How many records something is missing of, by a text with the place of the count. */
  readonly #missing = new Map<string, number>();
  /** The fields at which the server has failed, with their kinds. They are read on their own from now on. */
  readonly #suspects = new Set<string>();

  constructor(
    readonly source: Source,
    readonly schema: TargetSchema,
  ) {}

  /** Adds a sentence about what could not be read. */
  report(problem: string): void {
    this.#problems.add(problem);
  }

  /** Counts a record that could not be read, or of which a field could not. */
  miss(kind: string, name: string | undefined, reason: string, count = 1): void {
    const text = `${kind}: ${name === undefined ? '' : `${name} of `}# not read: ${reason}`;
    this.#missing.set(text, (this.#missing.get(text) ?? 0) + count);
  }

  /** What could not be read: by kind with counts, then the rest. */
  get problems(): string[] {
    const counted = [...this.#missing].map(([text, count]) => text.replace('#', String(count)));
    return [...counted.toSorted(), ...this.#problems];
  }

  /** Reads a selection of the query type without what the schema lacks; throws an UnreadableError if the server does not answer it. */
  async read(fields: Field[]): Promise<Json> {
    const pruned = this.schema.prune(fields);
    if (pruned.length === 0) return {};
    const { status, json } = await this.source.send(printQuery(pruned));
    const errors = objectsAt(json, ['errors']);
    const data = isJsonObject(json) ? json['data'] : undefined;
    const message = errors.length > 0 ? textOf(errors[0]!['message']) : undefined;
    // Without any data, Decidim 0.31 says that it has failed.
    if (isJsonObject(data) && Object.keys(data).length === 0 && message !== undefined)
      throw new UnreadableError(`the server fails: ${message}`, false);
    if (!isJsonObject(data))
      throw status >= 500 || message === undefined
        ? new UnreadableError(`the server answers with status ${status} and no data`, false)
        : new UnreadableError(message, true);
    for (const error of errors) placeError(data, error);
    return data;
  }

  /** Reads the object at a place; undefined if the deployment does not show it. */
  async readObject(kind: string, place: Place, fields: Field[]): Promise<Json | undefined> {
    const [found] = await this.#readOrReport({ kind, place }, fields);
    return objectOf(found);
  }

  /** Reads the objects in a list of the query type; `one` is the field with one of them, if there is one. */
  async readList(kind: string, many: string, fields: Field[], one?: string): Promise<Json[]> {
    const placeOf = one === undefined ? undefined : (id: number) => [field(one, [], idArgument(id))];
    const found = await this.#readOrReport({ kind, place: [field(many, 'id')], placeOf }, fields);
    for (const each of found)
      if (each instanceof FieldError) this.report(`${kind}: not all can be read: ${each.message}`);
    return present(found.map(objectOf));
  }

  async #readOrReport(target: ObjectQuery, fields: Field[]): Promise<unknown[]> {
    try {
      return objectsIn(await this.readAll(target, fields), target.place);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      this.report(`${target.kind}: none can be read: ${error.message}`);
      return [];
    }
  }

  /**
   * Reads fields of objects, in parts if the server fails at some. Throws an UnreadableError if it fails whatever is asked for, or
   * refuses a query in whose place a smaller one can be sent.
   */
  async readAll(target: ObjectQuery, fields: Field[]): Promise<Json> {
    const nameOf = (each: Field) => `${target.kind}.${keyOf(each)}`;
    const isSuspect = (each: Field) => this.#suspects.has(nameOf(each));
    const usual = fields.filter((each) => !isSuspect(each));
    const parts: Json[] = [];
    const groups = [usual, ...fields.filter(isSuspect).map((each) => [each])];
    for (let group = groups.shift(); group; group = groups.shift())
      try {
        const data = await this.read(within(target.place, group));
        const errors = objectsIn(data, target.place).filter((each) => each instanceof FieldError);
        // An error at a field that is never null has taken the whole object.
        const lost = group.filter((each) => errors.some(({ at }) => at === keyOf(each)));
        if (lost.length > 0 && group.length > 1) {
          for (const each of lost) this.#suspects.add(nameOf(each));
          const others = group.filter((each) => !lost.includes(each));
          groups.unshift(others, ...lost.map((each) => [each]));
          continue;
        }
        parts.push(data);
        for (const key of lost.map(keyOf).filter((each) => !lossless.has(each)))
          for (const { at, message } of errors) if (at === key) this.miss(target.kind, key, message);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        if (group === usual && (await this.#isHopeless(target, error))) throw error;
        if (group.length > 1) groups.unshift(...halves(group));
        else if (group.length === 1) {
          if (!error.isRefusal) this.#suspects.add(nameOf(group[0]!));
          parts.push(await this.#readFailing(target, group[0]!, error));
        }
      }
    return mergeObjects(parts, (keys, count) =>
      this.miss(target.kind, keys.join(', '), 'the list has changed while it was read', count),
    );
  }

  /** Whether no part of what an error is about has to be tried. */
  async #isHopeless({ place, canBeSmaller = false }: ObjectQuery, { isRefusal }: UnreadableError): Promise<boolean> {
    return isRefusal ? canBeSmaller : !(await this.#succeeds(place));
  }

  /** Reads a field at which the server fails: record by record, or what is inside of it. */
  async #readFailing(target: ObjectQuery, failing: Field, error: UnreadableError): Promise<Json> {
    const { kind, place, placeOf } = target;
    const key = keyOf(failing);
    if (!error.isRefusal && key === 'comments') return {};
    if (!error.isRefusal && placeOf) return this.#readOneByOne(target, placeOf, failing);
    const { of = [] } = failing;
    // Lists are joined by ids; what a type lacks is not asked for.
    const inside = [...place, { ...failing, of: [{ name: 'id' }] }];
    if (of.length > 1 && (error.isRefusal || (await this.#succeeds([...place, { ...failing, of: of.slice(0, 1) }]))))
      return this.readAll({ kind: `${kind}.${key}`, place: inside }, of);
    if (error.isRefusal) this.schema.refused.add(failing);
    this.miss(kind, key, error.message);
    return {};
  }

  async #readOneByOne({ kind, place }: ObjectQuery, placeOf: (id: number) => Place, failing: Field): Promise<Json> {
    const data = await this.read(within(place, []));
    for (const each of present(objectsIn(data, place).map(objectOf))) {
      const id = idOf(each);
      if (id === undefined) continue;
      const own = { kind, place: placeOf(id) };
      const [found] = objectsIn(await this.readAll(own, [failing]), own.place);
      Object.assign(each, membersOf(found));
    }
    return data;
  }

  /** Whether the server shows the objects at a place, and what is read beside them. */
  async #succeeds(place: Place): Promise<boolean> {
    try {
      objectsIn(await this.read(within(place, [])), place);
      return true;
    } catch (error) {
      if (error instanceof UnreadableError) return false;
      throw error;
    }
  }
}

function halves<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** Puts an error into the data where it took a value. */
function placeError(data: Json, error: Json): void {
  const path = Array.isArray(error['path']) ? error['path'].map(textOf) : [];
  let parent: unknown = data;
  for (const [index, key] of path.entries()) {
    if (typeof parent !== 'object' || parent === null || parent instanceof FieldError || !Object.hasOwn(parent, key))
      return;
    const members = parent as Json;
    members[key] ??= new FieldError(textOf(error['message']), path[index + 1]);
    parent = members[key];
  }
}

/**
 * The objects at a place, those of a list or one, or errors in their place. Throws an UnreadableError if an error inside of them has
 * taken more than one of them.
 */
export function objectsIn(data: Json, place: Place): unknown[] {
  let value: unknown = data;
  const assertNotTaken = (isTaken: (at: string) => boolean) => {
    if (value instanceof FieldError && value.at !== undefined && isTaken(value.at))
      throw new UnreadableError(value.message, false);
  };
  for (const step of place.filter(({ name }) => !name.startsWith('... on '))) {
    assertNotTaken(() => true);
    value = objectOf(value)?.[keyOf(step)];
  }
  assertNotTaken((at) => /^\d+$/.test(at));
  return [value ?? []].flat();
}

/** The members of an object, or the error at one of them that took the object. */
const membersOf = (value: unknown): Json | undefined =>
  value instanceof FieldError && value.at !== undefined
    ? { [value.at]: new FieldError(value.message) }
    : objectOf(value);

/** Hears of how many objects the members with these keys could not be joined. */
type OnLoss = (keys: string[], count: number) => void;

/** Two parts of the same objects as one. */
function merge(a: unknown, b: unknown, onLoss: OnLoss): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return joinLists(a, b, onLoss);
  const [left, right] = [objectOf(a), membersOf(b)];
  return left && right ? mergeObjects([left, right], onLoss) : (a ?? b);
}

const idsOf = (list: readonly unknown[]): unknown[] => list.map((each) => objectOf(each)?.['id']);

/** Joins the items of two lists by their ids; by their positions if all ids that are known are the same ones. */
function joinLists(a: readonly unknown[], b: readonly unknown[], onLoss: OnLoss): unknown[] {
  const [ids, others] = [idsOf(a), idsOf(b)];
  const isSameAt = (id: unknown, index: number) =>
    id === undefined || others[index] === undefined || id === others[index];
  if (a.length === b.length && ids.every(isSameAt)) return a.map((each, index) => merge(each, b[index], onLoss));
  const byId = new Map<unknown, unknown>(others.map((id, index) => [id, b[index]]));
  byId.delete(undefined);
  const lost = ids.filter((id) => !byId.has(id)).length;
  const keys = new Set(b.flatMap((each) => Object.keys(membersOf(each) ?? {})));
  if (lost > 0)
    onLoss(
      [...keys].filter((key) => key !== 'id'),
      lost,
    );
  return a.map((each, index) => (byId.has(ids[index]) ? merge(each, byId.get(ids[index]), onLoss) : each));
}

function mergeObjects(parts: readonly Json[], onLoss: OnLoss): Json {
  const merged: Json = {};
  for (const part of parts)
    for (const [key, value] of Object.entries(part)) merged[key] = merge(merged[key], value, onLoss);
  return merged;
}
