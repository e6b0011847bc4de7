import { type FieldNode, type GraphQLNamedType, Kind, type SelectionNode, getNamedType, isObjectType } from 'graphql';
import { printLiteral } from '../input/ruby-values.ts';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';
import type { ValidationContext } from './validation-context.ts';

/** A field as it is selected somewhere. */
export interface SelectedField {
  node: FieldNode;
  definition: FieldDefinition | undefined;
  /** The type that it is selected on. */
  parentType: GraphQLNamedType;
  /** The types of the fragments around it. */
  fragmentTypes: readonly GraphQLNamedType[];
}

export type FieldsByResponseName = Map<string, SelectedField[]>;

/** The fields of selections by their names in the answer, those of fragments too. */
export function collectFields(
  judgement: ValidationContext,
  selections: readonly SelectionNode[],
  type: GraphQLNamedType,
  parents: readonly GraphQLNamedType[],
): FieldsByResponseName {
  const found: FieldsByResponseName = new Map();
  collect(judgement, selections, type, parents, found, undefined);
  return found;
}

function collect(
  judgement: ValidationContext,
  selections: readonly SelectionNode[],
  type: GraphQLNamedType,
  parents: readonly GraphQLNamedType[],
  found: FieldsByResponseName,
  known: Set<string> | undefined,
): void {
  const { visibleSchema, fragments } = judgement;
  const spreads: string[] = [];
  for (const node of selections) {
    if (node.kind === Kind.FRAGMENT_SPREAD) spreads.push(node.name.value);
    else if (node.kind === Kind.FIELD) {
      const key = (node.alias ?? node.name).value;
      const selected = {
        node,
        definition: visibleSchema.getField(type, node.name.value),
        parentType: type,
        fragmentTypes: parents,
      };
      const same = found.get(key);
      if (same) same.push(selected);
      else found.set(key, [selected]);
    } else {
      const condition = node.typeCondition ? visibleSchema.getType(node.typeCondition.name.value) : type;
      if (condition) {
        collect(judgement, node.selectionSet.selections, condition, [...parents, condition], found, known);
      }
    }
  }
  // Fragments come after the fields that are written here. One that is spread in several inline fragments is met in each.
  const visited = known ?? new Set();
  for (const name of spreads) {
    if (visited.has(name)) continue;
    visited.add(name);
    const fragment = fragments.get(name);
    const condition = fragment && visibleSchema.getType(fragment.typeCondition.name.value);
    if (!condition) continue;
    collect(judgement, fragment.selectionSet.selections, condition, [...parents, condition], found, visited);
  }
}

/** The type of a field without its wrappers. */
export const namedTypeOf = ({ definition }: SelectedField): GraphQLNamedType => getNamedType(definition!.type);

/** Whether no object can be in the fragments around both. */
export function areMutuallyExclusive(
  types: VisibleSchema,
  one: SelectedField['fragmentTypes'],
  other: SelectedField['fragmentTypes'],
): boolean {
  if (one.length === 0 || other.length === 0) return false;
  if (one.length !== other.length) return true;
  return one.some((type, index) => {
    const possible = types.getPossibleTypes(other[index]!);
    return type !== other[index] && !types.getPossibleTypes(type).some((each) => possible.includes(each));
  });
}

/** What two fields have in common that ask for the same: where it is defined, its name, and the arguments as given. */
export function fieldSignature({ parentType, node }: SelectedField): string {
  const name = node.name.value;
  const given = node.arguments!.map((each) => `${each.name.value}: ${printLiteral(each.value)}`);
  return `${name.startsWith('__') ? '' : originOf(parentType, name).name}.${name}(${given.join()})`;
}

// An object type has its fields from interfaces, unless it defines them anew, which is the exception.
function originOf(type: GraphQLNamedType, name: string): GraphQLNamedType {
  if (!isObjectType(type)) return type;
  return type.getInterfaces().findLast((each) => name in each.getFields()) ?? type;
}
