import {
  GraphQLBoolean,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type TypeNode,
  __Directive,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;
export type Argument = { name: string; type: GraphQLInputType; defaultValue?: unknown };
/** What takes arguments: a field, a directive, or an input type. */
export type Owner = Field | GraphQLDirective | GraphQLNamedType;

/** Thrown when a document touches the types of introspection, and the viewer may not. */
export class HiddenType extends Error {}

const yes = new GraphQLNonNull(GraphQLBoolean);
const directives = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Directive)));
// Where introspection differs: graphql-ruby has kept older members, and has newer ones not yet.
const differing: Record<string, Record<string, Field | undefined>> = {
  __Schema: { directives: { name: 'directives', type: directives, args: [] } },
  __Directive: {
    isDeprecated: undefined,
    deprecationReason: undefined,
    onField: { name: 'onField', type: yes, args: [] },
    onFragment: { name: 'onFragment', type: yes, args: [] },
    onOperation: { name: 'onOperation', type: yes, args: [] },
  },
};

const fieldsOf = (type: GraphQLNamedType): Record<string, Field> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
const isRoot = (schema: GraphQLSchema, type: GraphQLNamedType): boolean => schema.getQueryType() === type;

/** A schema as one kind of viewer may know it. Its methods throw HiddenType where the platform refuses to tell. */
export class Types {
  readonly #arguments = new Map<Owner, readonly Argument[]>();
  readonly #required = new Map<Owner, readonly Argument[]>();

  constructor(
    readonly schema: GraphQLSchema,
    readonly introspection: boolean,
  ) {}

  type(name: string): GraphQLNamedType | undefined {
    const type = this.schema.getType(name);
    if (type && name.startsWith('__')) this.#introspect();
    return type;
  }

  /** The names of all types of a kind, for suggestions. */
  names(isKind: (type: GraphQLNamedType) => boolean): string[] {
    this.#introspect();
    return Object.keys(this.schema.getTypeMap()).filter((name) => isKind(this.schema.getType(name)!));
  }

  field(parent: GraphQLNamedType, name: string): Field | undefined {
    const other = differing[parent.name];
    if (other && Object.hasOwn(other, name)) return other[name];
    const field = fieldsOf(parent)[name];
    if (field) return field;
    if (name === '__typename') return TypeNameMetaFieldDef;
    if ((name === '__schema' || name === '__type') && isRoot(this.schema, parent)) {
      this.#introspect();
      return name === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef;
    }
    return undefined;
  }

  /** The names of a type's fields, for suggestions. */
  fieldNames(parent: GraphQLNamedType): string[] {
    const names = Object.entries({ ...fieldsOf(parent), ...differing[parent.name] });
    return names.flatMap(([name, field]) => (field ? [name] : []));
  }

  arguments(owner: Owner): readonly Argument[] {
    const known = this.#arguments.get(owner);
    if (known) return known;
    const found = isInputObjectType(owner) ? Object.values(owner.getFields()) : 'args' in owner ? owner.args : [];
    this.#arguments.set(owner, found);
    return found;
  }

  argument(owner: Owner, name: string): Argument | undefined {
    return this.arguments(owner).find((each) => each.name === name);
  }

  /** The arguments that must be given. */
  required(owner: Owner): readonly Argument[] {
    const known = this.#required.get(owner);
    if (known) return known;
    const found = this.arguments(owner).filter((each) => isNonNullType(each.type) && each.defaultValue === undefined);
    this.#required.set(owner, found);
    return found;
  }

  /** The object types that a value of a type can have. */
  possible(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
  }

  #introspect(): void {
    if (!this.introspection) throw new HiddenType();
  }
}

/** The input type that a document names; undefined when it names none. */
export function inputTypeOf(types: Types, node: TypeNode): GraphQLInputType | undefined {
  if (node.kind === Kind.NAMED_TYPE) return types.type(node.name.value) as GraphQLInputType | undefined;
  const inner = inputTypeOf(types, node.type);
  if (!inner) return undefined;
  return node.kind === Kind.LIST_TYPE ? new GraphQLList(inner) : new GraphQLNonNull(inner);
}
