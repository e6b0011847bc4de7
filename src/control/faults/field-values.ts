import {
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isAbstractType,
} from 'graphql';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { isJsonObject } from '../../json-object.ts';
import { ProblemError } from '../problem.ts';
import { didYouMean } from '../validation.ts';

type Path = GraphQLResolveInfo['path'];

/**
 * The values that faults give to fields of one request. A value of an object type names some of its fields; the others are
 * those of the record, as usual.
 */
export class FieldValues {
  /** The values of fields with an object type, or a list of them. */
  readonly #ofObjects = new WeakMap<Path, unknown>();
  #isEmpty = true;

  /** Returns the function that resolves a field: another one than `resolve` if the value of the object around it names the field. */
  wrap(info: GraphQLResolveInfo, resolve: () => unknown): () => unknown {
    const parent = this.#isEmpty || !info.path.prev ? undefined : this.#at(info.path.prev);
    if (!isJsonObject(parent) || !Object.hasOwn(parent, info.fieldName)) return resolve;
    return () => this.replace(info, parent[info.fieldName], resolve);
  }

  /** Returns what a field with a value resolves to. `resolve` is called only for the fields that the value does not name. */
  replace(info: GraphQLResolveInfo, value: unknown, resolve: () => unknown): unknown {
    if (value === null || isLeafType(getNamedType(info.returnType))) return value;
    if (Array.isArray(value) && value.length === 0) return [];
    this.#isEmpty = false;
    this.#ofObjects.set(info.path, value);
    const records = resolve();
    if (!Array.isArray(value)) return records;
    return records instanceof Promise
      ? records.then((all: unknown) => repeatRecords(all, value, info))
      : repeatRecords(records, value, info);
  }

  /** The value of the object at a path. */
  #at(path: Path): unknown {
    if (typeof path.key === 'string') return this.#ofObjects.get(path);
    const list = path.prev && this.#at(path.prev);
    return Array.isArray(list) ? list[path.key] : undefined;
  }
}

/** Returns as many records as a value has items: those of the field, from the first again when they end. */
function repeatRecords(records: unknown, value: readonly unknown[], { parentType, fieldName }: GraphQLResolveInfo) {
  const own = [...((records as Iterable<unknown> | null) ?? [])];
  if (own.length === 0)
    throw new GraphQLError(
      `The value of a fault has items, but ${parentType.name}.${fieldName} has no records for them.`,
    );
  return value.map((each, index) => (each === null ? null : own[index % own.length]));
}

/** Throws a ProblemError that names the wrong part of a value if a field of this type cannot have it. */
export function assertFieldValue(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  value: unknown,
  member = 'effect.value',
): void {
  const refuse = (message: string): never => {
    throw new ProblemError(400, `The member "${member}" ${message}`, member);
  };
  const nullable = getNullableType(type);
  if (value === null)
    return isNonNullType(type) ? refuse(`must not be null, because its type is ${String(type)}.`) : undefined;
  if (isListType(nullable)) {
    if (!Array.isArray(value)) return refuse(`must be a list, because its type is ${String(type)}.`);
    return value.forEach((each, index) => assertFieldValue(schema, nullable.ofType, each, `${member}.${index}`));
  }
  if (isEnumType(nullable)) {
    const names = nullable.getValues().map(({ name }) => name);
    return names.includes(value as string) ? undefined : refuse(`must be ${names.join(' or ')}.`);
  }
  if (!isCompositeType(nullable)) {
    try {
      return void nullable.serialize(value);
    } catch (error) {
      return refuse(`must be of the type ${nullable.name}: ${(error as Error).message}`);
    }
  }
  if (!isJsonObject(value)) return refuse(`must be an object with fields of ${nullable.name}.`);
  const types = isAbstractType(nullable) ? schema.getPossibleTypes(nullable) : [nullable];
  for (const [name, each] of Object.entries(value)) {
    const field = types.map((own) => own.getFields()[name]).find(Boolean);
    const known = types.flatMap((own) => Object.keys(own.getFields()));
    if (!field)
      return refuse(
        `has no field ${JSON.stringify(name)} of ${nullable.name}.${didYouMean(suggestionList(name, known))}`,
      );
    assertFieldValue(schema, field.type, each, `${member}.${name}`);
  }
}
