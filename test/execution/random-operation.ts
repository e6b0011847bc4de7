import { type Arbitrary, type GeneratorValue, gen, nat } from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql';

/** A document with one operation, and values of its variables; some of them are invalid. */
export interface RandomOperation {
  query: string;
  variables: Record<string, unknown>;
}

/** Returns values for a scalar: most are valid, and some are ids or names that exist in the schema's world. */
export type ScalarValues = Record<string, unknown[]>;

export interface RandomOperationOptions {
  schema: GraphQLSchema;
  operation: 'query' | 'mutation';
  scalars: ScalarValues;
}

const maxDepth = 4;

/**
 * An arbitrary of operations with aliases, fragments, merged fields, conditions, and arguments from literals and variables.
 * Not all of them are valid.
 */
export const randomOperation = (options: RandomOperationOptions): Arbitrary<RandomOperation> =>
  gen().map((draw) => new OperationWriter(options, draw).write());

class OperationWriter {
  readonly #options: RandomOperationOptions;
  readonly #draw: GeneratorValue;
  readonly #declarations: string[] = [];
  readonly #variables: Record<string, unknown> = {};
  readonly #fragments: { name: string; type: GraphQLCompositeType; text: string }[] = [];
  #aliases = 0;

  constructor(options: RandomOperationOptions, draw: GeneratorValue) {
    this.#options = options;
    this.#draw = draw;
  }

  write(): RandomOperation {
    const { schema, operation } = this.#options;
    const selections = this.#selections(schema.getRootType(operation as never)!, 0);
    const declarations = this.#declarations.length > 0 ? `(${this.#declarations.join(', ')})` : '';
    const fragments = this.#fragments.map(({ name, type, text }) => `fragment ${name} on ${type.name} ${text}`);
    return {
      query: [`${operation} Q${declarations} ${selections}`, ...fragments].join('\n'),
      variables: this.#variables,
    };
  }

