import { isDeepStrictEqual } from 'node:util';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  Kind,
  type SelectionNode,
  getNamedType,
} from 'graphql';
import type { Rule } from './rules.ts';
import { type FieldDefinition, areOverlapping, getOrAdd } from './validation-context.ts';
import { printLiteral, serialize } from './values.ts';

interface SelectedField {
  node: FieldNode;
  definition: FieldDefinition | undefined;
  /** The type conditions of the fragments around the field, from the outermost to the innermost. */
  fragmentTypes: readonly GraphQLNamedType[];
}

type FieldsByResponseName = Map<string, SelectedField[]>;

/** 5.3.2 Field Selection Merging. */
export const fieldsCanMerge: Rule = (context) => {
  const { steps } = context;
  const argumentsByNode = new Map<FieldNode, Record<string, string>>();
  const subfieldsByNode = new Map<FieldNode, FieldsByResponseName>();
  const comparedNodes = new Map<FieldNode, Set<FieldNode>>();
  /** The conflicting fields by kind and response name, with what differs as the message shows it. */
  let conflicts = new Map<'a field' | 'an argument', Map<string, Map<FieldNode, string>>>();

  const argumentsOf = (node: FieldNode) =>
    getOrAdd(argumentsByNode, node, () =>
      Object.fromEntries(node.arguments!.map(({ name, value }) => [name.value, printLiteral(value)])),
    );

  /** Collects the fields of selections and of fragments in them. */
  function collectFields(
    selections: readonly SelectionNode[],
    type: GraphQLNamedType,
    fragmentTypes: readonly GraphQLNamedType[],
    fields: FieldsByResponseName = new Map(),
    visited = new Set<string>(),
  ): FieldsByResponseName {
    steps.add(1 + selections.length + fragmentTypes.length);
    const collect = ({
      selectionSet,
      typeCondition,
    }: Pick<FragmentDefinitionNode, 'selectionSet'> & {
      typeCondition?: FragmentDefinitionNode['typeCondition'] | undefined;
    }) => {
      const condition = typeCondition ? context.findType(typeCondition.name.value) : type;
      if (condition) collectFields(selectionSet.selections, condition, [...fragmentTypes, condition], fields, visited);
    };
    const spreads = new Set<string>();
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) spreads.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node);
      else {
        const definition = context.findField(type, node.name.value);
        getOrAdd(fields, (node.alias ?? node.name).value, () => []).push({ node, definition, fragmentTypes });
      }
    }
    // graphql-ruby adds the fields of fragments last.
    for (const name of spreads) {
      const fragment = visited.has(name) ? undefined : context.getFragment(name);
      visited.add(name);
      if (fragment) collect(fragment);
    }
    return fields;
  }

  const subfieldsOf = ({ definition, node }: SelectedField) =>
    getOrAdd(subfieldsByNode, node, () => {
      const type = getNamedType(definition!.type);
      return collectFields(node.selectionSet?.selections ?? [], type, [type]);
    });

  function addConflict(
    kind: 'a field' | 'an argument',
    responseName: string,
    nodes: FieldNode[],
    describe: (node: FieldNode) => string,
  ): void {
    const byName = getOrAdd(conflicts, kind, () => new Map<string, Map<FieldNode, string>>());
    const descriptions = getOrAdd(byName, responseName, () => new Map<FieldNode, string>());
    for (const node of nodes) descriptions.set(node, describe(node));
  }

  /** Whether no object can match the type conditions around two fields. */
  function areExclusive(first: readonly GraphQLNamedType[], second: readonly GraphQLNamedType[]): boolean {
    if (first.length === 0 || second.length === 0) return false;
    if (first.length !== second.length) return true;
    return first.some((type, index) => !areOverlapping(context.getSchema(), type, second[index]!));
  }

  function compare(responseName: string, first: SelectedField, second: SelectedField, parentsAreExclusive: boolean) {
    const nodes = [first.node, second.node];
    steps.add(1 + first.fragmentTypes.length + first.node.arguments!.length);
    if (!first.definition || !second.definition) return;
    const isExclusive = parentsAreExclusive || areExclusive(first.fragmentTypes, second.fragmentTypes);
    if (!isExclusive && first.node.name.value !== second.node.name.value)
      addConflict('a field', responseName, nodes, ({ name }) => name.value);
    if (!isExclusive && !isDeepStrictEqual(argumentsOf(first.node), argumentsOf(second.node)))
      addConflict('an argument', responseName, nodes, (node) => serialize(argumentsOf(node)));
    if (first.node === second.node || !nodes.some(({ selectionSet }) => selectionSet)) return;
    const compared = getOrAdd(comparedNodes, first.node, () => new Set<FieldNode>());
    if (compared.has(second.node)) return;
    compared.add(second.node);
    const others = subfieldsOf(second);
    for (const [name, subfields] of subfieldsOf(first)) {
      steps.add(1);
      for (const subfield of subfields)
        for (const other of others.get(name) ?? []) compare(name, subfield, other, isExclusive);
    }
  }

  function check({ selectionSet }: Pick<FieldNode, 'selectionSet'>): void {
    const type = getNamedType(context.getType());
    if (!type || !selectionSet) return;
    conflicts = new Map();
    for (const [responseName, fields] of collectFields(selectionSet.selections, type, [])) {
      for (const [index, field] of fields.entries())
        for (let next = index + 1; next < fields.length; next++) compare(responseName, field, fields[next]!, false);
    }
    for (const [kind, byName] of conflicts)
      for (const [fieldName, descriptions] of byName) {
        const extensions = { fieldName, conflicts: [...descriptions.values()].join(' or ') };
        context.report('fieldConflict', [...descriptions.keys()], extensions, { kind, path: [] });
      }
  }

  return { OperationDefinition: check, Field: check };
};
