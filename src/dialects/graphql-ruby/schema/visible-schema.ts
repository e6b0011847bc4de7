import {
  type GraphQLArgument,
  GraphQLBoolean,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLInputField,
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
  isObjectType,
  isRequiredArgument,
} from 'graphql';

export type FieldDefinition = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;
export type ArgumentDefinition = GraphQLArgument | GraphQLInputField;
/** A definition that has arguments: a field, a directive, or an input object type. */
export type ArgumentOwner = FieldDefinition | GraphQLDirective | GraphQLNamedType;

/** Thrown when a document refers to introspection types that the viewer must not see. */
export class HiddenTypeError extends Error {}

const nonNullBoolean = new GraphQLNonNull(GraphQLBoolean);
const directiveList = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(__Directive)));
// Introspection fields that differ from graphql-js. graphql-ruby still has some deprecated fields and lacks newer ones.
const introspectionOverrides: Record<string, Record<string, FieldDefinition | undefined>> = {
  __Schema: { directives: { name: 'directives', type: directiveList, args: [] } },
  __Directive: {
    isDeprecated: undefined,
    deprecationReason: undefined,
    onField: { name: 'onField', type: nonNullBoolean, args: [] },
    onFragment: { name: 'onFragment', type: nonNullBoolean, args: [] },
    onOperation: { name: 'onOperation', type: nonNullBoolean, args: [] },
  },
};

// No field is named after a property of objects, such as `constructor`.
const noFields: Record<string, FieldDefinition> = Object.create(null);
const fieldsOf = (type: GraphQLNamedType): Record<string, FieldDefinition> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : noFields;

/**
 * The schema that one group of viewers can use, with or without introspection. Its methods throw HiddenTypeError for
 * introspection that is not allowed.
 */
export class VisibleSchema {
  readonly #arguments = new Map<ArgumentOwner, ReadonlyMap<string, ArgumentDefinition>>();
  readonly #overlaps = new Map<GraphQLNamedType, Map<GraphQLNamedType, boolean>>();
  readonly #requiredArguments = new Map<ArgumentOwner, readonly ArgumentDefinition[]>();

  constructor(
    readonly schema: GraphQLSchema,
    readonly allowIntrospection: boolean,
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
    const overrides = introspectionOverrides[parent.name];
    if (overrides && Object.hasOwn(overrides, name)) return overrides[name];
    const field = fieldsOf(parent)[name];
    if (field) return field;
    if (name === '__typename') return TypeNameMetaFieldDef;
    if ((name === '__schema' || name === '__type') && parent === this.schema.getQueryType()) {
      this.#requireIntrospection();
      return name === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef;
    }
    return undefined;
  }

  /** Returns the names of a type's fields, as candidates for suggestions. */
  getFieldNames(parent: GraphQLNamedType): string[] {
    const fields = Object.entries({ ...fieldsOf(parent), ...introspectionOverrides[parent.name] });
    return fields.flatMap(([name, field]) => (field ? [name] : []));
  }

  /** Returns the arguments of a definition by name. */
  getArguments(owner: ArgumentOwner): ReadonlyMap<string, ArgumentDefinition> {
    const cached = this.#arguments.get(owner);
    if (cached) return cached;
    const definitions: readonly ArgumentDefinition[] = isInputObjectType(owner)
      ? Object.values(owner.getFields())
      : 'args' in owner
        ? owner.args
        : [];
    const byName = new Map(definitions.map((definition) => [definition.name, definition]));
    this.#arguments.set(owner, byName);
    return byName;
  }

  getArgument(owner: ArgumentOwner, name: string): ArgumentDefinition | undefined {
    return this.getArguments(owner).get(name);
  }

  /** Returns the non-null arguments without a default value. */
  getRequiredArguments(owner: ArgumentOwner): readonly ArgumentDefinition[] {
    const cached = this.#requiredArguments.get(owner);
    if (cached) return cached;
    const required = [...this.getArguments(owner).values()].filter(isRequiredArgument);
    this.#requiredArguments.set(owner, required);
    return required;
  }

  /** Returns the object types that a value of a type can have. */
  getPossibleTypes(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
  }

  /** Whether a value can have both types. */
  areOverlapping(first: GraphQLNamedType, second: GraphQLNamedType): boolean {
    const known = this.#overlaps.get(first) ?? new Map<GraphQLNamedType, boolean>();
    this.#overlaps.set(first, known);
    const cached = known.get(second);
    if (cached !== undefined) return cached;
    const possibleTypes = this.getPossibleTypes(second);
    const areOverlapping = this.getPossibleTypes(first).some((type) => possibleTypes.includes(type));
    known.set(second, areOverlapping);
    return areOverlapping;
  }

  #requireIntrospection(): void {
    if (!this.allowIntrospection) throw new HiddenTypeError();
  }
}

/** Resolves the type reference of a variable definition; undefined when the schema has no such type. */
export function inputTypeFromNode(visibleSchema: VisibleSchema, node: TypeNode): GraphQLInputType | undefined {
  if (node.kind === Kind.NAMED_TYPE) return visibleSchema.getType(node.name.value) as GraphQLInputType | undefined;
  const inner = inputTypeFromNode(visibleSchema, node.type);
  if (!inner) return undefined;
  return node.kind === Kind.LIST_TYPE ? new GraphQLList(inner) : new GraphQLNonNull(inner);
}
