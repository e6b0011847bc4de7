import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode, getNamedType } from 'graphql';
import { printLiteral, serializeForMessage } from '../input/ruby-values.ts';
import {
  type FieldsByResponseName,
  type PrintedArguments,
  type SelectedField,
  areMutuallyExclusive,
  collectFields,
  fieldSignature,
  printArguments,
} from './collect-fields.ts';
import { groupBy } from './group-by.ts';
import type { ValidationContext } from './validation-context.ts';

type ConflictKind = 'field' | 'argument';

/** The fields of a conflict, with what differs as the message shows it. */
type Descriptions = Map<FieldNode, string>;
/** The conflicts by response name. */
type Conflicts = Record<ConflictKind, Map<string, Descriptions>>;

const createConflicts = (): Conflicts => ({ field: new Map(), argument: new Map() });

/**
 * Reports fields with the same response name that cannot be merged, in graphql-ruby's order. GraphQL specification,
 * 5.3.2 Field Selection Merging.
 */
export class FieldConflicts {
  #conflicts = createConflicts();
  /** The kinds of conflicts, in the order in which they are reported. */
  #kinds = new Set<ConflictKind>();
  readonly #argumentsByNode = new Map<FieldNode, PrintedArguments>();
  readonly #comparedNodes = new Map<FieldNode, Set<FieldNode>>();
  readonly #subfieldsByNode = new Map<FieldNode, Map<GraphQLNamedType, FieldsByResponseName>>();

  constructor(readonly context: ValidationContext) {}

  /** Reports the conflicts in the selections of a field or operation. */
  checkSelections(selections: readonly SelectionNode[], type: GraphQLNamedType | undefined): void {
    if (!type || selections.length === 0) return;
    this.#conflicts = createConflicts();
    this.#kinds = new Set();
    for (const [responseName, fields] of collectFields(this.context, selections, type, [])) {
      this.#compareFields(responseName, fields);
    }
    for (const kind of this.#kinds) {
      for (const [responseName, descriptions] of this.#conflicts[kind]) this.#report(kind, responseName, descriptions);
    }
  }

  #report(kind: ConflictKind, responseName: string, descriptions: Descriptions): void {
    const conflicts = [...descriptions.values()].join(' or ');
    const article = kind === 'argument' ? 'an' : 'a';
    this.context.report({
      message: `Field '${responseName}' has ${article} ${kind} conflict: ${conflicts}?`,
      nodes: [...descriptions.keys()],
      path: this.context.rootPath,
      code: 'fieldConflict',
      extensions: { fieldName: responseName, conflicts },
    });
  }

  /** Of more than four fields, graphql-ruby compares those with the same signature by their subfields only. */
  #compareFields(responseName: string, fields: SelectedField[]): void {
    if (fields.length <= 4) return this.#comparePairs(responseName, fields);
    const groups = [...groupBy(fields, (field) => fieldSignature(field, this.#printedArguments(field.node))).values()];
    groups.forEach((group, index) => {
      for (let next = index + 1; next < groups.length; next++)
        this.#compare(responseName, group[0]!, groups[next]![0]!, false);
      const nodes = new Set<FieldNode>();
      this.#comparePairs(
        responseName,
        group.filter(({ node }) => node.selectionSet && !nodes.has(node) && nodes.add(node)),
      );
    });
  }

  #comparePairs(responseName: string, fields: SelectedField[]): void {
    fields.forEach((first, index) => {
      for (let next = index + 1; next < fields.length; next++) this.#compare(responseName, first, fields[next]!, false);
    });
  }

  #compare(responseName: string, first: SelectedField, second: SelectedField, parentsAreExclusive: boolean): void {
    this.context.steps.add(1 + first.fragmentTypes.length);
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
    const [firstSubfields, secondSubfields] = [this.#subfieldsOf(first), this.#subfieldsOf(second)];
    this.context.steps.add(firstSubfields.size);
    for (const [name, subfields] of firstSubfields) {
      for (const subfield of subfields) {
        for (const other of secondSubfields.get(name) ?? []) this.#compare(name, subfield, other, areExclusive);
      }
    }
  }

  #compareNodes(responseName: string, first: FieldNode, second: FieldNode): void {
    if (first.name.value !== second.name.value) {
      this.#addConflict('field', responseName, [first, second], (node) => node.name.value);
    }
    if (!this.#haveSameArguments(first, second)) {
      this.#addConflict('argument', responseName, [first, second], describeArguments);
    }
  }

  #haveSameArguments(first: FieldNode, second: FieldNode): boolean {
    const { values } = this.#printedArguments(first);
    const { values: others, valueByName } = this.#printedArguments(second);
    if (values.length !== others.length) return false;
    this.context.steps.add(values.length);
    return values.every(([name, value]) => valueByName.get(name) === value);
  }

  #printedArguments(node: FieldNode): PrintedArguments {
    const cached = this.#argumentsByNode.get(node);
    if (cached) return cached;
    const printed = printArguments(node);
    this.#argumentsByNode.set(node, printed);
    return printed;
  }

  #addConflict(
    kind: ConflictKind,
    responseName: string,
    nodes: FieldNode[],
    describe: (node: FieldNode) => string,
  ): void {
    const descriptions = this.#conflicts[kind].get(responseName) ?? new Map<FieldNode, string>();
    this.#conflicts[kind].set(responseName, descriptions);
    this.#kinds.add(kind);
    for (const node of nodes) if (!descriptions.has(node)) descriptions.set(node, describe(node));
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

/** Whether selections can conflict; they cannot if all of them are fields with different names and without aliases. */
export function mayConflict(selections: readonly SelectionNode[]): boolean {
  const names = new Set<string>();
  for (const node of selections) {
    if (node.kind !== Kind.FIELD || node.alias || names.has(node.name.value)) return true;
    names.add(node.name.value);
  }
  return false;
}
