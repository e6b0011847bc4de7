import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../problem.ts';
import { didYouMean } from '../validation.ts';

/**
 * Returns the coordinates of the object fields that a coordinate stands for: itself, or for a field of an interface those of
 * the types that implement it. Throws a ProblemError with the nearest coordinates if there is no such field.
 */
export function objectCoordinates(schema: GraphQLSchema, coordinate: string): string[] {
  const [typeName = '', fieldName = '', ...rest] = coordinate.split('.');
  const type = typeName.startsWith('__') || rest.length > 0 ? undefined : schema.getType(typeName);
  if (isObjectType(type) && Object.hasOwn(type.getFields(), fieldName)) return [coordinate];
  if (isInterfaceType(type) && Object.hasOwn(type.getFields(), fieldName))
    return schema.getPossibleTypes(type).map(({ name }) => `${name}.${fieldName}`);
  const nearest = nearestCoordinates(schema, coordinate, fieldName);
  const message = `There is no field ${JSON.stringify(coordinate.slice(0, 200))}.${didYouMean(nearest)}`;
  throw new ProblemError(400, message, 'match.coordinate');
}

/** The coordinates of all fields of object types. */
export const fieldCoordinates = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)
      : [],
  );

function nearestCoordinates(schema: GraphQLSchema, coordinate: string, fieldName: string): string[] {
  // Names of this length have no similar ones, and comparing them takes long.
  if (coordinate.length > 200) return [];
  const known = fieldCoordinates(schema);
  const similar = suggestionList(coordinate, known);
  const ofSameName = known.filter((each) => each.endsWith(`.${fieldName}`));
  return [...new Set([...(ofSameName.length <= 5 ? ofSameName : suggestionList(coordinate, ofSameName)), ...similar])];
}

/** The type of the field at a coordinate of an object type. */
export function typeOf(schema: GraphQLSchema, coordinate: string): GraphQLOutputType {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  return (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!.type;
}

/** Throws a ProblemError with the users of the nearest ids if there is no user with this id. */
export function assertUser(store: Store, id: number, member = 'match.user'): void {
  if (store.find('users', id)) return;
  const nearest = store
    .all('users')
    .toSorted((a, b) => Math.abs(a.id - id) - Math.abs(b.id - id))
    .slice(0, 5)
    .map((user) => `${user.id} (${user.name})`);
  throw new ProblemError(400, `There is no user ${id}.${didYouMean(nearest)}`, member);
}
