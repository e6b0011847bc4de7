import { isJsonObject, textOf } from '../../client/json-value.ts';
import { objectsAt } from '../../client/query-target.ts';
import { type Field, type TargetSchema, keyOf, printQuery, select } from './query.ts';
import { FieldError, type Json, idOf, objectOf } from './record-reading.ts';
import type { Source } from './source.ts';

/** A query that the server does not answer; a part of it may be answered. */
export class UnreadableError extends Error {
  constructor(
    message: string,
    /** Whether the server says that the query is wrong; else it fails. */
    readonly isRefusal: boolean,
    /** How much smaller the query must be, if the server says so. */
    readonly share = 0.5,
  ) {
    super(message);
  }
}

/** A list of records, and how one of them is read. */
export interface RecordList {
  /** What the records are, for the report. */
  kind: string;
  fields: Field[];
  /** The list in a query. */
  list(of: Field[]): Field;
  /** The list in a response. */
  itemsOf(data: Json): unknown;
  /** One record in a query, and in a response. */
  one: { of(id: number, of: Field[]): Field; in(data: Json): unknown } | undefined;
  /** Whether the list has no smaller parts, so that fields which the server refuses are left out. */
  isWhole: boolean;
}

/**
 * Fields that Decidim says are never null, and yet are: nothing is lost of the record. An author who cannot be read was deleted, and
 * comments are read thread by thread.
 */
const lossless = new Set(['author', 'comments', 'onlineMeetingUrl']);

/**
 * Reads selections from a deployment, as far as its schema and its limits allow. A field at which the server fails costs that field of
 * that record.
 */
