import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** A part of the contract's schema by its coordinate, and what the other schema has in its place; `absent` for nothing. */
export type SchemaDifferences = Record<string, string>;

/** An argument, a field or an input field: what has a name and a type. */
interface Typed {
  name: string;
  type: unknown;
}

const absent = 'absent';

const typedParts = (type: GraphQLNamedType): [string, Typed][] => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [field.name, field]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field): [string, Typed][] => [
    [field.name, field],
    ...field.args.map((arg): [string, Typed] => [`${field.name}(${arg.name}:)`, arg]),
  ]);
};

/** The names that a type consists of: an enum's values, a union's members, the interfaces of an object or an interface. */
function namesIn(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
}

const enumsOf = (schema: GraphQLSchema) => Object.values(schema.getTypeMap()).filter(isEnumType);

/** The enums that have the same values and another name. */
function renamedEnums(contract: GraphQLSchema, other: GraphQLSchema): Map<string, string> {
  return new Map(
    enumsOf(contract)
      .filter(({ name }) => !other.getType(name))
      .flatMap((type) => {
        const same = enumsOf(other).find(
          (each) => !contract.getType(each.name) && String(namesIn(each)) === String(namesIn(type)),
        );
        return same ? [[type.name, same.name] as const] : [];
      }),
  );
}

/** What the contract's schema has and another lacks, or has differently: types, parts of types, their types. */
export function compareSchemas(contract: GraphQLSchema, other: GraphQLSchema): SchemaDifferences {
  const renamed = renamedEnums(contract, other);
  const inOther = (type: unknown) => String(type).replace(/\w+/, (name) => renamed.get(name) ?? name);
  const found: SchemaDifferences = {};
  for (const type of Object.values(contract.getTypeMap())) {
    const name = renamed.get(type.name) ?? type.name;
    const counterpart = other.getType(name);
    if (name !== type.name || !counterpart) found[type.name] = counterpart ? name : absent;
    if (!counterpart) continue;
    const names = namesIn(counterpart);
    for (const each of namesIn(type)) if (!names.includes(each)) found[`${type.name}.${each}`] = absent;
    const parts = new Map(typedParts(counterpart));
    for (const [part, { type: wanted }] of typedParts(type)) {
      const has = parts.get(part);
      if (!has) found[`${type.name}.${part}`] = absent;
      else if (String(has.type) !== inOther(wanted))
        found[`${type.name}.${part}`] = `${String(wanted)} → ${String(has.type)}`;
    }
  }
  return found;
}

/** How many types, and how many fields of types that both have, a schema has beyond the contract. */
export function findSchemaAdditions(
  contract: GraphQLSchema,
  other: GraphQLSchema,
): { types: string[]; fields: number } {
  const renamed = new Set(renamedEnums(contract, other).values());
  const types = Object.values(other.getTypeMap()).filter(({ name }) => !contract.getType(name) && !renamed.has(name));
  const shared = Object.values(other.getTypeMap()).filter(({ name }) => contract.getType(name));
  const fields = shared.flatMap((type) => {
    const known = new Set(typedParts(contract.getType(type.name)!).map(([part]) => part));
    return typedParts(type).filter(([part]) => !part.includes('(') && !known.has(part));
  });
  return { types: types.map(({ name }) => name), fields: fields.length };
}
