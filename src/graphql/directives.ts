import {
  type ConstDirectiveNode,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  Kind,
  getNamedType,
  isInputObjectType,
  parse,
  valueFromASTUntyped,
} from 'graphql';
import { readContractSdl } from './schema.ts';
import { getDirective } from './tools.ts';

export type Role = 'AUTHENTICATED' | 'ADMINISTRATOR';

/** The arguments of `@auth` on a field or type. */
export interface AuthDirective {
  /** The lowest role that may use it. */
  requires: Role;
  /** The component setting that must be on. */
  setting?: string;
}

/** The arguments of `@constraint` on an input field: keywords of JSON Schema, and keywords of the contract. */
export interface ConstraintDirective {
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  notBlank?: boolean;
  before?: string;
  after?: string;
  localeMap?: boolean;
  defaultLocale?: boolean;
  references?: string;
  notRoot?: boolean;
}

/** Reads every `@auth` of the contract, by the coordinate of its type or field. Building the schema for them would take longer. */
export function readContractAuth(): Record<string, AuthDirective> {
  const found: Record<string, AuthDirective> = {};
  const add = (coordinate: string, { directives = [] }: { directives?: readonly ConstDirectiveNode[] }) => {
    const auth = directives.find(({ name }) => name.value === 'auth');
    const members = auth?.arguments?.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]);
    if (members) found[coordinate] = Object.fromEntries(members) as AuthDirective;
  };
  for (const type of parse(readContractSdl(), { noLocation: true }).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    add(type.name.value, type);
    for (const field of type.fields ?? []) add(`${type.name.value}.${field.name.value}`, field);
  }
  return found;
}

/** Returns the `@constraint` of an input field; an empty object if it has none. */
export const getConstraintDirective = (schema: GraphQLSchema, field: GraphQLInputField): ConstraintDirective =>
  getDirective(schema, field, 'constraint')?.[0] ?? {};

/** Returns the type of an input's `attributes`, or undefined if the input has no `attributes` of an object type. */
export function getAttributesType(input: GraphQLInputField['type'] | undefined): GraphQLInputObjectType | undefined {
  const type = input && getNamedType(input);
  const attributes = isInputObjectType(type) ? getNamedType(type.getFields()['attributes']?.type) : undefined;
  return isInputObjectType(attributes) ? attributes : undefined;
}
