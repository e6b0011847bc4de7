import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../../conformance/model/case.ts';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import type { EntryPoint } from './entry-points.ts';
import { type DiffRequest, type SideBySideExchange, type Targets, sendToBoth } from './exchange.ts';
import { type LeafField, collectLeafFields } from './leaf-fields.ts';
import { printSelectionSet, responseKeys } from './selection-set.ts';

/** Leaf fields in one document, well below the limits of the platform. */
const maxLeaves = 90;

function readRequest({ operation, path, type }: EntryPoint, actor: Actor, leaves: readonly LeafField[]): DiffRequest {
  return {
    subject: leaves.length === 1 ? leaves[0]!.coordinate : type,
    parentCoordinate: type,
    actor,
    query: `${operation} ${printSelectionSet(leaves.map((leaf) => [...path, ...leaf.path]))}`,
    responsePath: responseKeys(path),
  };
}

/** Reads all leaf fields of entry points; splits a document that fails until each failing field is isolated. */
export class FieldReader {
  // Fields that made a document fail; they are requested apart from the others.
  readonly #failingCoordinates = new Set<string>();

  constructor(
    readonly targets: Targets,
    readonly schema: GraphQLSchema,
    readonly onExchange: (exchange: SideBySideExchange) => void,
  ) {}

  /** Reads every leaf field of an entry point, unless both servers have no record there. */
  async read(entryPoint: EntryPoint, actor: Actor): Promise<void> {
    const [first, ...others] = collectLeafFields(this.schema, entryPoint.type);
    if (!first) return;
    const exchange = await sendToBoth(this.targets, readRequest(entryPoint, actor, [first]));
    this.onExchange(exchange);
    const keys = responseKeys(entryPoint.path);
    if (isEmptyAt(exchange.a, keys) && isEmptyAt(exchange.b, keys)) return;
    const isFailing = ({ coordinate }: LeafField) => this.#failingCoordinates.has(coordinate);
    const working = others.filter((leaf) => !isFailing(leaf));
    for (const leaves of [...splitLeaves(working), ...splitLeaves(others.filter(isFailing))])
      await this.#readLeaves(entryPoint, actor, leaves);
  }

  async #readLeaves(entryPoint: EntryPoint, actor: Actor, leaves: readonly LeafField[]): Promise<void> {
    const exchange = await sendToBoth(this.targets, readRequest(entryPoint, actor, leaves));
    const hasFailed = isFailure(exchange.a) || isFailure(exchange.b);
    const isKnownAndEqual =
      leaves.every(({ coordinate }) => this.#failingCoordinates.has(coordinate)) && exchange.differences.length === 0;
    if (leaves.length > 1 && hasFailed && !isKnownAndEqual) {
      const half = Math.ceil(leaves.length / 2);
      await this.#readLeaves(entryPoint, actor, leaves.slice(0, half));
      await this.#readLeaves(entryPoint, actor, leaves.slice(half));
      return;
    }
    if (leaves.length === 1 && hasFailed) this.#failingCoordinates.add(leaves[0]!.coordinate);
    this.onExchange(exchange);
  }
}

const isFailure = ({ status, json }: TargetResponse): boolean =>
  status !== 200 || (json as { errors?: unknown } | undefined)?.errors !== undefined;

/** Whether a response has no record at these keys; of a list, the first member counts. */
function isEmptyAt({ json }: TargetResponse, keys: readonly string[]): boolean {
  let value = (json as { data?: unknown } | undefined)?.data;
  for (const key of keys) {
    if (Array.isArray(value)) value = value[0];
    value = (value as Record<string, unknown> | null | undefined)?.[key];
  }
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const splitLeaves = (leaves: readonly LeafField[]): LeafField[][] =>
  Array.from({ length: Math.ceil(leaves.length / maxLeaves) }, (_, index) =>
    leaves.slice(index * maxLeaves, (index + 1) * maxLeaves),
  );
