import {
  GraphQLBoolean,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  __Directive,
  doTypesOverlap,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { HiddenTypeError } from './errors.ts';

export type FieldDefinition = GraphQLField<unknown, unknown>;

const field = (name: string, type: GraphQLOutputType) => ({ name, type, args: [] }) as unknown as FieldDefinition;
const nonNullBoolean = new GraphQLNonNull(GraphQLBoolean);

// Introspection fields that differ from graphql-js. graphql-ruby still has some deprecated fields and lacks newer ones.
const introspectionOverrides: Record<string, Record<string, FieldDefinition | undefined>> = {
  __Schema: { directives: field('directives', new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Directive)))) },
  __Directive: {
    isDeprecated: undefined,
    deprecationReason: undefined,
    onField: field('onField', nonNullBoolean),
    onFragment: field('onFragment', nonNullBoolean),
    onOperation: field('onOperation', nonNullBoolean),
  },
};

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
    const known = this.#fieldsOf(parent).get(name);
    if (known) return known;
    if (name === '__typename') return TypeNameMetaFieldDef;
    if ((name !== '__schema' && name !== '__type') || parent !== this.schema.getQueryType()) return undefined;
    this.#requireIntrospection();
    return name === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef;
  }

  /** Returns the names of a type's fields, as candidates for suggestions. */
  getFieldNames(parent: GraphQLNamedType): string[] {
    return [...this.#fieldsOf(parent).keys()];
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

  readonly #fields = new WeakMap<GraphQLNamedType, Map<string, FieldDefinition>>();

  #fieldsOf(type: GraphQLNamedType): Map<string, FieldDefinition> {
    const cached = this.#fields.get(type);
    if (cached) return cached;
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    const all = Object.entries({ ...fields, ...introspectionOverrides[type.name] });
    const byName = new Map(all.filter((entry): entry is [string, FieldDefinition] => entry[1] !== undefined));
    this.#fields.set(type, byName);
    return byName;
  }

  #requireIntrospection(): void {
    if (!this.allowsIntrospection) throw new HiddenTypeError();
  }
}
