import { isJsonObject } from '../../src/client/json-value.ts';
import { limits } from './limits.ts';
import { type Field, type Selection, printQuery, select } from './selection.ts';
import type { Source } from './source.ts';
import { type ResponseError, type TargetSchema, errorsOf } from './target-schema.ts';

/** The data of a response, and its errors by their paths. */
export interface Answer {
  data: Record<string, unknown>;
  errors: Map<string, ResponseError>;
}

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

/** Reads selections from a deployment, as far as its schema and its limits allow. */
export class Reader {
  /** What could not be read, and why. */
  readonly problems = new Set<string>();
  readonly #failed = new Set<string>();

  constructor(
    readonly source: Source,
    readonly schema: TargetSchema,
  ) {}

  /** Reads a selection of the query type without what the schema lacks; throws an UnreadableError if the server refuses it. */
  async read(...fields: Field[]): Promise<Answer> {
    const pruned = this.schema.prune(select('Query', ...fields));
    if (!pruned) return { data: {}, errors: new Map() };
    const { status, json } = await this.source.send(printQuery(pruned));
    const errors = errorsOf(json);
    const data = isJsonObject(json) ? json['data'] : undefined;
    if (!isJsonObject(data)) throw refusalOf(status, errors);
    // Decidim 0.31 answers like this when it fails.
    const isFailure = errors.length > 0 && Object.keys(data).length === 0;
    if (isFailure) throw new UnreadableError(`the server fails: ${errors[0]!.message}`, false);
    return { data, errors: byPath(errors) };
  }

  /**
   * Reads the objects of one selection, which `wrap` puts into a query. If the server fails, finds the fields at which it
   * does, and reads the others.
   */
  async readParts(selection: Selection, wrap: (selection: Selection) => Field): Promise<Answer> {
    try {
      return await this.read(wrap(selection));
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      if (selection.fields.length > 1) return this.#readHalves(selection, wrap);
      const [single] = selection.fields as [Field];
      // A server that fails may do so because of one record: the list is read in another way, and for others as a whole.
      if (error.isRefusal && single.of && single.of.fields.length > 1)
        return this.readParts(single.of, (of) => wrap({ ...selection, fields: [{ ...single, of }] }));
      this.#noteFailure(selection.type, single, error);
      return { data: {}, errors: new Map() };
    }
  }

  /** A field that the server refuses, or a value at which it failed before, is not asked for again. */
  #noteFailure(owner: string, failed: Field, { message, isRefusal }: UnreadableError): void {
    const name = `${owner}.${failed.alias ?? failed.name}`;
    this.report(`${name}: ${message}`);
    if (isRefusal || (!failed.of && this.#failed.has(name))) this.schema.forget(owner, failed);
    this.#failed.add(name);
  }

  async #readHalves(selection: Selection, wrap: (selection: Selection) => Field): Promise<Answer> {
    const middle = Math.ceil(selection.fields.length / 2);
    const merged: Answer = { data: {}, errors: new Map() };
    for (const fields of [selection.fields.slice(0, middle), selection.fields.slice(middle)]) {
      const part = await this.readParts({ ...selection, fields }, wrap);
      merged.data = merge(merged.data, part.data) as Record<string, unknown>;
      for (const [path, error] of part.errors) merged.errors.set(path, error);
    }
    return merged;
  }

  /** Adds what could not be read. */
  report(problem: string): void {
    if (this.problems.size < limits.problems) this.problems.add(problem.slice(0, limits.problemCharacters));
  }
}

const byPath = (errors: readonly ResponseError[]): Map<string, ResponseError> =>
  new Map(errors.flatMap((error) => (error.path === undefined ? [] : [[error.path, error]])));

function refusalOf(status: number, errors: readonly ResponseError[]): UnreadableError {
  const [message] = errors.map((error) => error.message);
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
  if (!isJsonObject(a) || !isJsonObject(b)) return a ?? b;
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, merge(a[key], b[key])]),
  );
}
