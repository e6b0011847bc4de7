import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { suiteDialects } from '../../src/dialects/dialects.ts';

/** The schemas of the known releases, the preferred one first. A part is defined by the first of them that has it. */
export function readKnownSchemas(preferred: readonly string[]): GraphQLSchema[] {
  const releases = Object.values(suiteDialects).filter(({ readSchema }) => readSchema);
  const rank = ({ name }: { name: string }) => (preferred.includes(name) ? preferred.indexOf(name) : Infinity);
  // The newest of the others first.
  return releases
    .toReversed()
    .toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
    .map(({ readSchema }) => readSchema!());
}

/** What any of the known releases has, by name. */
export class KnownParts {
  constructor(readonly schemas: readonly GraphQLSchema[]) {}

  /** The object types and interfaces. */
  compositeTypes(): string[] {
    return this.#names((schema) =>
      Object.values(schema.getTypeMap()).flatMap((type) =>
        (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__') ? [type.name] : [],
      ),
    );
  }

  fields(typeName: string): GraphQLField<unknown, unknown>[] {
    return this.#parts((schema) => {
      const type = schema.getType(typeName);
      return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    });
  }

  arguments(typeName: string, field: string): GraphQLArgument[] {
    return this.#parts((schema) => {
      const type = schema.getType(typeName);
      return isObjectType(type) || isInterfaceType(type) ? (type.getFields()[field]?.args ?? []) : [];
    });
  }

  inputFields(typeName: string): GraphQLInputField[] {
    return this.#parts((schema) => {
      const type = schema.getType(typeName);
      return isInputObjectType(type) ? Object.values(type.getFields()) : [];
    });
  }

  enumValues(typeName: string): string[] {
    return this.#names((schema) => {
      const type = schema.getType(typeName);
      return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    });
  }

  #names(read: (schema: GraphQLSchema) => string[]): string[] {
    return [...new Set(this.schemas.flatMap(read))];
  }

  #parts<T extends { name: string }>(read: (schema: GraphQLSchema) => readonly T[]): T[] {
    const parts = new Map<string, T>();
    for (const part of this.schemas.flatMap(read)) if (!parts.has(part.name)) parts.set(part.name, part);
    return [...parts.values()];
  }
}