export class Reader {
  /** Sentences about what could not be read. */
  readonly #problems = new Set<string>();
  /** How many records something is missing of, by the text before and after the count. */
  readonly #missing = new Map<string, { before: string; count: number; after: string }>();
  /** The fields at which the server has failed, by kind. */
  readonly #suspects = new Map<string, Set<string>>();

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
    const before = `${kind}: ${name === undefined ? '' : `${name} of `}`;
    const after = ` not read: ${reason}`;
    const missing = this.#missing.get(before + after);
    if (missing) missing.count += count;
    else this.#missing.set(before + after, { before, count, after });
  }

  /** What could not be read: by kind with counts, then the rest. */
  get problems(): string[] {
    const counted = [...this.#missing.values()].map(({ before, count, after }) => `${before}${count}${after}`);
    return [...counted.toSorted(), ...this.#problems];
  }

  /** Reads a selection of the query type without what the schema lacks; throws an UnreadableError if the server does not answer it. */
  async read(...fields: Field[]): Promise<Json> {
    const pruned = this.schema.prune(fields);
    if (pruned.length === 0) return {};
    const { status, json } = await this.source.send(printQuery(pruned));
    const errors = objectsAt(json, ['errors']);
    const data = isJsonObject(json) ? json['data'] : undefined;
    const message = errors.length > 0 ? textOf(errors[0]!['message']) : undefined;
    // Without any data, Decidim 0.31 says that it has failed.
    if (isJsonObject(data) && Object.keys(data).length === 0 && message !== undefined)
      throw new UnreadableError(`the server fails: ${message}`, false);
    if (!isJsonObject(data)) throw refusal(status, message);
    for (const error of errors) placeError(data, error);
    return data;
  }

  /**
   * Reads the objects of one selection, which `wrap` puts into a query. If the server fails, finds the fields at which it does, and reads
   * the others.
   */
  async readParts(kind: string, fields: Field[], wrap: (of: Field[]) => Field): Promise<Json> {
    try {
      return await this.read(wrap(fields));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      if (fields.length > 1) {
        const parts: Json[] = [];
        for (const half of halves(fields)) parts.push(await this.readParts(kind, half, wrap));
        return mergeObjects(parts);
      }
      const [single] = fields as [Field];
      if (keyOf(single) === 'comments' && !error.isRefusal) return {};
      const inside = (of: Field[]) => wrap([{ ...single, of }]);
      const isDivisible = single.of !== undefined && single.of.length > 1;
      if (isDivisible && (error.isRefusal || (await succeeds(() => this.read(inside(single.of!.slice(0, 1)))))))
        return this.readParts(`${kind}.${keyOf(single)}`, single.of!, inside);
      if (error.isRefusal) this.schema.refused.add(single);
      this.miss(kind, keyOf(single), error.message);
      return {};
    }
  }

  /**
   * Reads a list, or a page of one. Returns its items, in which undefined stands for a record that cannot be read, and the data around
   * them. Throws an UnreadableError if the server refuses a list that has smaller parts, or fails at the list itself.
   */
  async readList({ kind, fields, one, ...records }: RecordList): Promise<{ items: (Json | undefined)[]; data: Json }> {
    const suspects = this.#suspects.get(kind) ?? new Set();
    this.#suspects.set(kind, suspects);
    const readPage = async (of: Field[]) => {
      const data = await this.read(records.list(select('id', of)));
      const items = records.itemsOf(data);
      // The items of a list can be never null: then an error in one takes the whole list.
      if (items instanceof FieldError) throw new UnreadableError(items.message, false);
      return { data, items: Array.isArray(items) ? (items as unknown[]) : [] };
    };
    // A field at which the server fails, or whose error takes whole records because it is never null, is read on its own from now on.
    let page;
    for (;;) {
      const usual = fields.filter((each) => !suspects.has(keyOf(each)));
      let found: Field[];
      try {
        page = await readPage(usual);
        const lost = new Set(page.items.map((each) => (each instanceof FieldError ? each.at : undefined)));
        found = usual.filter((each) => lost.has(keyOf(each)));
        if (found.length === 0) break;
      } catch (error) {
        if (!(error instanceof UnreadableError) || (error.isRefusal && !records.isWhole)) throw error;
        // A record at which the server fails whatever is asked for is found with smaller pages.
        if (!(await succeeds(() => readPage([])))) throw error;
        found = await unreadable(usual, readPage);
        if (found.length === 0) found = halves(usual)[1];
      }
      for (const each of found) suspects.add(keyOf(each));
    }
    const items = page.items.map(objectOf);
    const add = (own: unknown[], name: string) => {
      for (const [index, each] of own.entries())
        if (items[index] && objectOf(each)) items[index] = mergeObjects([items[index], objectOf(each)!]);
        else if (items[index] && each instanceof FieldError && !lossless.has(name)) this.miss(kind, name, each.message);
    };
    for (const each of fields.filter((own) => suspects.has(keyOf(own)))) {
      const name = keyOf(each);
      try {
        add((await readPage([each])).items, name);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        if (error.isRefusal || !one) {
          const list = records.itemsOf(await this.readParts(kind, [each], records.list));
          if (Array.isArray(list)) add(list, name);
        } else if (name !== 'comments')
          for (const [index, item] of items.entries()) {
            const id = idOf(item);
            if (id === undefined) continue;
            const own = one.in(await this.readParts(kind, [each], (of) => one.of(id, of)));
            add(
              items.map((_, at) => (at === index ? own : undefined)),
              name,
            );
          }
      }
    }
    return { items, data: page.data };
  }
}

async function succeeds(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

/** The fields of a selection at which the server fails. */
async function unreadable(fields: Field[], read: (of: Field[]) => Promise<unknown>): Promise<Field[]> {
  if (await succeeds(() => read(fields))) return [];
  if (fields.length === 1) return fields;
  const [first, second] = halves(fields);
  return [...(await unreadable(first, read)), ...(await unreadable(second, read))];
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

function refusal(status: number, message: string | undefined): UnreadableError {
  if (status >= 500 || message === undefined)
    return new UnreadableError(`the server answers with status ${status} and no data`, false);
  const [, actual, allowed] = /complexity of (\d+)\D+(\d+)/.exec(message) ?? [];
  const share = Number(allowed) / Number(actual);
  // A page of no size, or of the same, would be asked for again and again.
  return new UnreadableError(message, true, share > 0 ? Math.min(0.9, share) : 0.5);
}

/** Two parts of the same objects as one; lists have the same items. */
function merge(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((each, index) => merge(each, b[index]));
  const [left, right] = [objectOf(a), objectOf(b)];
  return left && right ? mergeObjects([left, right]) : (a ?? b);
}

function mergeObjects(parts: readonly Json[]): Json {
  const merged: Json = {};
  for (const part of parts) for (const [key, value] of Object.entries(part)) merged[key] = merge(merged[key], value);
  return merged;
}
