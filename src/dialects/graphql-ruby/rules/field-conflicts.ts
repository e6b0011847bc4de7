import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode, getNamedType } from 'graphql';
import { printLiteral, serializeForMessage } from '../input/ruby-values.ts';
import {
  type FieldsByResponseName,
  type SelectedField,
  areMutuallyExclusive,
  collectFields,
  fieldSignature,
} from './collect-fields.ts';
import { groupBy } from './group-by.ts';
import type { ValidationContext } from './validation-context.ts';

type ConflictKind = 'field' | 'argument';

interface Conflict {
  kind: ConflictKind;
  responseName: string;
  nodes: FieldNode[];
  /** What differs, as the message shows it: one text per node. */
  descriptions: string[];
}

/**
 * Reports fields with the same response name that cannot be merged, in graphql-ruby's order. GraphQL specification,
 * 5.3.2 Field Selection Merging.
 */
export class FieldConflicts {
  #conflicts = new Map<string, Conflict>();
  /** The kinds of conflicts, in the order in which they are reported. */
  #kinds = new Set<ConflictKind>();
  readonly #comparedNodes = new Map<FieldNode, Set<FieldNode>>();
  readonly #subfieldsByNode = new Map<FieldNode, Map<GraphQLNamedType, FieldsByResponseName>>();

  constructor(readonly context: ValidationContext) {}

  /** Reports the conflicts in the selections of a field or operation. */
  checkSelections(selections: readonly SelectionNode[], type: GraphQLNamedType | undefined): void {
    if (!type || selections.length === 0) return;
    this.#conflicts = new Map();
    this.#kinds = new Set();
    for (const [responseName, fields] of collectFields(this.context, selections, type, [])) {
      this.#compareFields(responseName, fields);
    }
    const conflicts = [...this.#conflicts.values()];
    for (const kind of this.#kinds) {
      for (const conflict of conflicts) if (conflict.kind === kind) this.#report(conflict);
    }
  }

  #report({ kind, responseName, nodes, descriptions }: Conflict): void {
    const conflicts = descriptions.join(' or ');
    const article = kind === 'argument' ? 'an' : 'a';
    this.context.report({
      message: `Field '${responseName}' has ${article} ${kind} conflict: ${conflicts}?`,
      nodes,
      path: this.context.rootPath,
      code: 'fieldConflict',
      extensions: { fieldName: responseName, conflicts },
    });
  }

  /** Of more than four fields, graphql-ruby compares those with the same signature by their subfields only. */
  #compareFields(responseName: string, fields: SelectedField[]): void {
    if (fields.length <= 4) return this.#comparePairs(responseName, fields);
    const groups = [...groupBy(fields, fieldSignature).values()];
    groups.forEach((group, index) => {
      for (const other of groups.slice(index + 1)) this.#compare(responseName, group[0]!, other[0]!, false);
      const nodes = new Set<FieldNode>();
      this.#comparePairs(
        responseName,
        group.filter(({ node }) => node.selectionSet && !nodes.has(node) && nodes.add(node)),
      );
    });
  }

  #comparePairs(responseName: string, fields: SelectedField[]): void {
    fields.forEach((first, index) => {
      for (const second of fields.slice(index + 1)) this.#compare(responseName, first, second, false);
    });
  }

  #compare(responseName: string, first: SelectedField, second: SelectedField, parentsAreExclusive: boolean): void {
    if (!first.definition || !second.definition) return;
    const areExclusive = parentsAreExclusive || areMutuallyExclusive(this.context.visibleSchema, first, second);
    if (!areExclusive) this.#compareNodes(responseName, first.node, second.node);
    // graphql-ruby adds this kind with every comparison, even without a conflict.
    this.#kinds.add('field');
    if (first.node === second.node || (!first.node.selectionSet && !second.node.selectionSet)) return;
    const comparedNodes = this.#comparedNodes.get(first.node) ?? new Set();
    this.#comparedNodes.set(first.node, comparedNodes);
    if (comparedNodes.has(second.node)) return;
    comparedNodes.add(second.node);
    const secondSubfields = this.#subfieldsOf(second);
    for (const [name, subfields] of this.#subfieldsOf(first)) {
      for (const subfield of subfields) {
        for (const other of secondSubfields.get(name) ?? []) this.#compare(name, subfield, other, areExclusive);
      }
    }
  }

  #compareNodes(responseName: string, first: FieldNode, second: FieldNode): void {
    if (first.name.value !== second.name.value) {
      this.#addConflict('field', responseName, [first, second], (node) => node.name.value);
    }
    if (!haveSameArguments(first, second)) {
      this.#addConflict('argument', responseName, [first, second], describeArguments);
    }
  }

  #addConflict(
    kind: ConflictKind,
    responseName: string,
    nodes: FieldNode[],
    describe: (node: FieldNode) => string,
  ): void {
    const key = `${kind} ${responseName}`;
    const conflict = this.#conflicts.get(key) ?? { kind, responseName, nodes: [], descriptions: [] };
    this.#conflicts.set(key, conflict);
    this.#kinds.add(kind);
    for (const node of nodes) {
      if (conflict.nodes.includes(node)) continue;
      conflict.nodes.push(node);
      conflict.descriptions.push(describe(node));
    }
  }

  #subfieldsOf(field: SelectedField): FieldsByResponseName {
    const type = getNamedType(field.definition!.type);
    const subfieldsByType = this.#subfieldsByNode.get(field.node) ?? new Map<GraphQLNamedType, FieldsByResponseName>();
    this.#subfieldsByNode.set(field.node, subfieldsByType);
    const selections = field.node.selectionSet?.selections ?? [];
    const subfields = subfieldsByType.get(type) ?? collectFields(this.context, selections, type, [type]);
    subfieldsByType.set(type, subfields);
    return subfields;
  }
}

const describeArguments = ({ arguments: args }: FieldNode): string =>
  serializeForMessage(Object.fromEntries(args!.map(({ name, value }) => [name.value, printLiteral(value)])));

function haveSameArguments({ arguments: first }: FieldNode, { arguments: second }: FieldNode): boolean {
  if (first!.length !== second!.length) return false;
  return first!.every(({ name, value }) => {
    const other = second!.find((argument) => argument.name.value === name.value);
    return other !== undefined && printLiteral(other.value) === printLiteral(value);
  });
}

/** Whether selections can conflict; they cannot if all of them are fields with different names and without aliases. */
export function mayConflict(selections: readonly SelectionNode[]): boolean {
  const names = new Set<string>();
  for (const node of selections) {
    if (node.kind !== Kind.FIELD || node.alias || names.has(node.name.value)) return true;
    names.add(node.name.value);
  }
  return false;
}
