import {
  type GraphQLNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  doTypesOverlap,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { HiddenTypeError } from './errors.ts';

export type FieldDefinition = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLNamedType): Record<string, FieldDefinition> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/**
 * The schema that one group of viewers can use, with or without introspection. Its methods throw HiddenTypeError for
 * introspection that is not allowed.
 */
export class VisibleSchema {
  constructor(
    readonly schema: GraphQLSchema,
    readonly allowsIntrospection: boolean,
  ) {}

  getType(name: string): GraphQLNamedType | undefined {
    const type = this.schema.getType(name);
    if (type && name.startsWith('__')) this.#requireIntrospection();
    return type;
  }

  /** Returns the names of the types that match a predicate, as candidates for suggestions. */
  getTypeNames(predicate: (type: GraphQLNamedType) => boolean): string[] {
    this.#requireIntrospection();
    return Object.keys(this.schema.getTypeMap()).filter((name) => predicate(this.schema.getType(name)!));
  }

  getField(parent: GraphQLNamedType, name: string): FieldDefinition | undefined {
    const fields = fieldsOf(parent);
    if (Object.hasOwn(fields, name)) return fields[name];
    if (name === '__typename') return TypeNameMetaFieldDef;
    if ((name !== '__schema' && name !== '__type') || parent !== this.schema.getQueryType()) return undefined;
    this.#requireIntrospection();
    return name === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef;
  }

  /** Returns the names of a type's fields, as candidates for suggestions. */
  getFieldNames(parent: GraphQLNamedType): string[] {
    return Object.keys(fieldsOf(parent));
  }

  /** Returns the object types that a value of a type can have. */
  getPossibleTypes(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
  }

  /** Whether a value can have both types. */
  areOverlapping(first: GraphQLNamedType, second: GraphQLNamedType): boolean {
    return (
      first === second ||
      (isCompositeType(first) && isCompositeType(second) && doTypesOverlap(this.schema, first, second))
    );
  }

  #requireIntrospection(): void {
    if (!this.allowsIntrospection) throw new HiddenTypeError();
  }
}
