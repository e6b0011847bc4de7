import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode } from 'graphql';
import { printLiteral, serializeForMessage } from '../input/ruby-values.ts';
import type { ValidationContext } from './validation-context.ts';
import {
  type FieldsByResponseName,
  type SelectedField,
  collectFields,
  areMutuallyExclusive,
  fieldSignature,
  namedTypeOf,
} from './collect-fields.ts';

type ConflictKind = 'field' | 'argument';

interface Conflict {
  kind: ConflictKind;
  key: string;
  nodes: FieldNode[];
  shown: string[];
}

/** Fields that have the same name in the answer ask for the same. */
export class FieldConflicts {
  #found = new Map<string, Conflict>();
  /** The kinds of conflicts in the order in which they are said. */
  #kinds = new Set<ConflictKind>();
  readonly #compared = new Map<FieldNode, Set<FieldNode>>();
  readonly #collected = new Map<FieldNode, Map<GraphQLNamedType, FieldsByResponseName>>();

  constructor(readonly context: ValidationContext) {}

  /** Says which selections of a field or operation cannot be merged. */
  checkSelections(selections: readonly SelectionNode[], type: GraphQLNamedType | undefined): void {
    if (!type || selections.length === 0) return;
    this.#found = new Map();
    this.#kinds = new Set();
    for (const [key, fields] of collectFields(this.context, selections, type, [])) this.#compareAll(key, fields);
    const found = [...this.#found.values()];
    for (const kind of this.#kinds) for (const each of found) if (each.kind === kind) this.#say(each);
  }

  #say({ kind, key, nodes, shown }: Conflict): void {
    const conflicts = shown.join(' or ');
    const message = `Field '${key}' has ${kind === 'argument' ? 'an' : 'a'} ${kind} conflict: ${conflicts}?`;
    this.context.report({ message, nodes, path: [], code: 'fieldConflict', extensions: { fieldName: key, conflicts } });
  }

  /** Of more than four fields, those that ask for the same are compared by what is below them only. */
  #compareAll(key: string, fields: SelectedField[]): void {
    if (fields.length < 2) return;
    if (fields.length <= 4) return this.#pairs(key, fields);
    const groups = new Map<string, SelectedField[]>();
    for (const each of fields) {
      const signature = fieldSignature(each);
      groups.set(signature, [...(groups.get(signature) ?? []), each]);
    }
    const all = [...groups.values()];
    all.forEach((group, index) => {
      for (const other of all.slice(index + 1)) this.#compare(key, group[0]!, other[0]!, false);
      const nodes = new Set<FieldNode>();
      this.#pairs(
        key,
        group.filter(({ node }) => node.selectionSet && !nodes.has(node) && nodes.add(node)),
      );
    });
  }

  #pairs(key: string, fields: SelectedField[]): void {
    fields.forEach((one, index) => {
      for (const other of fields.slice(index + 1)) this.#compare(key, one, other, false);
    });
  }

  #compare(key: string, one: SelectedField, other: SelectedField, excluded: boolean): void {
    if (!one.definition || !other.definition) return;
    const [first, second] = [one.node, other.node];
    const never = excluded || areMutuallyExclusive(this.context.visibleSchema, one.fragmentTypes, other.fragmentTypes);
    if (!never) {
      if (first.name.value !== second.name.value) this.#conflict('field', key, one, other, (node) => node.name.value);
      if (!sameArguments(first, second)) {
        this.#conflict('argument', key, one, other, (node) => serializeForMessage(argumentsOf(node)));
      }
    }
    // graphql-ruby makes room for these whenever it has compared.
    this.#kinds.add('field');
    if (first === second || (!first.selectionSet && !second.selectionSet)) return;
    const compared = this.#compared.get(first) ?? new Set();
    this.#compared.set(first, compared);
    if (compared.has(second)) return;
    compared.add(second);
    const below = this.#below(other);
    for (const [name, fields] of this.#below(one)) {
      for (const field of fields) for (const each of below.get(name) ?? []) this.#compare(name, field, each, never);
    }
  }

  #conflict(
    kind: ConflictKind,
    key: string,
    one: SelectedField,
    other: SelectedField,
    show: (node: FieldNode) => string,
  ): void {
    const conflict = this.#found.get(`${kind} ${key}`) ?? { kind, key, nodes: [], shown: [] };
    this.#found.set(`${kind} ${key}`, conflict);
    this.#kinds.add(kind);
    for (const { node } of [one, other]) {
      if (conflict.nodes.includes(node)) continue;
      conflict.nodes.push(node);
      conflict.shown.push(show(node));
    }
  }

  #below(selected: SelectedField): FieldsByResponseName {
    const type = namedTypeOf(selected);
    const byType = this.#collected.get(selected.node) ?? new Map<GraphQLNamedType, FieldsByResponseName>();
    this.#collected.set(selected.node, byType);
    const known =
      byType.get(type) ?? collectFields(this.context, selected.node.selectionSet?.selections ?? [], type, [type]);
    byType.set(type, known);
    return known;
  }
}

const argumentsOf = ({ arguments: given }: FieldNode): Record<string, string> =>
  Object.fromEntries(given!.map(({ name, value }) => [name.value, printLiteral(value)]));

function sameArguments({ arguments: one }: FieldNode, { arguments: other }: FieldNode): boolean {
  if (one!.length !== other!.length) return false;
  return one!.every(({ name, value }) => {
    const found = other!.find((each) => each.name.value === name.value);
    return found !== undefined && printLiteral(found.value) === printLiteral(value);
  });
}

/** Whether selections can be in conflict at all: not when they are fields with different names of their own. */
export function mayConflict(selections: readonly SelectionNode[]): boolean {
  const names = new Set<string>();
  for (const node of selections) {
    if (node.kind !== Kind.FIELD || node.alias || names.has(node.name.value)) return true;
    names.add(node.name.value);
  }
  return false;
}
