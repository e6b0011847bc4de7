import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode, getNamedType, isObjectType } from 'graphql';
import type { Rule } from './rules.ts';
import { type ValidationContext, groupBy } from './validation-context.ts';
import { printLiteral, serialize } from './values.ts';
import type { FieldDefinition } from './visible-schema.ts';

/** A field node with the types around it. */
interface SelectedField {
  node: FieldNode;
  definition: FieldDefinition | undefined;
  parentType: GraphQLNamedType;
  /** The type conditions of the fragments around the field, from the outermost to the innermost. */
  fragmentTypes: readonly GraphQLNamedType[];
}

type FieldsByResponseName = Map<string, SelectedField[]>;

/** The arguments of a field as texts. */
interface PrintedArguments {
  values: [name: string, value: string][];
  /** Of arguments with the same name, the first value. */
  valueByName: Map<string, string>;
}

type ConflictKind = 'field' | 'argument';
/** The fields of each conflict by response name, with what differs as the message shows it. */
type Conflicts = Map<string, Map<FieldNode, string>>;

/** 5.3.2 Field Selection Merging. */
export const fieldsCanMerge: Rule = (context) => {
  const comparison = new FieldComparison(context);
  const check = ({ selectionSet }: Pick<FieldNode, 'selectionSet'>): void => {
    const type = getNamedType(context.getType());
    if (type && selectionSet && mayConflict(selectionSet.selections)) comparison.check(selectionSet.selections, type);
  };
  return { OperationDefinition: check, Field: check };
};

/** Whether selections can conflict; they cannot if all of them are fields with different names and without aliases. */
function mayConflict(selections: readonly SelectionNode[]): boolean {
  const names = new Set<string>();
  for (const node of selections) {
    if (node.kind !== Kind.FIELD || node.alias || names.has(node.name.value)) return true;
    names.add(node.name.value);
  }
  return false;
}

/** Compares the fields with the same response name as graphql-ruby does, and reports conflicts in its order. */
class FieldComparison {
  /** The conflicts by kind, in the order in which they are reported. */
  #conflicts = new Map<ConflictKind, Conflicts>();
  readonly #argumentsByNode = new Map<FieldNode, PrintedArguments>();
  readonly #comparedNodes = new Map<FieldNode, Set<FieldNode>>();
  readonly #subfieldsByNode = new Map<FieldNode, Map<GraphQLNamedType, FieldsByResponseName>>();

  constructor(readonly context: ValidationContext) {}

