import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { type SideBySideExchange, type DiffRequest, type Targets, sendToBoth } from './exchange.ts';
import { type LeafField, collectLeafFields } from './leaf-fields.ts';
import type { EntryPoint } from './entry-points.ts';
import { responseKeys, printSelectionSet } from './selection-set.ts';

/** Leaves that one document asks for: it stays well below the platform's limits. */
const documentSize = 90;

/** A document that reads these leaves of a place. */
function requestFor({ operation, path, type }: EntryPoint, actor: Actor, leaves: readonly LeafField[]): DiffRequest {
  const paths = leaves.map((leaf) => [...path, ...leaf.path]);
  const subject = leaves.length === 1 ? leaves[0]!.coordinate : type;
  return {
    subject,
    parentCoordinate: type,
    actor,
    query: `${operation} ${printSelectionSet(paths)}`,
    responsePath: responseKeys(path),
  };
}

/** Reads places as one actor, in documents that are halved where fields fail, until each fault stands alone. */
export class FieldReader {
  // Fields that failed a whole document once: they are asked for by themselves.
  readonly #failing = new Set<string>();

  constructor(
    readonly targets: Targets,
    readonly schema: GraphQLSchema,
    readonly onExchange: (exchange: SideBySideExchange) => void,
  ) {}

  /** Reads every leaf of a place, when something stands there for both. */
  async read(opening: EntryPoint, actor: Actor): Promise<void> {
    const leaves = collectLeafFields(this.schema, opening.type);
    if (leaves.length === 0) return;
    const there = await sendToBoth(this.targets, requestFor(opening, actor, leaves.slice(0, 1)));
    this.onExchange(there);
    const keys = responseKeys(opening.path);
    if (isEmpty(there.a, keys) && isEmpty(there.b, keys)) return;
    const [failing, sound] = parted(leaves.slice(1), ({ coordinate }) => this.#failing.has(coordinate));
    for (const part of [...parts(sound), ...parts(failing)]) await this.#readLeaves(opening, actor, part);
  }

  async #readLeaves(opening: EntryPoint, actor: Actor, leaves: readonly LeafField[]): Promise<void> {
    const done = await sendToBoth(this.targets, requestFor(opening, actor, leaves));
    const known = leaves.every(({ coordinate }) => this.#failing.has(coordinate));
    const agreed = done.differences.length === 0;
    if (leaves.length === 1) {
      if (fails(done.a) || fails(done.b)) this.#failing.add(leaves[0]!.coordinate);
    } else if ((fails(done.a) || fails(done.b)) && !(known && agreed)) {
      const half = Math.ceil(leaves.length / 2);
      await this.#readLeaves(opening, actor, leaves.slice(0, half));
      await this.#readLeaves(opening, actor, leaves.slice(half));
      return;
    }
    this.onExchange(done);
  }
}

const fails = ({ status, json }: TargetResponse): boolean =>
  status !== 200 || (json as { errors?: unknown } | undefined)?.errors !== undefined;

/** Whether no record stands at these keys. */
function isEmpty({ json }: TargetResponse, keys: readonly string[]): boolean {
  let at = (json as { data?: unknown } | undefined)?.data;
  for (const key of keys) {
    if (Array.isArray(at)) at = at[0];
    at = (at as Record<string, unknown> | null | undefined)?.[key];
  }
  return at === undefined || at === null || (Array.isArray(at) && at.length === 0);
}

const parted = <T>(members: readonly T[], first: (member: T) => boolean): [T[], T[]] => [
  members.filter(first),
  members.filter((member) => !first(member)),
];

const parts = (leaves: readonly LeafField[]): LeafField[][] =>
  Array.from({ length: Math.ceil(leaves.length / documentSize) }, (_, index) =>
    leaves.slice(index * documentSize, (index + 1) * documentSize),
  );
