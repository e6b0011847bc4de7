import * as fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { ConstraintDirective } from '../../../src/contract/directives.ts';
import type { LearnedWorld } from '../learned-world.ts';
import { type Values, scalarValues } from './scalars.ts';
import { addSeconds, weighted } from './texts.ts';

/** What values are made from. */
export interface ValueSource {
  /** The `@constraint` of an input field, by its coordinate, such as `MeetingAttributes.title`. */
  constraintOf(coordinate: string): ConstraintDirective;
  world: LearnedWorld;
  /** Whether the values belong to a mutation. */
  isWritten: boolean;
}

/** Stands for the value of a member that is not sent. */
const missing = Symbol('missing');
const isSent = (value: unknown): boolean => value !== missing;
const otherTypes = fc.constantFrom<unknown>(missing, null, '', 'text', 0, 1.5, true, [], [null], {});

/**
 * An arbitrary of objects with these members. Half of them have valid members only, in the others some are at or beyond
 * their boundaries. A few objects also have members that are missing, of another type or unknown. An object shrinks to its
 * required members.
 */
export function objectOf(
  members: readonly (GraphQLArgument | GraphQLInputField)[],
  parentName: string,
  source: ValueSource,
): fc.Arbitrary<Record<string, unknown>> {
  const rows = members.map((member) => {
    const constraint = source.constraintOf(`${parentName}.${member.name}`);
    const isRequired = isNonNullType(member.type) && member.defaultValue === undefined;
    return {
      name: member.name,
      before: constraint.before,
      isNullable: !isNonNullType(member.type),
      isRequired: isRequired || constraint.defaultLocale === true,
      values: valuesOf(member.type, member.name, constraint, source),
    };
  });
  const recordOf = (valueOf: (row: (typeof rows)[number]) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(rows.map((row) => [row.name, valueOf(row)])), {
      requiredKeys: rows.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    });
  const valid = recordOf(({ values }) => values.valid);
  const unusual = recordOf(({ values, isNullable }) =>
    weighted([8, values.valid], [4, values.unusual], [isNullable ? 1 : 0, fc.constant(null)]),
  );
  const change = fc.oneof(
    ...rows.map(({ name, values: { mistyped = otherTypes } }) =>
      weighted([1, mistyped], [1, otherTypes]).map((value): [string, unknown] => [name, value]),
    ),
    fc.constant<[string, unknown]>(['unknownMember', 1]),
  );
  // A change hides everything else, all the more if it is outside the attributes.
  const isOuter = rows.some(({ name }) => name === 'input' || name === 'attributes');
  const changes = weighted(
    [isOuter ? 16 : 4, fc.constant<[string, unknown][]>([])],
    [1, fc.array(change, { maxLength: 2 })],
  );
  const earlier = rows.find(({ before }) => before !== undefined);
  const seconds: fc.Arbitrary<number | undefined> = earlier
    ? weighted<number | undefined>([2, fc.constant(undefined)], [1, fc.constantFrom(0, 0, 1, -1)])
    : fc.constant(undefined);
  return fc.tuple(weighted([1, valid], [1, unusual]), seconds, changes).map(([object, difference, changed]) => {
    const start = earlier && object[earlier.name];
    // The boundary of a member that must be after another one is the value of the other.
    const later =
      typeof start === 'string' && difference !== undefined
        ? { [earlier!.before!]: addSeconds(start, difference) }
        : {};
    const values = { ...object, ...later, ...Object.fromEntries(changed) };
    return Object.fromEntries(Object.entries(values).filter(([, value]) => isSent(value)));
  });
}

const listOf = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> => fc.array(item, { maxLength: 3 });

function valuesOf(type: GraphQLInputType, name: string, constraint: ConstraintDirective, source: ValueSource): Values {
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const item = valuesOf(nullable.ofType, name, constraint, source);
    return {
      valid: listOf(item.valid),
      unusual: listOf(weighted([1, item.valid], [1, item.unusual])),
      mistyped: listOf(weighted([1, item.valid], [1, item.mistyped ?? otherTypes.filter(isSent)])),
    };
  }
  if (isInputObjectType(nullable)) {
    const object = objectOf(Object.values(nullable.getFields()), nullable.name, source);
    return { valid: object, unusual: object };
  }
  if (isEnumType(nullable)) {
    const names = nullable.getValues().map((each) => each.name);
    const mistyped = fc.constantFrom(...names.map((each) => each.toLowerCase()), 'UNKNOWN');
    return { valid: fc.constantFrom(...names), unusual: fc.constantFrom(...names), mistyped };
  }
  return scalarValues({ name, typeName: nullable.name, constraint, isWritten: source.isWritten }, source.world);
}
