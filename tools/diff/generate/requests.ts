import * as fc from 'fast-check';
import { type GraphQLArgument, isRequiredArgument } from 'graphql';
import { type Actor, actors } from '../../../src/client/actor.ts';
import { isJsonObject } from '../../../src/client/json-value.ts';
import { getAttributesType } from '../../../src/contract/directives.ts';
import { CommandError, exitCodes } from '../../../src/errors.ts';
import { idsAlong } from '../learned-world.ts';
import { type LeafField, type LeafOptions, collectLeafFields, withId } from './leaf-fields.ts';
import type { DocumentSource, GeneratedRequest } from './documents.ts';
import { type Route, hasIdInInput, listRoutes, takesId } from './routes.ts';
import { unusualId } from './scalars.ts';
import { weighted } from './texts.ts';
import { type ValueSource, objectOf } from './values.ts';

/** What requests are generated from. */
export interface RequestSource extends DocumentSource, Pick<ValueSource, 'constraintOf'> {
  /** What the coordinates of the routes start with; every route if omitted. */
  only?: string;
}

const maxLeaves = 40;

/** An arbitrary of requests to every route of a schema that leads to a record of the world. */
export function createRequests(source: RequestSource): fc.Arbitrary<GeneratedRequest> {
  const routes = listRoutes(source).filter((route) => idsAlong(route, source.world).length > 0);
  const { mode, only = '' } = source;
  const leafOptions: LeafOptions = {
    schema: source.schema,
    locale: source.world.locales[0]!,
    recordTypes: new Set(routes.filter(({ steps }) => takesId(steps.at(-1)!)).map(({ type }) => type.name)),
  };
  const requestsOf = (matches: (route: Route) => boolean) => {
    const arbitraries = routes
      .filter((route) => route.coordinate.startsWith(only) && matches(route))
      .map((route) => requestsAlong(route, leafOptions, source));
    return arbitraries.length > 0 ? [fc.oneof(...arbitraries)] : [];
  };
  const queries = requestsOf(({ operation }) => operation === 'query');
  const writes = requestsOf(({ isWriting }) => isWriting);
  const others = requestsOf(({ operation, isWriting }) => operation === 'mutation' && !isWriting);
  const mutations = [
    ...writes.map((arbitrary) => ({ weight: 5, arbitrary })),
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  ];
  const all = [...queries.map((arbitrary) => ({ weight: 4, arbitrary })), ...(mode === 'observe' ? [] : mutations)];
  if (all.length === 0) throw new CommandError(`nothing to send in mode ${mode} starts with ${only}`, exitCodes.usage);
  return fc.oneof(...all);
}

/** The names of the attributes in the input of a route. */
function attributeNames({ steps }: Route): string[] {
  const input = steps.at(-1)!.field.args.find(({ name }) => name === 'input');
  return Object.keys(getAttributesType(input?.type)?.getFields() ?? {});
}

/**
 * One or more leaves that both servers have; half of those of a mutation have the names of its attributes. A few selections are
 * one leaf that only one server has.
 */
function selectionOf(
  route: Route,
  leaves: readonly LeafField[],
  { absentFrom }: RequestSource,
): fc.Arbitrary<LeafField[]> {
  const isCommon = ({ coordinates }: LeafField) => coordinates.every((each) => absentFrom(each) === undefined);
  const [common, others] = [leaves.filter(isCommon), leaves.filter((leaf) => !isCommon(leaf))];
  const ofOne = others.length > 0 ? fc.constantFrom(...others).map((leaf) => [leaf]) : undefined;
  if (common.length === 0) return ofOne ?? fc.constant([]);
  const names = new Set(attributeNames(route));
  const written = common.filter(({ path }) => names.has(path[0]!));
  const anyCommon = fc.constantFrom(...common);
  const leaf = written.length > 0 ? weighted([1, fc.constantFrom(...written)], [1, anyCommon]) : anyCommon;
  const ofCommon = fc
    .uniqueArray(leaf, {
      maxLength: maxLeaves,
      size: 'max',
      selector: ({ path }) => path.join(' '),
    })
    .map((chosen) => (chosen.length > 0 ? chosen : [common[0]!]));
  return ofOne ? weighted([4, ofCommon], [1, ofOne]) : ofCommon;
}

/** Replaces the id in an input; an input without an id, or of another type, stays as it is. */
function withIdInInput(values: Record<string, unknown>, id: unknown): Record<string, unknown> {
  const { input } = values;
  return isJsonObject(input) && 'id' in input ? { ...values, input: { ...input, id } } : values;
}

function requestsAlong(route: Route, leafOptions: LeafOptions, source: RequestSource): fc.Arbitrary<GeneratedRequest> {
  const isWritten = route.operation === 'mutation';
  const idCount = route.steps.filter((step) => takesId(step) || hasIdInInput(step)).length;
  const knownIds = fc.constantFrom<unknown[]>(...idsAlong(route, source.world));
  const unusualIds = weighted<unknown>([8, unusualId(source.world)], [1, fc.constantFrom(1.5, true, null)]);
  const ids = weighted<unknown[]>([8, knownIds], [1, fc.array(unusualIds, { minLength: idCount, maxLength: idCount })]);
  const otherArguments = route.steps.map(({ parentType, field }, index) => {
    const isLast = index === route.steps.length - 1;
    const isOther = (arg: GraphQLArgument) => (isRequiredArgument(arg) ? arg.name !== 'id' : isLast);
    const args = field.args.filter(isOther);
    return args.length > 0 ? objectOf(args, `${parentType}.${field.name}`, { ...source, isWritten }) : fc.constant({});
  });
  const selection = selectionOf(route, collectLeafFields(route.type.name, leafOptions), source);
  return fc.record({
    route: fc.constant(route),
    actor: weighted<Actor>([3, fc.constant('admin')], [1, fc.constantFrom(...actors)]),
    stepArguments: fc.tuple(ids, fc.tuple(...otherArguments)).map(([idValues, others]) => {
      const remaining = [...idValues];
      return route.steps.map((step, index): Record<string, unknown> => {
        const id = takesId(step) ? { id: remaining.shift() } : {};
        return { ...id, ...(hasIdInInput(step) ? withIdInInput(others[index]!, remaining.shift()) : others[index]) };
      });
    }),
    leaves: route.isWriting ? selection.map((chosen) => withId(chosen, route.type)) : selection,
    hasLiterals: weighted([5, fc.constant(false)], [1, fc.boolean()]),
  });
}