  #number(max: number): number {
    return this.#draw(nat, max);
  }

  /** Whether an event happens that has a chance of one in `n`. */
  #oneIn(n: number): boolean {
    return this.#number(n - 1) === n - 1;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#number(list.length - 1)]!;
  }

  #selections(type: GraphQLCompositeType, depth: number): string {
    const count = 1 + this.#number(depth === 0 ? 3 : 2);
    const written: string[] = [];
    for (let index = 0; index < count; index += 1) written.push(...this.#selection(type, depth));
    return `{ ${written.join(' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string[] {
    const choice = this.#number(11);
    if (choice === 0 || (isUnionType(type) && choice < 3))
      return [`${this.#oneIn(3) ? `t${this.#aliases++}: ` : ''}__typename${this.#conditions()}`];
    if (choice < 4 || isUnionType(type)) return [this.#fragment(type, depth)];
    return this.#field(type, depth);
  }

  #fragment(type: GraphQLCompositeType, depth: number): string {
    const { schema } = this.#options;
    if (this.#oneIn(6)) return `...${this.#conditions()} ${this.#selections(type, depth + 1)}`;
    const types = Object.values(schema.getTypeMap()).filter(
      (each): each is GraphQLCompositeType =>
        isCompositeType(each) && !each.name.startsWith('__') && this.#overlaps(each, type),
    );
    const target = this.#pick(types);
    const known = this.#fragments.filter((fragment) => fragment.type === target);
    if (known.length > 0 && this.#oneIn(2)) return `...${this.#pick(known).name}${this.#conditions()}`;
    const text = this.#selections(target, depth + 1);
    if (!this.#oneIn(3)) return `... on ${target.name}${this.#conditions()} ${text}`;
    const name = `F${this.#fragments.length}`;
    this.#fragments.push({ name, type: target, text });
    return `...${name}${this.#conditions()}`;
  }

  #overlaps(a: GraphQLCompositeType, b: GraphQLCompositeType): boolean {
    const { schema } = this.#options;
    const possible = (type: GraphQLCompositeType) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type]);
    return possible(a).some((type) => possible(b).includes(type));
  }

  #field(type: Extract<GraphQLCompositeType, { getFields(): unknown }>, depth: number): string[] {
    const all = Object.values(type.getFields());
    const leaves = all.filter((field) => !isCompositeType(getNamedType(field.type)));
    const field = this.#pick(depth >= maxDepth && leaves.length > 0 ? leaves : all);
    if (depth > maxDepth && isCompositeType(getNamedType(field.type))) return ['__typename'];
    const args = this.#args(field);
    const alias = args || this.#oneIn(3) ? `${this.#oneIn(40) ? '__proto__' : `a${this.#aliases++}`}: ` : '';
    const write = () => {
      const named = getNamedType(field.type);
      const selections = isCompositeType(named) ? ` ${this.#selections(named, depth + 1)}` : '';
      return `${alias}${field.name}${args}${this.#conditions()}${selections}`;
    };
    // Fields with the same key are merged.
    return this.#oneIn(5) ? [write(), write()] : [write()];
  }

  #conditions(): string {
    if (!this.#oneIn(6)) return '';
    const condition = () => `@${this.#pick(['skip', 'include'])}(if: ${this.#condition()})`;
    return ` ${condition()}`;
  }

  #condition(): string {
    if (this.#oneIn(2)) return this.#pick(['true', 'false']);
    const name = this.#pick(['c1', 'c2', 'c3']);
    if (!this.#declarations.some((text) => text.startsWith(`$${name}:`))) {
      this.#declarations.push(`$${name}: ${this.#pick(['Boolean!', 'Boolean = true', 'Boolean! = false'])}`);
      if (!this.#oneIn(8)) this.#variables[name] = this.#oneIn(30) ? null : this.#oneIn(2);
    }
    return `$${name}`;
  }

  #args(field: GraphQLField<unknown, unknown>): string {
    const written = field.args.flatMap((arg) => this.#argument(arg));
    return written.length > 0 ? `(${written.join(', ')})` : '';
  }

  #argument(arg: GraphQLArgument): string[] {
    const isRequired = isNonNullType(arg.type) && arg.defaultValue === undefined;
    if (!isRequired && this.#oneIn(2)) return [];
    return [`${arg.name}: ${this.#argumentValue(arg.type)}`];
  }

  /** A literal, in which variables may stand for values, or a variable. */
  #argumentValue(type: GraphQLInputType, depth = 0): string {
    if (this.#oneIn(3)) return this.#variable(type);
    const nullable = getNullableType(type);
    if (!isNonNullType(type) && this.#oneIn(8)) return 'null';
    if (isListType(nullable) && !this.#oneIn(6)) {
      const items = Array.from({ length: this.#number(2) }, () => this.#argumentValue(nullable.ofType, depth + 1));
      return `[${items.join(', ')}]`;
    }
    if (isInputObjectType(nullable)) {
      const fields = Object.values(nullable.getFields()).filter(
        (each) => isNonNullType(each.type) || (depth < 3 && this.#oneIn(2)),
      );
      return `{ ${fields.map((each) => `${each.name}: ${this.#argumentValue(each.type, depth + 1)}`).join(', ')} }`;
    }
    return this.#literal(this.#value(nullable), nullable);
  }

  #literal(value: unknown, type: GraphQLInputType): string {
    if (Array.isArray(value)) return `[${value.map((each) => this.#literal(each, type)).join(', ')}]`;
    if (isEnumType(getNamedType(type)) && typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${name}: ${this.#literal(each, type)}`)
      .join(', ')} }`;
  }

  #variable(type: GraphQLInputType): string {
    const name = `v${this.#declarations.length}`;
    const nullable = getNullableType(type);
    const isLeaf = !isInputObjectType(getNamedType(type));
    const asNonNull = isNonNullType(type) ? !this.#oneIn(4) : this.#oneIn(3);
    const hasDefault = isLeaf && this.#oneIn(3);
    const defaultValue = hasDefault ? ` = ${this.#literal(this.#value(nullable), nullable)}` : '';
    this.#declarations.push(`$${name}: ${String(nullable)}${asNonNull ? '!' : ''}${defaultValue}`);
    if (!this.#oneIn(asNonNull ? 30 : 4))
      this.#variables[name] = this.#oneIn(asNonNull ? 30 : 8) ? null : this.#value(nullable);
    return `$${name}`;
  }

  /** A JSON value of a type; rarely one of another type. */
  #value(type: GraphQLInputType, depth = 0): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType, depth);
    if (this.#oneIn(40)) return this.#pick([{}, 1.5, 'x', true, [null]]);
    if (isListType(type))
      return this.#oneIn(6)
        ? this.#value(type.ofType, depth + 1)
        : Array.from({ length: this.#number(2) }, () => this.#value(type.ofType, depth + 1));
    if (isEnumType(type)) return this.#pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter(
        (each) => isNonNullType(each.type) || (depth < 3 && this.#oneIn(2)),
      );
      return Object.fromEntries(fields.map((each) => [each.name, this.#value(each.type, depth + 1)]));
    }
    return this.#pick(this.#options.scalars[type.name] ?? ['x']);
  }
}
