import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode, isObjectType } from 'graphql';
import { printLiteral } from '../input/ruby-values.ts';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';
import type { ValidationContext } from './validation-context.ts';

/** A field node with the types around it. */
export interface SelectedField {
  node: FieldNode;
  definition: FieldDefinition | undefined;
  parentType: GraphQLNamedType;
  /** The type conditions of the fragments around the field, from the outermost to the innermost. */
  fragmentTypes: readonly GraphQLNamedType[];
}

export type FieldsByResponseName = Map<string, SelectedField[]>;

/**
 * Collects the fields of selections, including those of fragments, by their names in the response. The last two
 * parameters are for recursive calls.
 */
export function collectFields(
  context: ValidationContext,
  selections: readonly SelectionNode[],
  type: GraphQLNamedType,
  fragmentTypes: readonly GraphQLNamedType[],
  fields: FieldsByResponseName = new Map(),
  outerVisited?: Set<string>,
): FieldsByResponseName {
  const { visibleSchema, fragments } = context;
  context.steps.add(1 + selections.length + fragmentTypes.length);
  const spreads: string[] = [];
  for (const node of selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) spreads.push(node.name.value);
    else if (node.kind === Kind.FIELD) {
      const responseName = (node.alias ?? node.name).value;
      const definition = visibleSchema.getField(type, node.name.value);
      const field = { node, definition, parentType: type, fragmentTypes };
      const sameName = fields.get(responseName);
      if (sameName) sameName.push(field);
      else fields.set(responseName, [field]);
    } else {
      const condition = node.typeCondition ? visibleSchema.getType(node.typeCondition.name.value) : type;
      if (!condition) continue;
      const inner = node.selectionSet.selections;
      collectFields(context, inner, condition, [...fragmentTypes, condition], fields, outerVisited);
    }
  }
  // graphql-ruby adds the fields of fragments last. Every inline fragment of the outermost selections has its own set of
  // visited fragments.
  const visited = outerVisited ?? new Set();
  for (const name of spreads) {
    if (visited.has(name)) continue;
    visited.add(name);
    const fragment = fragments.get(name);
    const condition = fragment && visibleSchema.getType(fragment.typeCondition.name.value);
    if (!condition) continue;
    const inner = fragment.selectionSet.selections;
    collectFields(context, inner, condition, [...fragmentTypes, condition], fields, visited);
  }
  return fields;
}

/** Whether no object can match the type conditions around both fields. */
export function areMutuallyExclusive(
  visibleSchema: VisibleSchema,
  { fragmentTypes: first }: SelectedField,
  { fragmentTypes: second }: SelectedField,
): boolean {
  if (first.length === 0 || second.length === 0) return false;
  if (first.length !== second.length) return true;
  return first.some((type, index) => {
    const other = second[index]!;
    return type !== other && !visibleSchema.areOverlapping(type, other);
  });
}

/** The arguments of a field as texts. */
export interface PrintedArguments {
  /** All arguments, in document order. */
  text: string;
  values: [name: string, value: string][];
  /** Of arguments with the same name, the first value. */
  valueByName: Map<string, string>;
}

export function printArguments({ arguments: args }: FieldNode): PrintedArguments {
  const values = args!.map(({ name, value }): [string, string] => [name.value, printLiteral(value)]);
  const text = values.map(([name, value]) => `${name}: ${value}`).join();
  return { text, values, valueByName: new Map(values.toReversed()) };
}

/** Returns a text that is equal for fields with the same definition and the same argument literals. */
export function fieldSignature({ parentType, node }: SelectedField, args: PrintedArguments): string {
  const name = node.name.value;
  return `${name.startsWith('__') ? '' : definingType(parentType, name).name}.${name}(${args.text})`;
}

// In graphql-ruby, an object type inherits the fields of its interfaces. This ignores that it can redefine them.
function definingType(type: GraphQLNamedType, name: string): GraphQLNamedType {
  if (!isObjectType(type)) return type;
  return type.getInterfaces().findLast((parent) => name in parent.getFields()) ?? type;
}
