import {
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
} from 'graphql';

/** Returns the coerced value of an input; throws if it is invalid. */
type Coerce = (value: unknown) => unknown;

/** Returns the result of `getVariableValues` of graphql-js. */
export type CoerceVariables = (inputs: Readonly<Record<string, unknown>>) => ReturnType<typeof getVariableValues>;

const invalid = (): never => {
  throw new Error('an invalid input');
};

/** Creates the coercion of the variables of an operation. If it meets anything but a valid input, graphql-js coerces again and finds the errors. */
export function createVariableCoercion(schema: GraphQLSchema, operation: OperationDefinitionNode): CoerceVariables {
  const definitions = operation.variableDefinitions ?? [];
  const variables = definitions.map(({ variable, type: typeNode, defaultValue }) => {
    const type = typeFromAST(schema, typeNode as never) as GraphQLInputType | undefined;
    return { name: variable.name.value, type, defaultValue, coerce: isInputType(type) ? coercionOf(type) : invalid };
  });
  return (inputs) => {
    try {
      const entries: [name: string, value: unknown][] = [];
      for (const { name, type, defaultValue, coerce } of variables) {
        if (Object.hasOwn(inputs, name)) entries.push([name, coerce(inputs[name])]);
        else if (!isInputType(type) || (!defaultValue && isNonNullType(type))) invalid();
        else if (defaultValue) entries.push([name, valueFromAST(defaultValue, type)]);
      }
      return { coerced: Object.fromEntries(entries) };
    } catch {
      return getVariableValues(schema, definitions, inputs, { maxErrors: 50 });
    }
  };
}

const coercions = new WeakMap<GraphQLInputType, Coerce>();

function coercionOf(type: GraphQLInputType): Coerce {
  let coerce = coercions.get(type);
  if (!coerce) coercions.set(type, (coerce = createCoercion(type)));
  return coerce;
}

const isNull = (value: unknown): value is null | undefined => value === null || value === undefined;

function createCoercion(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const coerce = coercionOf(type.ofType);
    return (value) => (isNull(value) ? invalid() : coerce(value));
  }
  if (isListType(type)) {
    const coerce = coercionOf(type.ofType);
    return (value) => {
      if (isNull(value)) return null;
      if (Array.isArray(value)) return Array.from(value, (item) => coerce(item));
      return typeof value === 'object' && Symbol.iterator in value ? invalid() : [coerce(value)];
    };
  }
  if (!isInputObjectType(type)) {
    return (value) => {
      if (isNull(value)) return null;
      const parsed = type.parseValue(value);
      return parsed === undefined ? invalid() : parsed;
    };
  }
  let fields: { name: string; isRequired: boolean; defaultValue: unknown; coerce: Coerce }[] | undefined;
  return (value) => {
    if (isNull(value)) return null;
    if (typeof value !== 'object' || Array.isArray(value) || type.isOneOf) return invalid();
    const definitions = type.getFields();
    // A type may contain itself.
    fields ??= Object.values(definitions).map((field) => ({
      name: field.name,
      isRequired: isNonNullType(field.type),
      defaultValue: field.defaultValue,
      coerce: coercionOf(field.type),
    }));
    const input = value as Record<string, unknown>;
    const coerced: Record<string, unknown> = {};
    for (const { name, isRequired, defaultValue, coerce } of fields) {
      const member = input[name];
      if (member !== undefined) coerced[name] = coerce(member);
      else if (defaultValue !== undefined) coerced[name] = defaultValue;
      else if (isRequired) invalid();
    }
    for (const name of Object.keys(input)) if (!definitions[name]) invalid();
    return coerced;
  };
}
