import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  getNamedType,
  isObjectType,
} from 'graphql';
import { isMutation } from '../../graphql/guards.ts';

/** What stands for the coordinate of a request that has none of the schema, and of one that has several. */
export const otherCoordinate = 'other';
const severalCoordinates = 'several';

/**
 * Returns the function that names the operation of a valid document by the coordinate of its root field, such as `Query.component`, or of
 * the field of a mutation that writes, such as `MeetingsMutation.createMeeting`. The names are those of the schema, never of the client.
 */
export function createCoordinateFinder(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, string>();
  return (operation: OperationDefinitionNode, document: DocumentNode): string => {
    let found = known.get(operation);
    if (found === undefined) {
      const [first = otherCoordinate, ...others] = coordinatesOf(operation, document, schema);
      known.set(operation, (found = others.length === 0 ? first : severalCoordinates));
    }
    return found;
  };
}

function coordinatesOf(
  { operation, selectionSet }: OperationDefinitionNode,
  { definitions }: DocumentNode,
  schema: GraphQLSchema,
): Set<string> {
  const coordinates = new Set<string>();
  // Each fragment is read once, because fragments can contain others many times.
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const rootType = schema.getRootType(operation)?.name;
  const read = (selections: SelectionSetNode | undefined, typeName: string | undefined): void => {
    for (const selection of selections?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        read(selection.selectionSet, selection.typeCondition?.name.value ?? typeName);
      } else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        fragments.delete(selection.name.value);
        read(fragment?.selectionSet, fragment?.typeCondition.name.value);
      } else {
        readField(selection.name.value, selection.selectionSet, typeName!);
      }
    }
  };
  const readField = (name: string, selections: SelectionSetNode | undefined, typeName: string): void => {
    if (name === '__typename') return;
    const coordinate = `${typeName}.${name}`;
    if (operation === 'query' && typeName === rootType) return void coordinates.add(coordinate);
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) return;
    if (isMutation(schema, field, ...(coordinate.split('.') as [string, string]))) coordinates.add(coordinate);
    else read(selections, getNamedType(field.type).name);
  };
  read(selectionSet, rootType);
  return coordinates;
}
