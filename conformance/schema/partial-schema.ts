import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  type TypeNode,
  buildASTSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isUnionType,
  parseType,
  specifiedScalarTypes,
} from 'graphql';
import type { FoundParts } from './found-parts.ts';
import type { KnownParts } from './known-parts.ts';

/** The schema of what was found, and the fields that are present and cannot be written: no known release has their type. */
export interface PartialSchema {
  schema: GraphQLSchema;
  notWritten: string[];
}

interface Field {
  node: FieldDefinitionNode;
  /** The types of it and its arguments. */
  uses: string[];
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));
const named = (name: string): NamedTypeNode => ({ kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } });

/**
 * Builds the schema of the parts that were found present. What validation does not tell, such as lists, the members of unions and the
 * interfaces of a type, is as in the first known release with the same type.
 */
export function buildPartialSchema(found: FoundParts, known: KnownParts): PartialSchema {
  const types = new Set<string>(specifiedScalarTypes.map(({ name }) => name));
  const definitions = new Map<string, GraphQLNamedType>();
  for (const schema of known.schemas)
    for (const type of Object.values(schema.getTypeMap()))
      if (!definitions.has(type.name)) definitions.set(type.name, type);
  const isThere = (type: GraphQLNamedType): boolean =>
    isObjectType(type) || isInterfaceType(type) ? found.types.get(type.name) === 'present' : true;
  for (const type of definitions.values()) if (isThere(type) && !type.name.startsWith('__')) types.add(type.name);

  const inputsOf = (
    list: readonly {
      name: string;
      type: { toString(): string };
      astNode?: InputValueDefinitionNode | null | undefined;
    }[],
    presence: FoundParts['arguments'],
    locate: (name: string) => string,
  ): InputValueDefinitionNode[] =>
    list.flatMap(({ name, type, astNode }) => {
      if (presence.get(locate(name)) !== 'present' || !astNode) return [];
      const node = {
        ...astNode,
        type: parseType(found.inputTypes.get(locate(name)) ?? String(type), { noLocation: true }),
      };
      return types.has(nameOf(node.type)) ? [node] : [];
    });

  /** The definition of a field by the release in which it has the type that was found. */
  const fieldOf = (typeName: string, field: string): Field | undefined => {
    const coordinate = `${typeName}.${field}`;
    const foundType = found.fieldTypes.get(coordinate);
    for (const schema of known.schemas) {
      const type = schema.getType(typeName);
      const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field] : undefined;
      if (!definition?.astNode || getNamedType(definition.type).name !== foundType) continue;
      const args = inputsOf(known.arguments(typeName, field), found.arguments, (name) => `${coordinate}(${name}:)`);
      return { node: { ...definition.astNode, arguments: args }, uses: [foundType] };
    }
    if (foundType === undefined) return undefined;
    const node: FieldDefinitionNode = {
      kind: Kind.FIELD_DEFINITION,
      name: { kind: Kind.NAME, value: field },
      type: named(foundType),
    };
    return { node, uses: [foundType] };
  };

  const fields = new Map<string, Map<string, Field>>();
  const notWritten: string[] = [];
  for (const [coordinate, presence] of found.fields) {
    const [typeName = '', field = ''] = coordinate.split('.');
    const definition = presence === 'present' ? fieldOf(typeName, field) : undefined;
    if (!definition) continue;
    if (definition.uses.every((each) => types.has(each)))
      fields.set(typeName, (fields.get(typeName) ?? new Map<string, Field>()).set(field, definition));
    else notWritten.push(coordinate);
  }
  // A type without fields is no type, and the fields that have it are none.
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const type of definitions.values())
      if ((isObjectType(type) || isInterfaceType(type)) && types.has(type.name) && !fields.get(type.name)?.size) {
        types.delete(type.name);
        isChanged = true;
      }
    for (const [typeName, own] of fields)
      for (const [field, { uses }] of own)
        if (!uses.every((each) => types.has(each)) && own.delete(field)) {
          notWritten.push(`${typeName}.${field}`);
          isChanged = true;
        }
  }

  const isKept = (typeName: string, interfaceName: string): boolean =>
    types.has(interfaceName) &&
    [...fields.get(interfaceName)!.keys()].every((field) => fields.get(typeName)!.has(field));
  const definitionOf = (type: GraphQLNamedType): DefinitionNode[] => {
    const { name } = type;
    if (!types.has(name) || !type.astNode) return [];
    if (isObjectType(type) || isInterfaceType(type)) {
      const interfaces = type.getInterfaces().flatMap((each) => (isKept(name, each.name) ? [named(each.name)] : []));
      return [
        {
          ...type.astNode,
          interfaces,
          fields: [...fields.get(name)!.values()].map(({ node }) => node),
        },
      ];
    }
    if (isUnionType(type)) {
      const members = type.getTypes().filter((each) => types.has(each.name));
      return members.length > 0 ? [{ ...type.astNode, types: members.map((each) => named(each.name)) }] : [];
    }
    if (isEnumType(type)) {
      const values = type.astNode.values?.filter(
        (each) => found.enumValues.get(`${name}.${each.name.value}`) === 'present',
      );
      return values?.length ? [{ ...type.astNode, values }] : [];
    }
    if (isInputObjectType(type)) {
      const members = inputsOf(known.inputFields(name), found.inputFields, (member) => `${name}.${member}`);
      return members.length > 0 ? [{ ...type.astNode, fields: members }] : [];
    }
    return isScalarType(type) ? [type.astNode] : [];
  };
  const all = [...definitions.values()].flatMap(definitionOf);
  const used = reachable(all);
  return {
    schema: buildASTSchema({
      kind: Kind.DOCUMENT,
      definitions: all.filter((each) => used.has((each as { name: { value: string } }).name.value)),
    }),
    notWritten: notWritten.toSorted(),
  };
}

/** The definitions that the root types lead to, and the types with their interfaces. */
function reachable(definitions: readonly DefinitionNode[]): Set<string> {
  const byName = new Map(definitions.map((each) => [(each as { name: { value: string } }).name.value, each]));
  const reached = new Set<string>();
  const open = [
    'Query',
    'Mutation',
    ...definitions.flatMap((each) => (each.kind === Kind.OBJECT_TYPE_DEFINITION ? [each.name.value] : [])),
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const definition = byName.get(name);
    if (!definition || reached.has(name)) continue;
    reached.add(name);
    const {
      fields = [],
      interfaces = [],
      types = [],
    } = definition as {
      fields?: (FieldDefinitionNode | InputValueDefinitionNode)[];
      interfaces?: NamedTypeNode[];
      types?: NamedTypeNode[];
    };
    for (const each of [...interfaces, ...types]) open.push(each.name.value);
    for (const field of fields) {
      open.push(nameOf(field.type));
      if ('arguments' in field) for (const each of field.arguments ?? []) open.push(nameOf(each.type));
    }
  }
  return reached;
}
