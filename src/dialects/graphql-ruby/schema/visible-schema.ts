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

export type FieldDefinition = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;
export type ArgumentDefinition = { name: string; type: GraphQLInputType; defaultValue?: unknown };
/** What takes arguments: a field, a directive, or an input type. */
export type ArgumentOwner = FieldDefinition | GraphQLDirective | GraphQLNamedType;

/** Thrown when a document touches the types of introspection, and the viewer may not. */
export class HiddenTypeError extends Error {}

const yes = new GraphQLNonNull(GraphQLBoolean);
const directives = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Directive)));
// Where introspection differs: graphql-ruby has kept older members, and has newer ones not yet.
const differing: Record<string, Record<string, FieldDefinition | undefined>> = {
  __Schema: { directives: { name: 'directives', type: directives, args: [] } },
  __Directive: {
    isDeprecated: undefined,
    deprecationReason: undefined,
    onField: { name: 'onField', type: yes, args: [] },
    onFragment: { name: 'onFragment', type: yes, args: [] },
    onOperation: { name: 'onOperation', type: yes, args: [] },
  },
};

const fieldsOf = (type: GraphQLNamedType): Record<string, FieldDefinition> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
const isRoot = (schema: GraphQLSchema, type: GraphQLNamedType): boolean => schema.getQueryType() === type;

/** A schema as one kind of viewer may know it. Its methods throw HiddenType where the platform refuses to tell. */
export class VisibleSchema {
  readonly #arguments = new Map<ArgumentOwner, readonly ArgumentDefinition[]>();
  readonly #required = new Map<ArgumentOwner, readonly ArgumentDefinition[]>();

  constructor(
    readonly schema: GraphQLSchema,
    readonly allowIntrospection: boolean,
  ) {}

  getType(name: string): GraphQLNamedType | undefined {
    const type = this.schema.getType(name);
    if (type && name.startsWith('__')) this.#introspect();
    return type;
  }

  /** The names of all types of a kind, for suggestions. */
  getTypeNames(isKind: (type: GraphQLNamedType) => boolean): string[] {
    this.#introspect();
    return Object.keys(this.schema.getTypeMap()).filter((name) => isKind(this.schema.getType(name)!));
  }

  getField(parent: GraphQLNamedType, name: string): FieldDefinition | undefined {
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
  getFieldNames(parent: GraphQLNamedType): string[] {
    const names = Object.entries({ ...fieldsOf(parent), ...differing[parent.name] });
    return names.flatMap(([name, field]) => (field ? [name] : []));
  }

  getArguments(owner: ArgumentOwner): readonly ArgumentDefinition[] {
    const known = this.#arguments.get(owner);
    if (known) return known;
    const found = isInputObjectType(owner) ? Object.values(owner.getFields()) : 'args' in owner ? owner.args : [];
    this.#arguments.set(owner, found);
    return found;
  }

  getArgument(owner: ArgumentOwner, name: string): ArgumentDefinition | undefined {
    return this.getArguments(owner).find((each) => each.name === name);
  }

  /** The arguments that must be given. */
  getRequiredArguments(owner: ArgumentOwner): readonly ArgumentDefinition[] {
    const known = this.#required.get(owner);
    if (known) return known;
    const found = this.getArguments(owner).filter(
      (each) => isNonNullType(each.type) && each.defaultValue === undefined,
    );
    this.#required.set(owner, found);
    return found;
  }

  /** The object types that a value of a type can have. */
  getPossibleTypes(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
  }

  #introspect(): void {
    if (!this.allowIntrospection) throw new HiddenTypeError();
  }
}

/** The input type that a document names; undefined when it names none. */
export function inputTypeFromNode(types: VisibleSchema, node: TypeNode): GraphQLInputType | undefined {
  if (node.kind === Kind.NAMED_TYPE) return types.getType(node.name.value) as GraphQLInputType | undefined;
  const inner = inputTypeFromNode(types, node.type);
  if (!inner) return undefined;
  return node.kind === Kind.LIST_TYPE ? new GraphQLList(inner) : new GraphQLNonNull(inner);
}