  /** Reports the conflicts in the selections of a field or operation. */
  check(selections: readonly SelectionNode[], type: GraphQLNamedType): void {
    this.#conflicts = new Map();
    for (const [responseName, fields] of this.#collectFields(selections, type, []))
      this.#compareAll(responseName, fields);
    for (const [kind, conflicts] of this.#conflicts) {
      for (const [fieldName, descriptions] of conflicts) {
        const extensions = { fieldName, conflicts: [...descriptions.values()].join(' or ') };
        const path = this.context.root;
        this.context.report('fieldConflict', [...descriptions.keys()], extensions, { kind, path });
      }
    }
  }

  /** Collects the fields of selections and of fragments in them by response name. The last parameters are for recursion. */
  #collectFields(
    selections: readonly SelectionNode[],
    type: GraphQLNamedType,
    fragmentTypes: readonly GraphQLNamedType[],
    fields: FieldsByResponseName = new Map(),
    outerVisited?: Set<string>,
  ): FieldsByResponseName {
    const { visibleSchema, steps } = this.context;
    steps.add(1 + selections.length + fragmentTypes.length);
    const collect = (
      node: SelectionNode & { selectionSet: object },
      typeName: string | undefined,
      visited?: Set<string>,
    ) => {
      const condition = typeName === undefined ? type : visibleSchema.getType(typeName);
      const inner = (node as FieldNode).selectionSet!.selections;
      if (condition) this.#collectFields(inner, condition, [...fragmentTypes, condition], fields, visited);
    };
    const spreads: string[] = [];
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) spreads.push(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node, node.typeCondition?.name.value, outerVisited);
      else {
        const responseName = (node.alias ?? node.name).value;
        const definition = visibleSchema.getField(type, node.name.value);
        const field = { node, definition, parentType: type, fragmentTypes };
        const sameName = fields.get(responseName);
        if (sameName) sameName.push(field);
        else fields.set(responseName, [field]);
      }
    }
    // graphql-ruby adds the fields of fragments last. Every inline fragment of the outermost selections has its own set of
    // visited fragments.
    const visited = outerVisited ?? new Set();
    for (const name of spreads) {
      const fragment = visited.has(name) ? undefined : this.context.getFragment(name);
      visited.add(name);
      if (fragment) collect(fragment as never, fragment.typeCondition.name.value, visited);
    }
    return fields;
  }

  /** Of more than four fields, graphql-ruby compares those with the same signature by their subfields only. */
  #compareAll(responseName: string, fields: readonly SelectedField[]): void {
    if (fields.length <= 4) return this.#comparePairs(responseName, fields);
    const groups = [...groupBy(fields, (field) => this.#signatureOf(field)).values()];
    groups.forEach((group, index) => {
      for (const other of groups.slice(index + 1)) this.#compare(responseName, group[0]!, other[0]!, false);
      const byNode = new Map(group.toReversed().map((field) => [field.node, field]));
      this.#comparePairs(
        responseName,
        [...byNode.values()].toReversed().filter(({ node }) => node.selectionSet),
      );
    });
  }

  #comparePairs(responseName: string, fields: readonly SelectedField[]): void {
    fields.forEach((first, index) => {
      for (let next = index + 1; next < fields.length; next++) this.#compare(responseName, first, fields[next]!, false);
    });
  }

  #compare(responseName: string, first: SelectedField, second: SelectedField, parentsAreExclusive: boolean): void {
    this.context.steps.add(1 + first.fragmentTypes.length);
    if (!first.definition || !second.definition) return;
    const areExclusive = parentsAreExclusive || this.#areExclusive(first.fragmentTypes, second.fragmentTypes);
    if (!areExclusive) this.#compareNodes(responseName, first.node, second.node);
    // graphql-ruby adds this kind with every comparison, even without a conflict.
    this.#conflictsOf('field');
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

  /** Whether no object can match the type conditions around two fields. */
  #areExclusive(first: readonly GraphQLNamedType[], second: readonly GraphQLNamedType[]): boolean {
    if (first.length === 0 || second.length === 0) return false;
    if (first.length !== second.length) return true;
    return first.some((type, index) => !this.context.visibleSchema.areOverlapping(type, second[index]!));
  }

  #compareNodes(responseName: string, first: FieldNode, second: FieldNode): void {
    if (first.name.value !== second.name.value)
      this.#addConflict('field', responseName, [first, second], ({ name }) => name.value);
    const { values } = this.#argumentsOf(first);
    const others = this.#argumentsOf(second);
    this.context.steps.add(values.length);
    const haveSameArguments =
      values.length === others.values.length && values.every(([name, value]) => others.valueByName.get(name) === value);
    if (haveSameArguments) return;
    this.#addConflict('argument', responseName, [first, second], (node) =>
      serialize(Object.fromEntries(this.#argumentsOf(node).values)),
    );
  }

  #addConflict(kind: ConflictKind, name: string, nodes: FieldNode[], describe: (node: FieldNode) => string): void {
    const conflicts = this.#conflictsOf(kind);
    const descriptions = conflicts.get(name) ?? new Map<FieldNode, string>();
    conflicts.set(name, descriptions);
    for (const node of nodes) if (!descriptions.has(node)) descriptions.set(node, describe(node));
  }

  #conflictsOf(kind: ConflictKind): Conflicts {
    const conflicts: Conflicts = this.#conflicts.get(kind) ?? new Map();
    this.#conflicts.set(kind, conflicts);
    return conflicts;
  }

  #argumentsOf(node: FieldNode): PrintedArguments {
    const cached = this.#argumentsByNode.get(node);
    if (cached) return cached;
    const values = node.arguments!.map(({ name, value }): [string, string] => [name.value, printLiteral(value)]);
    const printed = { values, valueByName: new Map(values.toReversed()) };
    this.#argumentsByNode.set(node, printed);
    return printed;
  }

  /**
   * Returns a text that is equal for fields with the same definition and the same argument literals. In graphql-ruby, an
   * object type inherits the fields of its interfaces. This ignores that it can redefine them.
   */
  #signatureOf({ parentType, node }: SelectedField): string {
    const name = node.name.value;
    const interfaces = isObjectType(parentType) ? parentType.getInterfaces() : [];
    const type = interfaces.findLast((parent) => name in parent.getFields()) ?? parentType;
    const values = this.#argumentsOf(node).values.map(([argument, value]) => `${argument}: ${value}`);
    return `${name.startsWith('__') ? '' : type.name}.${name}(${values.join()})`;
  }

  #subfieldsOf({ definition, node }: SelectedField): FieldsByResponseName {
    const type = getNamedType(definition!.type);
    const byType = this.#subfieldsByNode.get(node) ?? new Map<GraphQLNamedType, FieldsByResponseName>();
    this.#subfieldsByNode.set(node, byType);
    const subfields = byType.get(type) ?? this.#collectFields(node.selectionSet?.selections ?? [], type, [type]);
    byType.set(type, subfields);
    return subfields;
  }
}
