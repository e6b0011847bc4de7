import { getDirective } from '@graphql-tools/utils';
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql';

export type Role = 'AUTHENTICATED' | 'ADMINISTRATOR';

/** `@auth` of a field or type: the least role, and the component's setting that must be on. */
export interface AuthDirective {
  requires: Role;
  setting?: string;
}

/** `@constraint` of an input field: JSON Schema keywords and the ones of the contract. */
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

type Directed = Parameters<typeof getDirective>[1];

/** What `@auth` says of a field or type, or undefined. */
export const getAuthDirective = (schema: GraphQLSchema, node: Directed): AuthDirective | undefined =>
  getDirective(schema, node, 'auth')?.[0] as AuthDirective | undefined;

/** What `@constraint` says of an input field; an empty object when it says nothing. */
export const getConstraintDirective = (schema: GraphQLSchema, node: Directed): ConstraintDirective =>
  (getDirective(schema, node, 'constraint')?.[0] ?? {}) as ConstraintDirective;

/** The object type of an input's `attributes`, or undefined when it has none. */
export function getAttributesType(input: GraphQLInputField['type'] | undefined): GraphQLInputObjectType | undefined {
  const type = input && getNamedType(input);
  const attributes = isInputObjectType(type) ? getNamedType(type.getFields()['attributes']?.type) : undefined;
  return isInputObjectType(attributes) ? attributes : undefined;
}
