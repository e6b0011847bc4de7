import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** Where a schema differs from the contract, by coordinate of the contract: `absent`, another name, or `Contract → Release` types. */
type SchemaDifferences = Record<string, string>;

/** An argument, a field or an input field. */
interface TypedPart {
  name: string;
  type: unknown;
}

const absent = 'absent';

/** The typed parts of a type, by coordinate below the type: `field` or `field(argument:)`. */
const typedParts = (type: GraphQLNamedType): [string, TypedPart][] => {
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((field) => [field.name, field]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field): [string, TypedPart][] => [
    [field.name, field],
    ...field.args.map((arg): [string, TypedPart] => [`${field.name}(${arg.name}:)`, arg]),
  ]);
};

/** The names of an enum's values, a union's members, or the interfaces of an object or an interface. */
function namedParts(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isUnionType(type)) return type.getTypes().map(({ name }) => name);
  return isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
}

const enumsOf = (schema: GraphQLSchema) => Object.values(schema.getTypeMap()).filter(isEnumType);

/** Maps the names of the contract's enums to the names of enums with the same values. */
function findRenamedEnums(contract: GraphQLSchema, other: GraphQLSchema): Map<string, string> {
  return new Map(
    enumsOf(contract)
      .filter(({ name }) => !other.getType(name))
      .flatMap((type) => {
        const renamed = enumsOf(other).find(
          (each) => !contract.getType(each.name) && String(namedParts(each)) === String(namedParts(type)),
        );
        return renamed ? [[type.name, renamed.name] as const] : [];
      }),
  );
}

/** Returns where another schema differs from the contract: types, parts of types, and types of parts. */
export function compareSchemas(contract: GraphQLSchema, other: GraphQLSchema): SchemaDifferences {
  const renamed = findRenamedEnums(contract, other);
  const typeInOther = (type: unknown) => String(type).replace(/\w+/, (name) => renamed.get(name) ?? name);
  const differences: SchemaDifferences = {};
  for (const type of Object.values(contract.getTypeMap())) {
    const name = renamed.get(type.name) ?? type.name;
    const counterpart = other.getType(name);
    if (name !== type.name || !counterpart) differences[type.name] = counterpart ? name : absent;
    if (!counterpart) continue;
    const names = namedParts(counterpart);
    for (const part of namedParts(type)) if (!names.includes(part)) differences[`${type.name}.${part}`] = absent;
    const parts = new Map(typedParts(counterpart));
    for (const [part, { type: partType }] of typedParts(type)) {
      const found = parts.get(part);
      if (!found) differences[`${type.name}.${part}`] = absent;
      else if (String(found.type) !== typeInOther(partType))
        differences[`${type.name}.${part}`] = `${String(partType)} → ${String(found.type)}`;
    }
  }
  return differences;
}
