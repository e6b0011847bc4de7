import type { GraphQLNamedType } from 'graphql';
import { isEnumType } from 'graphql';
import type { Difference } from '../../client/http-message.ts';
import { isJsonObject } from '../../client/json-value.ts';
import { joinPath } from '../drafts/record-ids.ts';

/**
 * What a part of a response is, without its values: a kind such as `string` or `id or null`, `[]` for an empty list, a list with the
 * shape of its items, an object with the shapes of its members, or `{ "$oneOf": shapes }` if it was seen in several forms.
 */
export type Shape = string | Shape[] | { [member: string]: Shape } | { $oneOf: Shape[] };

/** The kinds of a single value. `type NAME` is the value of `__typename`. */
const kinds: Record<string, (value: unknown) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  id: (value) => typeof value === 'string' && value !== '',
  'date-time': (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  enum: (value) => typeof value === 'string' && /^[_A-Za-z]\w*$/.test(value),
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
};

const kindsOfTypes: Record<string, string> = { ID: 'id', DateTime: 'date-time', Date: 'date', Float: 'number' };

/** What is known of the fields of a response, by their paths without list indexes. */
export interface ResponseTypes {
  /** The types of the fields. */
  types: ReadonlyMap<string, GraphQLNamedType | undefined>;
  /** The paths of `__typename`. */
  typeNames: ReadonlySet<string>;
}

/** The shape of a part of a response. */
export function shapeOf(value: unknown, response: ResponseTypes, path = ''): Shape {
  if (Array.isArray(value)) {
    const items = value.map((each) => shapeOf(each, response, path));
    return items.length === 0 ? [] : [items.reduce(mergeShapes)];
  }
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((name) => [name, shapeOf(value[name], response, joinPath(path, name))]),
    );
  if (response.typeNames.has(path)) return `type ${String(value)}`;
  return kindOf(value, response.types.get(path));
}

/** The kind that the type of a field says, or else the first one that fits. */
function kindOf(value: unknown, type: GraphQLNamedType | undefined): string {
  const ofType = isEnumType(type) ? 'enum' : kindsOfTypes[type?.name ?? ''];
  if (ofType !== undefined && kinds[ofType]!(value)) return ofType;
  return ['null', 'boolean', 'string', 'integer', 'number'].find((kind) => kinds[kind]!(value))!;
}

const isUnion = (shape: Shape): shape is { $oneOf: Shape[] } => isJsonObject(shape) && Array.isArray(shape['$oneOf']);

const alternativesOf = (shape: Shape): Shape[] => {
  if (isUnion(shape)) return shape.$oneOf.flatMap(alternativesOf);
  return typeof shape === 'string' ? shape.split(' or ') : [shape];
};

/** Objects with the same members, of the same type, are one form. */
function formOf(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if (Array.isArray(shape)) return shape.length === 0 ? 'empty list' : 'list';
  const typeNames = Object.values(shape).filter((each) => typeof each === 'string' && each.startsWith('type '));
  return JSON.stringify([Object.keys(shape), typeNames]);
}

/** The shape that everything has that has one of two shapes. */
export function mergeShapes(one: Shape, other: Shape): Shape {
  const forms = new Map<string, Shape>();
  for (const each of [...alternativesOf(one), ...alternativesOf(other)]) {
    const form = formOf(each);
    const before = forms.get(form);
    forms.set(form, before === undefined ? each : mergeForms(before, each));
  }
  // What an integer is, is also a number.
  if (forms.has('number')) forms.delete('integer');
  const sorted = [...forms.keys()].toSorted(nullLast).map((form) => forms.get(form)!);
  if (sorted.every((each) => typeof each === 'string')) return sorted.join(' or ');
  return sorted.length === 1 ? sorted[0]! : { $oneOf: sorted };
}

const nullLast = (a: string, b: string): number =>
  Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : Number(a > b));

function mergeForms(one: Shape, other: Shape): Shape {
  if (typeof one === 'string') return one;
  if (Array.isArray(one)) return one.length === 0 ? one : [mergeShapes(one[0]!, (other as Shape[])[0]!)];
  const members = one as Record<string, Shape>;
  return Object.fromEntries(
    Object.entries(members).map(([name, each]) => [name, mergeShapes(each, (other as Record<string, Shape>)[name]!)]),
  );
}

/** Where a part of a response does not have a shape. */
export function shapeDifferences(shape: Shape, actual: unknown, path: string): Difference[] {
  const differences = alternativesOf(shape).map((each) => ownDifferences(each, actual, path));
  // Of several forms, the nearest one is reported; if none is of the same kind, all.
  const nearest = differences
    .toSorted((a, b) => a.length - b.length)
    .find((each) => each.every((one) => one.path !== path));
  return nearest ?? [{ path, expected: describeShape(shape), actual }];
}

function ownDifferences(shape: Shape, actual: unknown, path: string): Difference[] {
  const different = [{ path, expected: describeShape(shape), actual }];
  if (typeof shape === 'string') {
    const fits = shape.startsWith('type ') ? actual === shape.slice(5) : kinds[shape]?.(actual);
    return fits ? [] : different;
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(actual) || (actual.length === 0) !== (shape.length === 0)) return different;
    return actual.flatMap((each, index) => shapeDifferences(shape[0]!, each, joinPath(path, String(index))));
  }
  if (!isJsonObject(actual)) return different;
  const members = shape as Record<string, Shape>;
  return [...new Set([...Object.keys(members), ...Object.keys(actual)])].flatMap((name) => {
    const memberPath = joinPath(path, name);
    if (!Object.hasOwn(members, name)) return [{ path: memberPath, expected: undefined, actual: actual[name] }];
    if (!Object.hasOwn(actual, name))
      return [{ path: memberPath, expected: describeShape(members[name]!), actual: undefined }];
    return shapeDifferences(members[name]!, actual[name], memberPath);
  });
}

/** A shape in a few words. */
function describeShape(shape: Shape): string {
  const words = alternativesOf(shape).map((each) => {
    if (typeof each === 'string') return each;
    if (!Array.isArray(each)) return 'object';
    return each.length === 0 ? 'empty list' : 'filled list';
  });
  return [...new Set(words)].join(' or ');
}
