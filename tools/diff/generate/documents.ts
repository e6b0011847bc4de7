import { type GraphQLArgument, type GraphQLSchema, isRequiredArgument } from 'graphql';
import type { Actor } from '../../../conformance/model/case.ts';
import { valueAt } from '../../../conformance/model/json-value.ts';
import type { Mode } from '../../../conformance/model/report.ts';
import type { DiffRequest } from '../exchange.ts';
import type { LearnedWorld } from '../learned-world.ts';
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
export interface DocumentSource {
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
  { mode, world }: Pick<DocumentSource, 'mode' | 'world'>,
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
  const locale = valueAt(stepArguments.at(-1), ['input', 'locale']);
  return {
    coordinate: route.coordinate,
    selected: leaves.map((leaf) => leaf.coordinate).filter((coordinate) => !/\.(id|__typename)$/.test(coordinate)),
    parentCoordinate: route.isWriting || leaves.length === 0 ? route.coordinate : route.type.name,
    actor,
    query: `${route.operation}${declared} ${selection}`,
    variables,
    responsePath: responseKeys(path),
    ...(typeof locale === 'string' && locale !== world.locales[0] ? { locale } : {}),
  };
}

/** The query that reads the record which a request wrote; undefined if its type has no route that ends with the id. */
export function buildReadBack(written: GeneratedRequest, id: string, source: DocumentSource): DiffRequest | undefined {
  const { type, coordinate } = written.route;
  const route = listRoutes(source.schema).find(
    (each) => each.operation === 'query' && each.type === type && each.steps.length === 2 && takesId(each.steps[1]!),
  );
  if (!route) return undefined;
  const stepArguments = [{ id: written.stepArguments[0]!['id'] }, { id }];
  return { ...buildRequest({ ...written, route, stepArguments, hasLiterals: false }, source), after: coordinate };
}
