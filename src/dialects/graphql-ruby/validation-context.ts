import {
  type ASTNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  SchemaMetaFieldDef,
  TypeInfo,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  ValidationContext as GraphQLValidationContext,
  doTypesOverlap,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import {
  type FormattedError,
  HiddenTypeError,
  type RequestLimits,
  StepCounter,
  ValidationStoppedError,
} from './errors.ts';
import { locationOfNode } from './locations.ts';
import { type ErrorCode, messages } from './messages.ts';
import type { InputRules } from './values.ts';

/** The path of a node in the document, in graphql-ruby's notation: `query q`, `component`, `... on Meetings`. */
export type DocumentPath = readonly (string | number)[];

/** An error that a rule reported. */
interface ValidationError {
  message: string;
  nodes: ASTNode[];
  path: DocumentPath;
  extensions: Record<string, unknown>;
}

/** What a rule can add to an error: a path other than the current one, a suggestion that ends the message, and other texts of it. */
interface ErrorOptions {
  path?: DocumentPath;
  suggestion?: string;
  [text: string]: unknown;
}

export type FieldDefinition = GraphQLField<unknown, unknown>;

/** The fields that a type has by name; none of a type without fields. */
export const fieldsOf = (type: GraphQLNamedType): Record<string, FieldDefinition> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** The field of a type with a name, which can be one of introspection. */
export function findField(schema: GraphQLSchema, parent: GraphQLNamedType, name: string): FieldDefinition | undefined {
  const fields = fieldsOf(parent);
  if (Object.hasOwn(fields, name)) return fields[name];
  const ofAllTypes = [TypeNameMetaFieldDef, ...(parent === schema.getQueryType() ? introspectionFields : [])];
  return ofAllTypes.find((field) => field.name === name);
}

const introspectionFields: readonly FieldDefinition[] = [SchemaMetaFieldDef, TypeMetaFieldDef];

/** Whether a value can have both types. */
export const areOverlapping = (schema: GraphQLSchema, first: GraphQLNamedType, second: GraphQLNamedType): boolean =>
  first === second || (isCompositeType(first) && isCompositeType(second) && doTypesOverlap(schema, first, second));

/**
 * The state of a validation: graphql-js's position in the document, graphql-ruby's path, and the errors so far. Throws HiddenTypeError
 * for introspection that is not allowed.
 */
export class ValidationContext extends GraphQLValidationContext {
  path: DocumentPath = [];
  readonly steps: StepCounter;
  readonly typeInfo: TypeInfo;
  readonly #errors: ValidationError[] = [];
  #characters = 0;

  constructor(
    document: DocumentNode,
    readonly rules: InputRules & { schema: GraphQLSchema; limits: RequestLimits },
    readonly allowsIntrospection: boolean,
  ) {
    const typeInfo = new TypeInfo(rules.schema, undefined, (_, type, { name }) =>
      this.findField(getNamedType(type), name.value),
    );
    super(rules.schema, document, typeInfo, () => {});
    this.typeInfo = typeInfo;
    this.steps = new StepCounter(rules.limits.maxSteps);
  }

  findField(type: GraphQLNamedType, name: string): FieldDefinition | undefined {
    const field = findField(this.rules.schema, type, name);
    if (field && introspectionFields.includes(field)) this.#requireIntrospection();
    return field;
  }

  findType(name: string): GraphQLNamedType | undefined {
    const type = this.rules.schema.getType(name);
    if (type && name.startsWith('__')) this.#requireIntrospection();
    return type;
  }

  /** The names of the types that match a predicate, as candidates for suggestions. */
  typeNames(predicate: (type: GraphQLNamedType) => boolean): string[] {
    this.#requireIntrospection();
    return Object.keys(this.rules.schema.getTypeMap()).filter((name) => predicate(this.rules.schema.getType(name)!));
  }

  #requireIntrospection(): void {
    if (!this.allowsIntrospection) throw new HiddenTypeError();
  }

  /** Whether an error was reported at the current path or below it. */
  hasErrorInside(): boolean {
    return this.#errors.some(({ path }) => this.path.every((step, index) => path[index] === step));
  }

  /** Reports an error. Throws ValidationStoppedError if there are too many errors. */
  report(
    code: ErrorCode,
    nodes: ASTNode | ASTNode[],
    extensions: Record<string, string | undefined> = {},
    { path = this.path, suggestion = '', ...texts }: ErrorOptions = {},
  ): void {
    const { maxErrors, maxErrorCharacters } = this.rules.limits;
    const count = this.#errors.length;
    if (count >= maxErrors || this.#characters > maxErrorCharacters) {
      const message = `There are more than ${count} errors, and only the first ones are listed.`;
      throw new ValidationStoppedError({ message, locations: [], extensions: { code: 'tooManyErrors' } });
    }
    const shown: Record<string, unknown> = { ...extensions, ...texts };
    const message = messages[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(shown[name])) + suggestion;
    this.#characters += message.length + path.join('').length;
    this.#errors.push({ message, nodes: [nodes].flat(), path, extensions: { code, ...extensions } });
  }

  get formattedErrors(): FormattedError[] {
    return this.#errors.map(({ message, nodes, path, extensions }) => {
      return { message, locations: nodes.map(locationOfNode), path, extensions };
    });
  }

  /** Appends the step of a node to the path, if it has one. */
  enterPath(node: ASTNode, key: string | number | undefined): void {
    const step = this.#stepOf(node, key);
    if (step !== undefined) this.path = [...this.path, step];
  }

  #stepOf(node: ASTNode, key: string | number | undefined): string | number | undefined {
    switch (node.kind) {
      case Kind.OPERATION_DEFINITION:
        return `${node.operation}${node.name ? ` ${node.name.value}` : ''}`;
      case Kind.FRAGMENT_DEFINITION:
        return `fragment ${node.name.value}`;
      case Kind.FIELD:
        return (node.alias ?? node.name).value;
      case Kind.INLINE_FRAGMENT:
        return node.typeCondition ? `... on ${node.typeCondition.name.value}` : '...';
      case Kind.FRAGMENT_SPREAD:
        return `... ${node.name.value}`;
      case Kind.ARGUMENT:
      case Kind.OBJECT_FIELD:
        return node.name.value;
      case Kind.OBJECT: {
        // The index in a list; the value of a list can also be an object without a list around it.
        const isItem = typeof key === 'number';
        const type = isItem ? this.getParentInputType() : this.getInputType();
        return isListType(getNullableType(type)) ? (isItem ? key : 0) : undefined;
      }
    }
    return undefined;
  }
}

/** Returns the value of a key, which is created if there is none. */
export function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

/** Groups items by key, in the order in which the keys first occur. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) getOrAdd(groups, keyOf(item), () => []).push(item);
  return groups;
}
