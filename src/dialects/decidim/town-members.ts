import {
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { isJsonObject } from '../../json-object.ts';
import { kinds } from '../../records/kinds.ts';
import { type CheckAddedMember, findIdProblem } from '../../records/validate.ts';
import { recordTypes } from './record-types.ts';
import type { Release } from './releases.ts';
import { readSchema } from './schema.ts';
import { findTownLists } from './town-lists.ts';

/**
 * Judges members of records by the fields that a town adds to their types. A value of such a field is in the world as the API shows
 * it; texts in several languages are an object by locale. Only types that the release does not have can be objects in a world. The
 * records of a list that a town adds to `Query` are a member of the organization.
 */
export function createMemberCheck(release: Release): CheckAddedMember {
  const [town, base] = [readSchema(release), readSchema({ number: release.number })];
  const canBeInWorld = (type: GraphQLOutputType): boolean => {
    const named = getNamedType(type);
    return (
      isScalarType(named) || isEnumType(named) || isTexts(named) || (isObjectType(named) && !base.getType(named.name))
    );
  };
  const fields = new Map<string, GraphQLOutputType>();
  const lists = new Map(
    [...findTownLists(town, base)].map(([name, type]) => [
      `organization.${name}`,
      new Map(Object.values(type.getFields()).map((field) => [field.name, canBeInWorld(field.type) && field.type])),
    ]),
  );
  for (const [typeName, { kind }] of Object.entries(recordTypes)) {
    const [type, own] = [town.getType(typeName), base.getType(typeName)];
    if (!isObjectType(type)) continue;
    const known = isObjectType(own) ? own.getFields() : {};
    for (const { name, type: fieldType } of Object.values(type.getFields()))
      if (!Object.hasOwn(known, name) && !Object.hasOwn(kinds[kind].schema.properties, name) && canBeInWorld(fieldType))
        fields.set(`${kind}.${name}`, fieldType);
  }
  return (kind, name, value) => {
    const members = lists.get(`${kind}.${name}`);
    if (members) return problemOfList(members, value);
    const type = fields.get(`${kind}.${name}`);
    return type ? problemOf(type, value) : 'is unknown';
  };
}

/** What is wrong with the records of a list, of which some members cannot be in a world. */
function problemOfList(members: Map<string, GraphQLOutputType | false>, records: unknown): string | undefined {
  if (!Array.isArray(records)) return 'must be a list of records';
  const ids = new Set<unknown>();
  for (const record of records as unknown[]) {
    const problem = findIdProblem(record, ids);
    if (problem !== undefined) return problem;
    for (const [name, value] of Object.entries(record as object)) {
      const type = members.get(name);
      const found = type ? problemOf(type, value) : 'is unknown';
      if (found !== undefined) return `${name} ${found}`;
    }
  }
  return undefined;
}

const isTexts = ({ name }: { name: string }): boolean => name === 'TranslatedField';

/** What is wrong with a value of a type; undefined if nothing is. */
function problemOf(type: GraphQLOutputType, value: unknown): string | undefined {
  const problem = `must be a value of ${String(type)}`;
  if (isNonNullType(type)) return value === null ? problem : problemOf(type.ofType, value);
  if (value === null) return undefined;
  if (isListType(type)) {
    if (!Array.isArray(value)) return problem;
    return value.map((each) => problemOf(type.ofType, each)).find((each) => each !== undefined);
  }
  if (isScalarType(type) || isEnumType(type)) {
    try {
      type.parseValue(value);
      return undefined;
    } catch {
      return problem;
    }
  }
  if (!isJsonObject(value)) return problem;
  if (isTexts(type)) return Object.values(value).every((each) => typeof each === 'string') ? undefined : problem;
  if (!isObjectType(type)) return undefined;
  const members = type.getFields();
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(members, name) ? members[name] : undefined;
    const found = field ? problemOf(field.type, member) : 'is unknown';
    if (found !== undefined) return `${name} ${found}`;
  }
  return undefined;
}
