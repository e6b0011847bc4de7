import { didYouMean } from '../validation.ts';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { type RecordEdit, editRecords, readValues } from '../../store/edit/edit-records.ts';
import { InvalidRecordsError } from '../../store/edit/new-problems.ts';
import { kinds, worldKinds } from '../../records/kinds.ts';
import type { WorldKind } from '../../records/kinds.ts';
import type { Records } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import { formatWorldProblem } from '../../records/validate.ts';
import { contains } from '../matching.ts';
import { ProblemError } from '../problem.ts';

/** The members of a record of a kind. */
export type RecordValues<K extends WorldKind> = Partial<Records[K]>;

interface EditableWorld {
  readonly store: Store;
  /** Settles when no replacement of the records is in progress; undefined if none is. */
  readonly ready: Promise<unknown> | undefined;
}

/** Creates, changes, deletes and finds records of a world. Each change is complete or does not happen, and leaves a valid world. */
export class EditableRecords {
  readonly #world: EditableWorld;

  constructor(world: EditableWorld) {
    this.#world = world;
  }

  /**
   * Creates a record, with defaults for the members that are left out and the records that it needs beside it. Rejects with a
   * ProblemError that names the member if the kind is unknown or the record invalid.
   */
  create<K extends WorldKind>(kind: K, values: RecordValues<K> = {}): Promise<Records[K]> {
    return this.#edit(kind, (edit) => edit.create(kind, readValues(kind, values)));
  }

  /** Replaces members of a record. Rejects with a ProblemError if there is no such record, or if it would be invalid. */
  update<K extends WorldKind>(kind: K, id: number | string, values: RecordValues<K>): Promise<Records[K]> {
    return this.#edit(
      kind,
      (edit) => edit.update(kind, this.#readId(kind, id), readValues(kind, values)) ?? unknownRecord(kind, id),
    );
  }

  /** Deletes a record. Rejects with a ProblemError if there is no such record, or if others refer to it. */
  async delete(kind: WorldKind, id: number | string): Promise<void> {
    await this.#edit(kind, (edit) => edit.delete(kind, this.#readId(kind, id)) || unknownRecord(kind, id));
  }

  /**
   * Finds the records that have the given members, in the order in which they were added: objects may have more members. Rejects with a
   * ProblemError that names a member that the kind does not have.
   */
  async find<K extends WorldKind>(kind: K, filter: RecordValues<K> = {}): Promise<Records[K][]> {
    assertKind(kind);
    const values = this.#withProblems(() => readValues(kind, filter));
    const names = Object.keys(kinds[kind].schema.properties);
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown !== undefined)
      throw new ProblemError(
        400,
        `${kind} have no member ${JSON.stringify(unknown)}.${didYouMean(suggestionList(unknown, names))}`,
        unknown,
      );
    await this.#whenReady();
    const found = this.#world.store.all(kind).filter((record) => contains(record, values));
    return structuredClone(found);
  }

  async #edit<T>(kind: WorldKind, run: (edit: RecordEdit) => T): Promise<T> {
    assertKind(kind);
    await this.#whenReady();
    try {
      return structuredClone(await editRecords(this.#world.store, run));
    } catch (error) {
      throw this.#toProblem(error);
    }
  }

  #withProblems<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw this.#toProblem(error);
    }
  }

  /** A problem that names the member, or the error if it is another one. A record that was not created has no id. */
  #toProblem(error: unknown): unknown {
    if (!(error instanceof InvalidRecordsError)) return error;
    const { store } = this.#world;
    const { message, problems } = new InvalidRecordsError(
      error.problems.map((each) =>
        each.kind && !store.find(each.kind, Number(each.id)) ? { ...each, id: undefined } : each,
      ),
    );
    return new ProblemError(400, message, problems[0]!.field, problems.slice(0, 1000).map(formatWorldProblem));
  }

  #readId(kind: WorldKind, id: number | string): number {
    return this.#world.store.find(kind, id)?.id ?? unknownRecord(kind, id);
  }

  async #whenReady(): Promise<void> {
    while (this.#world.ready) await this.#world.ready;
  }
}

function assertKind(kind: string): asserts kind is WorldKind {
  if (worldKinds.some((each) => each === kind)) return;
  const nearest = didYouMean(suggestionList(String(kind), worldKinds));
  throw new ProblemError(404, `There is no kind of record ${JSON.stringify(kind)}.${nearest}`, 'kind');
}

function unknownRecord(kind: WorldKind, id: unknown): never {
  throw new ProblemError(404, `There is no record ${JSON.stringify(id)} in ${kind}.`, 'id');
}
