import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

import type { RequestSchema } from '../request-schema.ts';

/** A field on the way from the root of an operation. */
export interface RouteStep {
  parentType: string;
  field: GraphQLField<unknown, unknown>;
  /** The type of the fragment around the next step, or around the selection of the last one. */
  fragment?: string;
}

/** A way from the root to a field with arguments, to a field of the root, or to a type of an interface or union. */
export interface Route {
  operation: 'query' | 'mutation';
  steps: RouteStep[];
  /** The type whose fields are selected; a scalar has none. */
  type: GraphQLNamedType;
  /** The schema coordinate of the last field, or the type of its fragment. */
  coordinate: string;
  /** Whether the last field writes. */
  isWriting: boolean;
}

type Field = GraphQLField<unknown, unknown>;

/** Whether a field of a mutation writes: it has an input, or deletes the record with an id. */
const isWriting = ({ args, type }: Field): boolean =>
  args.some(({ name }) => name === 'input') ||
  (args.length === 1 &&
    args[0]!.name === 'id' &&
    !isAbstractType(getNamedType(type)) &&
    !isMutationType(getNamedType(type)));
/** Whether a step needs the id of a record. */
export const takesId = ({ field }: RouteStep): boolean =>
  field.args.some((arg) => arg.name === 'id' && isRequiredArgument(arg));
/** Whether the input of a step contains the id of a record. */
export function hasIdInInput({ field }: RouteStep): boolean {
  const type = field.args.find(({ name }) => name === 'input')?.type;
  const input = type && getNamedType(type);
  return isInputObjectType(input) && 'id' in input.getFields();
}
/** Whether nothing but an id is needed to get past a field. */
const isLookup = ({ args }: Field): boolean => args.every((arg) => arg.name === 'id' || !isRequiredArgument(arg));
/** Whether a type only leads to mutations. */
export const isMutationType = ({ name }: GraphQLNamedType): boolean => name.endsWith('Mutation');

/** Every world has components, so types that are reached through them have records. */
const componentFirst = (one: Field, other: Field): number =>
  Number(other.name === 'component') - Number(one.name === 'component');

/** What routes are made of; nothing of a query below a field that only one server has can be compared. */
export interface RouteSource extends Pick<RequestSchema, 'schema'>, Partial<Pick<RequestSchema, 'absentFrom'>> {}

const routesBySchema = new WeakMap<GraphQLSchema, Route[]>();

/** Lists the routes of a schema; each type is reached in the shortest way. */
export function listRoutes(source: RouteSource): Route[] {
  const listed = routesBySchema.get(source.schema);
  if (listed) return listed;
  const routes = (['query', 'mutation'] as const).flatMap((operation) => routesOf(source, operation));
  routesBySchema.set(source.schema, routes);
  return routes;
}

function routesOf({ schema, absentFrom }: RouteSource, operation: Route['operation']): Route[] {
  const root = operation === 'query' ? schema.getQueryType() : schema.getMutationType();
  if (!root) return [];
  const routes: Route[] = [];
  const reached = new Set<string>([root.name]);
  const queue: { type: GraphQLNamedType; steps: RouteStep[] }[] = [{ type: root, steps: [] }];
  const reach = (type: GraphQLNamedType, steps: RouteStep[]): boolean => {
    if (reached.has(type.name)) return false;
    reached.add(type.name);
    queue.push({ type, steps });
    return true;
  };
  for (const { type: parent, steps } of queue) {
    if (!isObjectType(parent) && !isInterfaceType(parent)) continue;
    for (const field of Object.values(parent.getFields()).toSorted(componentFirst)) {
      const type = getNamedType(field.type);
      const writes = operation === 'mutation' && isWriting(field);
      if (operation === 'mutation' && !writes && !isAbstractType(type) && !isMutationType(type)) continue;
      const step = { parentType: parent.name, field };
      if (steps.length === 0 || field.args.length > 0)
        routes.push({
          operation,
          steps: [...steps, step],
          type,
          coordinate: `${parent.name}.${field.name}`,
          isWriting: writes,
        });
      if (writes || !isLookup(field) || (operation === 'query' && absentFrom?.(`${parent.name}.${field.name}`)))
        continue;
      if (!isAbstractType(type)) {
        reach(type, [...steps, step]);
        continue;
      }
      if (operation === 'query') reach(type, [...steps, step]);
      for (const possible of schema.getPossibleTypes(type)) {
        if (isMutationType(possible) !== (operation === 'mutation')) continue;
        const fragmentSteps = [...steps, { ...step, fragment: possible.name }];
        if (reach(possible, fragmentSteps))
          routes.push({
            operation,
            steps: fragmentSteps,
            type: possible,
            coordinate: possible.name,
            isWriting: false,
          });
      }
    }
  }
  return routes;
}
