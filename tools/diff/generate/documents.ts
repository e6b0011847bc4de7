import { type GraphQLArgument, type GraphQLSchema, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import type { Actor } from '../../../src/client/actor.ts';
import { valueAt } from '../../../src/client/json-value.ts';
import type { Mode } from '../../../src/client/target.ts';
import type { DiffRequest } from '../side-by-side-exchange.ts';
import type { LearnedWorld } from '../learned-world.ts';
import type { RequestSchema } from '../request-schema.ts';
import type { LeafField } from './leaf-fields.ts';
import { printLiteral } from './literals.ts';
import { type Route, type RouteStep, listRoutes, takesId } from './routes.ts';
import { type SelectionPath, printSelectionSet, responseKeys } from './selection-set.ts';

/** A generated request: a route, the arguments of each of its steps, and what it selects. */
export interface GeneratedRequest {
  route: Route;
  actor: Actor;
  stepArguments: Record<string, unknown>[];
  leaves: LeafField[];
  /** Whether the arguments are literals in the document instead of variables. */
  hasLiterals: boolean;
}

/** What documents are built for. */
export interface DocumentSource extends Pick<RequestSchema, 'absentFrom'> {
  schema: GraphQLSchema;
  /** `observe` sends queries only, `validate` skips the fields that write. */
  mode: Mode;
  world: LearnedWorld;
}

/** The variable of an argument: `meetingId` for the id of `meeting`. */
const variableName = ({ field }: RouteStep, { name }: GraphQLArgument): string =>
  name === 'id' ? `${field.name}Id` : name;

/** Builds the document and the variables of a generated request. */
export function buildRequest(
  { route, actor, stepArguments, leaves, hasLiterals }: GeneratedRequest,
  { mode, world, absentFrom }: Pick<DocumentSource, 'mode' | 'world' | 'absentFrom'>,
): DiffRequest {
  const declarations: string[] = [];
  const variables: Record<string, unknown> = {};
  const printArguments = (step: RouteStep, values: Record<string, unknown>): string => {
    const known = step.field.args.filter(
      (arg) => Object.hasOwn(values, arg.name) || (isRequiredArgument(arg) && !hasLiterals),
    );
    const printed = known.map((arg) => {
      if (hasLiterals) return `${arg.name}: ${printLiteral(values[arg.name], arg.type)}`;
      const variable = variableName(step, arg);
      declarations.push(`$${variable}: ${String(arg.type)}`);
      if (Object.hasOwn(values, arg.name)) variables[variable] = values[arg.name];
      return `${arg.name}: $${variable}`;
    });
    return printed.length > 0 ? `(${printed.join(', ')})` : '';
  };
  const isSkipped = (index: number) => mode === 'validate' && route.isWriting && index === route.steps.length - 1;
  const path: SelectionPath = route.steps.flatMap((step, index) => [
    `${step.field.name}${printArguments(step, stepArguments[index]!)}${isSkipped(index) ? ' @skip(if: true)' : ''}`,
    ...(step.fragment ? [`... on ${step.fragment}`] : []),
  ]);
  const selection = printSelectionSet(leaves.length > 0 ? leaves.map((leaf) => [...path, ...leaf.path]) : [path]);
  const declared = declarations.length > 0 ? `(${declarations.join(', ')})` : '';
  const absent = findAbsent({ route, leaves }, absentFrom);
  const locale = valueAt(stepArguments.at(-1), ['input', 'locale']);
  return {
    coordinate: route.coordinate,
    selected: leaves.map((leaf) => leaf.coordinate).filter((coordinate) => !/\.(id|__typename)$/.test(coordinate)),
    parentCoordinate: route.isWriting || leaves.length === 0 ? route.coordinate : route.type.name,
    actor,
    query: `${route.operation}${declared} ${selection}`,
    variables,
    responsePath: responseKeys(path),
    ...(absent ? { absent } : {}),
    ...(typeof locale === 'string' && locale !== world.locales[0] ? { locale } : {}),
  };
}

/** Finds what one server lacks of a request: the last type or field of the route, or else the first one on the way to a leaf. */
function findAbsent(
  { route, leaves }: Pick<GeneratedRequest, 'route' | 'leaves'>,
  absentFrom: RequestSchema['absentFrom'],
): DiffRequest['absent'] {
  const ofRoute = route.steps.flatMap(({ parentType, field, fragment }) => [
    `${parentType}.${field.name}`,
    ...(fragment ? [fragment] : []),
  ]);
  const coordinates = [...ofRoute.toReversed(), ...leaves.flatMap((leaf) => leaf.coordinates)];
  const coordinate = coordinates.find((each) => absentFrom(each) !== undefined);
  return coordinate === undefined ? undefined : { coordinate, from: absentFrom(coordinate)! };
}

/**
 * The query that reads the record which a request wrote, or the record that it is a part of; undefined if neither has a route
 * that ends with the id.
 */
export function buildReadBack(written: GeneratedRequest, id: string, source: DocumentSource): DiffRequest | undefined {
  const { type, coordinate, steps } = written.route;
  const lookups = listRoutes(source).filter(
    (each) => each.operation === 'query' && each.steps.length === 2 && takesId(each.steps[1]!),
  );
  const component = { id: written.stepArguments[0]!['id'] };
  const read = (route: Route, recordId: unknown, leaves: LeafField[]): DiffRequest => ({
    ...buildRequest(
      { ...written, route, stepArguments: [component, { id: recordId }], leaves, hasLiterals: false },
      source,
    ),
    after: coordinate,
  });
  const own = lookups.find((each) => each.type === type);
  if (own) return read(own, id, written.leaves);
  const owner = lookups.find((each) => each.steps[1]!.field.name === steps[1]?.field.name);
  const list = isObjectType(owner?.type)
    ? Object.values(owner.type.getFields()).find((field) => getNamedType(field.type) === type)
    : undefined;
  if (!owner || !list) return undefined;
  const leaves = written.leaves.map((leaf) => ({ ...leaf, path: [list.name, ...leaf.path] }));
  return read(owner, written.stepArguments[1]!['id'], leaves);
}
