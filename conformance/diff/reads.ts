import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../cases.ts';
import type { Answer } from '../judge.ts';
import { type Exchange, type Request, type Sides, exchange } from './exchange.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { Opening } from './openings.ts';
import { keysOf, selectionOf } from './selection.ts';

/** Leaves that one document asks for: it stays well below the platform's limits. */
const documentSize = 90;

/** A document that reads these leaves of a place. */
function requestFor({ operation, steps, type }: Opening, actor: Actor, leaves: readonly Leaf[]): Request {
  const paths = leaves.map((leaf) => [...steps, ...leaf.steps]);
  const subject = leaves.length === 1 ? leaves[0]!.coordinate : type;
  return { subject, place: type, actor, query: `${operation} ${selectionOf(paths)}`, at: keysOf(steps) };
}

/** Reads places as one actor, in documents that are halved where fields fail, until each fault stands alone. */
export class Reader {
  // Fields that failed a whole document once: they are asked for by themselves.
  readonly #failing = new Set<string>();

  constructor(
    readonly sides: Sides,
    readonly schema: GraphQLSchema,
    readonly onExchange: (exchange: Exchange) => void,
  ) {}

  /** Reads every leaf of a place, when something stands there for both. */
  async read(opening: Opening, actor: Actor): Promise<void> {
    const leaves = leavesOf(this.schema, opening.type);
    if (leaves.length === 0) return;
    const there = await exchange(this.sides, requestFor(opening, actor, leaves.slice(0, 1)));
    this.onExchange(there);
    const keys = keysOf(opening.steps);
    if (isEmpty(there.a, keys) && isEmpty(there.b, keys)) return;
    const [failing, sound] = parted(leaves.slice(1), ({ coordinate }) => this.#failing.has(coordinate));
    for (const part of [...parts(sound), ...parts(failing)]) await this.#readLeaves(opening, actor, part);
  }

  async #readLeaves(opening: Opening, actor: Actor, leaves: readonly Leaf[]): Promise<void> {
    const done = await exchange(this.sides, requestFor(opening, actor, leaves));
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

const fails = ({ status, json }: Answer): boolean =>
  status !== 200 || (json as { errors?: unknown } | undefined)?.errors !== undefined;

/** Whether no record stands at these keys. */
function isEmpty({ json }: Answer, keys: readonly string[]): boolean {
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

const parts = (leaves: readonly Leaf[]): Leaf[][] =>
  Array.from({ length: Math.ceil(leaves.length / documentSize) }, (_, index) =>
    leaves.slice(index * documentSize, (index + 1) * documentSize),
  );
