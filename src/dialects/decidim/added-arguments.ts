import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { Refusal } from '../../errors.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { wrapResolvers } from '../../graphql/schema.ts';
import type { ConnectionSource } from '../../resources/connections.ts';

type Values = Record<string, unknown>;

const isConnection = (value: unknown): value is ConnectionSource =>
  typeof value === 'object' && value !== null && 'records' in value && 'pagination' in value;

/** The names of what a town adds to an input object; empty for a value of another type. */
function findAddedMembers({ type }: GraphQLArgument, release: GraphQLSchema): string[] {
  const input = getNamedType(type);
  const known = release.getType(input.name);
  if (!isInputObjectType(input) || !isInputObjectType(known)) return [];
  return Object.keys(input.getFields()).filter((name) => !Object.hasOwn(known.getFields(), name));
}

/** A value as texts: those of a list or of the locales, or the one that it is. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return value === null || value === undefined ? [] : [String(value)];
}

/** Creates the function that reads what the API shows for a field of a record, or the record's member where the type has no such field. */
function createReader(
  fieldOfList: GraphQLField<unknown, unknown>,
  name: string,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const type = getNamedType(fieldOfList.type);
  const nodes = isObjectType(type) ? type.getFields()['nodes'] : undefined;
  const recordType = nodes ? getNamedType(nodes.type) : type;
  const resolve = isObjectType(recordType) ? recordType.getFields()[name]?.resolve : undefined;
  return (record: unknown): unknown => {
    if (record instanceof Error || typeof record !== 'object' || record === null) return undefined;
    if (!resolve) return (record as Values)[name];
    try {
      return resolve(record, {}, context, info);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
}

type Change = (records: readonly unknown[], read: (record: unknown) => unknown) => unknown[];

/** Keeps the records that have the value, or one of a list of values. */
const filterBy =
  (value: unknown): Change =>
  (records, read) => {
    const wanted = new Set(textsOf(value));
    return records.filter((record) => textsOf(read(record)).some((each) => wanted.has(each)));
  };

const sortBy =
  (direction: unknown): Change =>
  (records, read) => {
    const sign = /^desc$/i.test(String(direction)) ? -1 : 1;
    const keyOf = (record: unknown) => textsOf(read(record)).join();
    return records.toSorted((a, b) => sign * keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }));
  };

/** What a town adds to the arguments of a field: whole arguments, and members of filters and orders by the names of these. */
interface Added {
  names: string[];
  members: [argument: string, names: string[]][];
}

/** Separates the arguments that the release has from the changes of the list that the added ones ask for. */
function separate(values: Values, { names, members }: Added) {
  const own = { ...values };
  const changes: [name: string, change: Change][] = [];
  const take = (from: Values, name: string, createChange: (value: unknown) => Change) => {
    if (from[name] !== undefined) changes.push([name, createChange(from[name])]);
    delete from[name];
  };
  for (const name of names) take(own, name, filterBy);
  for (const [argument, memberNames] of members) {
    if (!own[argument]) continue;
    const value = { ...(own[argument] as Values) };
    for (const name of memberNames) take(value, name, argument === 'order' ? sortBy : filterBy);
    own[argument] = value;
  }
  return { own, changes };
}

/**
 * Applies what the schema of a town adds to the arguments of its release, in place: an argument or a member of a filter selects records by
 * their field or member of that name, a member of an order sorts by it. Where there is none, it is ignored, and the reason of the request says so.
 */
export const withAddedArguments = (schema: GraphQLSchema, release: GraphQLSchema): GraphQLSchema =>
  wrapResolvers(schema, (field, coordinate) => {
    const type = release.getType(coordinate.slice(0, -field.name.length - 1));
    const known = isObjectType(type) ? type.getFields()[field.name]?.args : undefined;
    const { resolve, args } = field;
    if (!resolve || !known) return undefined;
    const added: Added = {
      names: args.map(({ name }) => name).filter((name) => !known.some((each) => each.name === name)),
      members: args
        .map((each): Added['members'][number] => [each.name, findAddedMembers(each, release)])
        .filter(([, names]) => names.length > 0),
    };
    if (added.names.length + added.members.length === 0) return undefined;
    return (source, values: Values, context: RequestContext, info) => {
      const { own, changes } = separate(values, added);
      return applyChanges(field, changes, resolve(source, own, context, info), context, info);
    };
  });

/** Applies all arguments of a list that a town adds, in the same way. */
export function applyArguments(
  field: GraphQLField<unknown, unknown>,
  values: Values,
  records: readonly unknown[],
  context: RequestContext,
  info: GraphQLResolveInfo,
): unknown {
  const inputs = field.args.flatMap(({ name, type }): Added['members'] => {
    const input = getNamedType(type);
    return isInputObjectType(input) ? [[name, Object.keys(input.getFields())]] : [];
  });
  const names = Object.keys(values).filter((name) => !inputs.some(([input]) => input === name));
  return applyChanges(field, separate(values, { names, members: inputs }).changes, records, context, info);
}

/** Changes a list, unless no record has the field or the member that a change is about: then the reason of the request says so. */
function applyChanges(
  field: GraphQLField<unknown, unknown>,
  changes: [name: string, change: Change][],
  list: unknown,
  context: RequestContext,
  info: GraphQLResolveInfo,
): unknown {
  let value = list;
  for (const [name, change] of changes) {
    const records = isConnection(value) ? value.records : value;
    const read = createReader(field, name, context, info);
    if (Array.isArray(records) && (records.length === 0 || records.some((each) => read(each) !== undefined)))
      value = isConnection(value) ? { ...value, records: change(records, read) } : change(records, read);
    else context.reason = `${name} is ignored: the stand-in knows no field and no member to apply it to`;
  }
  return value;
}
