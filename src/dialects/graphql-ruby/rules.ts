import {
  type ASTNode,
  type ASTVisitor,
  type ArgumentNode,
  DirectiveLocation,
  type DirectiveNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isTypeSubTypeOf,
  isUnionType,
  typeFromAST,
} from 'graphql';
import { SimulatedServerError } from '../../errors.ts';
import { didYouMean } from './ruby-text.ts';
import { type ValidationContext, fieldsOf, groupBy } from './validation-context.ts';
import { printLiteral, validateLiteral } from './values.ts';

/** A rule as in graphql-js. Rules run in order on each node; one that returns `false` ends the visit of the node. */
export type Rule = (context: ValidationContext) => ASTVisitor;

/** Returns the items whose name occurs more than once, by that name. */
const findDuplicates = <T>(items: readonly T[] = [], nameOf: (item: T) => string): [string, T[]][] =>
  items.length < 2 ? [] : [...groupBy(items, nameOf)].filter(([, group]) => group.length > 1);

const nameOf = (node: { name: { value: string } }): string => node.name.value;

/** 5.7.3 Directives Are Unique Per Location; graphql-ruby does not check those of variables. */
export const uniqueDirectives: Rule = (context) => ({
  enter(node) {
    if (!('directives' in node) || node.kind === Kind.VARIABLE_DEFINITION) return;
    for (const [directiveName, nodes] of findDuplicates<DirectiveNode>(node.directives, nameOf))
      context.report('directiveNotUniqueForLocation', nodes, { directiveName });
  },
});

/** 5.3.1 Field Selections. */
export const knownFields: Rule = (context) => ({
  Field(node, _key, _parent, _path, ancestors) {
    if (context.getFieldDef()) return undefined;
    const type = context.getParentType()!;
    if (isUnionType(type)) {
      const problem = `Selections can't be made directly on unions (see selections on ${type.name})`;
      context.report('selectionMismatch', ancestors.at(-2) as ASTNode, { nodeName: type.name }, { problem });
    } else {
      const fieldName = node.name.value;
      const suggestion = didYouMean(fieldName, Object.keys(fieldsOf(type)));
      context.report('undefinedField', node, { typeName: type.name, fieldName }, { suggestion });
    }
    return false;
  },
});

/** 5.3.3 Leaf Field Selections. graphql-ruby accepts a union without selections; the result is an empty object. */
export const selectionsOfComposites: Rule = (context) => {
  function check(node: FieldNode | OperationDefinitionNode, nodeName: string): false | undefined {
    const type = getNamedType(context.getType());
    const selections = node.selectionSet?.selections ?? [];
    const report = (problem: string): false => {
      context.report('selectionMismatch', node, { nodeName, typeName: type!.name }, { problem });
      return false;
    };
    if (isLeafType(type) && selections.length > 0) {
      const list = selections.map(describeSelection).join(', ');
      const kinds = isEnumType(type) ? 'enums' : 'scalars';
      return report(
        `Selections can't be made on ${kinds} (${nodeName} returns ${type.name} but has selections [${list}])`,
      );
    }
    if (!type || isLeafType(type) || isUnionType(type) || selections.length > 0) return undefined;
    const example = `Did you mean '${node.name?.value ?? ''} { ... }'?`;
    return report(`Field must have selections (${nodeName} returns ${type.name} but has no selections. ${example})`);
  }
  return {
    OperationDefinition: (node) =>
      check(node, node.name ? `${node.operation} '${node.name.value}'` : 'anonymous query'),
    Field: (node) => check(node, `field '${node.name.value}'`),
  };
};

function describeSelection(node: SelectionNode): string {
  if (node.kind !== Kind.INLINE_FRAGMENT) return `"${node.name.value}"`;
  if (!node.typeCondition)
    throw new SimulatedServerError('The platform fails on a scalar with an inline fragment without a type condition.');
  return `"... on ${node.typeCondition.name.value} { ... }"`;
}

/** 5.5.1.2 Fragment Spread Type Existence and 5.5.1.3 Fragments On Composite Types. */
export const typeConditions: Rule = (context) => {
  function check(node: ASTNode, typeName: string): false | undefined {
    const type = context.findType(typeName);
    if (isCompositeType(type)) return undefined;
    if (type) context.report('fragmentOnNonCompositeType', node, { typeName });
    else {
      const candidates = context.typeNames((each) => isObjectType(each) || isInterfaceType(each));
      context.report('undefinedType', node, { typeName }, { suggestion: didYouMean(typeName, candidates) });
    }
    return false;
  }
  return {
    InlineFragment: (node) => (node.typeCondition ? check(node, node.typeCondition.name.value) : undefined),
    FragmentDefinition(node) {
      // The parser accepts fragments without a name.
      if (!node.name.value) context.report('anonymousFragment', node);
      return check(node, node.typeCondition.name.value);
    },
  };
};

/** 5.8.1 Variable Uniqueness. */
export const uniqueVariables: Rule = (context) => ({
  OperationDefinition({ variableDefinitions }) {
    for (const [variableName, nodes] of findDuplicates(variableDefinitions, ({ variable }) => variable.name.value))
      context.report('variableNotUnique', nodes, { variableName });
  },
});

export const configuredOperations: Rule = (context) => ({
  OperationDefinition(node) {
    if (context.getType()) return undefined;
    const isMutation = node.operation === OperationTypeNode.MUTATION;
    context.report(isMutation ? 'missingMutationConfiguration' : 'missingSubscriptionConfiguration', node);
    return false;
  },
});

const typeNameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type);

const inputTypeOf = (context: ValidationContext, { type }: VariableDefinitionNode) =>
  typeFromAST(context.getSchema(), type as never) as GraphQLInputType | undefined;

/** 5.8.2 Variables Are Input Types, and 5.6.1 Values of Correct Type of their default values. */
export const variableTypes: Rule = (context) => ({
  VariableDefinition(node) {
    const typeName = typeNameOf(node.type);
    const variableName = node.variable.name.value;
    const namedType = context.findType(typeName);
    if (!isInputType(namedType)) {
      const suggestion = namedType ? '' : didYouMean(typeName, context.typeNames(isInputType));
      const problem = namedType ? 'valid' : 'defined';
      context.report('variableRequiresValidType', node, { typeName, variableName }, { problem, suggestion });
    }
    const type = inputTypeOf(context, node);
    const error = type && node.defaultValue && validateLiteral(context.rules, type, node.defaultValue);
    if (!error) return;
    const { explanation = `Default value for $${variableName} doesn't match type ${type}` } = error;
    context.report('defaultValueInvalidType', node, { variableName, typeName: `${type}` }, { explanation });
  },
});

// The directive location of a node, and its description in messages.
const locationsByNode: Record<string, [location: DirectiveLocation, description: string]> = {
  [OperationTypeNode.QUERY]: [DirectiveLocation.QUERY, 'queries'],
  [OperationTypeNode.MUTATION]: [DirectiveLocation.MUTATION, 'mutations'],
  [OperationTypeNode.SUBSCRIPTION]: [DirectiveLocation.SUBSCRIPTION, 'subscriptions'],
  [Kind.FIELD]: [DirectiveLocation.FIELD, 'fields'],
  [Kind.FRAGMENT_DEFINITION]: [DirectiveLocation.FRAGMENT_DEFINITION, 'fragment definitions'],
  [Kind.FRAGMENT_SPREAD]: [DirectiveLocation.FRAGMENT_SPREAD, 'fragment spreads'],
  [Kind.INLINE_FRAGMENT]: [DirectiveLocation.INLINE_FRAGMENT, 'inline fragments'],
  [Kind.VARIABLE_DEFINITION]: [DirectiveLocation.VARIABLE_DEFINITION, 'variable definitions'],
};
const descriptions = new Map(Object.values(locationsByNode));

/** 5.7.1 Directives Are Defined and 5.7.2 Directives Are In Valid Locations. */
export const knownDirectives: Rule = (context) => {
  return {
    Directive(node, _key, _parent, _path, ancestors) {
      const directive = context.getDirective();
      const directiveName = node.name.value;
      if (!directive) {
        const candidates = context.getSchema().getDirectives();
        const suggestion = didYouMean(
          directiveName,
          candidates.map(({ name }) => name),
        );
        context.report('undefinedDirective', node, { directiveName }, { suggestion });
        return false;
      }
      const { name, locations } = directive;
      const parent = ancestors.at(-1) as ASTNode;
      const [location, targetName] = locationsByNode['operation' in parent ? parent.operation : parent.kind]!;
      if (locations.includes(location)) return undefined;
      const allowed = locations
        .filter((each) => each !== DirectiveLocation.DIRECTIVE_DEFINITION)
        .map((each) => descriptions.get(each) ?? '')
        .join(', ');
      context.report('directiveCannotBeApplied', node, { targetName, name }, { allowed });
      return undefined;
    },
  };
};

/** A node with arguments, or an object literal with fields, which graphql-ruby handles like arguments. */
type ArgumentHolder = FieldNode | DirectiveNode | ObjectValueNode;

const kindNames = { [Kind.FIELD]: 'Field', [Kind.DIRECTIVE]: 'Directive', [Kind.OBJECT]: 'InputObject' };

/** 5.4.2.1 Required Arguments and 5.4.2 Argument Uniqueness. */
export const completeArguments: Rule = (context) => {
  function check(node: FieldNode | DirectiveNode): void {
    const definition = context.getDirective() ?? context.getFieldDef()!;
    const names = new Set(node.arguments!.map(nameOf));
    const missing = definition.args.filter((argument) => isRequiredArgument(argument) && !names.has(argument.name));
    const extensions = { className: kindNames[node.kind], name: node.name.value };
    if (missing.length > 0)
      context.report('missingRequiredArguments', node, {
        ...extensions,
        arguments: missing.map(({ name }) => name).join(', '),
      });
    for (const [name, nodes] of findDuplicates(node.arguments, nameOf))
      context.report('argumentNotUnique', nodes, { name });
  }
  return { Field: check, Directive: check };
};

/** 5.6.4 Input Object Required Fields and 5.6.3 Input Object Field Uniqueness. */
export const completeInputObjects: Rule = (context) => ({
  ObjectValue(node) {
    const type = getNamedType(context.getInputType());
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const names = new Set(node.fields.map(nameOf));
    for (const field of fields) {
      if (!isRequiredInputField(field) || names.has(field.name)) continue;
      const extensions = { argumentName: field.name, argumentType: `${field.type}`, inputObjectType: type!.name };
      context.report('missingRequiredInputObjectAttribute', node, extensions, { path: [...context.path, field.name] });
    }
    for (const [name, nodes] of findDuplicates(node.fields, nameOf))
      context.report('inputFieldNotUnique', nodes, { name });
  },
});

type ArgumentDefinition = GraphQLArgument | GraphQLInputField;

/** The definitions and the name of the field, directive or input object that a node belongs to; undefined inside of scalars. */
function findHolder(context: ValidationContext, holder: ArgumentHolder) {
  if (holder.kind === Kind.OBJECT) {
    const type = getNamedType(context.getParentInputType());
    return isInputObjectType(type) ? { name: type.name, definitions: Object.values(type.getFields()) } : undefined;
  }
  const name = holder.kind === Kind.FIELD ? (holder.alias ?? holder.name) : holder.name;
  return { name: name.value, definitions: (context.getDirective() ?? context.getFieldDef()!).args };
}

/**
 * 5.4.1 Argument Names, 5.6.2 Input Object Field Names, 5.8.5 All Variable Usages Are Allowed, and 5.6.1 Values of
 * Correct Type. A literal with an error inside has no other error.
 */
export const validArguments: Rule = (context) => {
  /** The variables of the last operation that was entered. */
  let variables = new Map<string, VariableDefinitionNode>();

  function enter(node: ArgumentNode | ObjectFieldNode, holder: ArgumentHolder): false | undefined {
    const { name, definitions } = findHolder(context, holder) ?? {};
    const argumentName = node.name.value;
    const definition = definitions?.find((each) => each.name === argumentName);
    if (definitions && !definition) {
      const suggestion = didYouMean(
        argumentName,
        definitions.map((each) => each.name),
      );
      const extensions = { name: name!, typeName: kindNames[holder.kind], argumentName };
      context.report('argumentNotAccepted', node, extensions, { suggestion });
      return false;
    }
    const values: readonly ValueNode[] = node.value.kind === Kind.LIST ? node.value.values : [node.value];
    const usages = values.filter((value) => value.kind === Kind.VARIABLE);
    if (usages.length > 0 && holder.kind === Kind.OBJECT && !context.getParentInputType())
      throw new SimulatedServerError('The platform fails on a variable inside an argument that is not defined.');
    for (const usage of usages) {
      const variable = variables.get(usage.name.value);
      if (definition && variable) checkUsage(context, node, definition, variable);
    }
    return undefined;
  }

  function leave(node: ArgumentNode | ObjectFieldNode, holder: ArgumentHolder): void {
    const type = context.getInputType();
    if (node.value.kind === Kind.VARIABLE || context.hasErrorInside() || !type) return;
    if (!validateLiteral(context.rules, type, node.value)) return;
    const typeName = kindNames[holder.kind];
    const value = ` (${printLiteral(node.value)})`;
    const details = { name: findHolder(context, holder)!.name, value, type: `${type}` };
    context.report('argumentLiteralsIncompatible', holder, { typeName, argumentName: node.name.value }, details);
  }

  const visitor: ASTVisitor = {
    enter: (node, _key, _parent, _path, ancestors) => enter(node as ArgumentNode, ancestors.at(-1) as ArgumentHolder),
    leave: (node, _key, _parent, _path, ancestors) => leave(node as ArgumentNode, ancestors.at(-1) as ArgumentHolder),
  };
  return {
    OperationDefinition: ({ variableDefinitions }) => {
      variables = new Map(variableDefinitions!.map((each) => [each.variable.name.value, each]));
    },
    Argument: visitor,
    ObjectField: visitor,
  };
};

function checkUsage(
  context: ValidationContext,
  node: ArgumentNode | ObjectFieldNode,
  argument: ArgumentDefinition,
  variable: VariableDefinitionNode,
): void {
  const declaredType = inputTypeOf(context, variable);
  if (!declaredType) return;
  const hasDefault = variable.defaultValue && !isNonNullType(declaredType);
  const type = wrapInLists(hasDefault ? new GraphQLNonNull(declaredType) : declaredType, listDepth(node.value));
  const expectedType =
    isNonNullType(argument.type) && argument.defaultValue !== undefined ? argument.type.ofType : argument.type;
  const errorMessage = typeMismatch(context.getSchema(), type, expectedType);
  if (!errorMessage) return;
  const names = { variableName: variable.variable.name.value, typeName: `${type}`, argumentName: node.name.value };
  context.report('variableMismatch', node, { ...names, errorMessage }, { expected: `${argument.type}` });
}

const listDepth = (value: ValueNode): number =>
  value.kind === Kind.LIST ? value.values.reduce((depth, item) => Math.max(depth, 1 + listDepth(item)), 1) : 0;

// A list literal is never null, so its type is non-null.
const wrapInLists = (type: GraphQLInputType, depth: number): GraphQLInputType =>
  depth === 0 ? type : wrapInLists(new GraphQLNonNull(new GraphQLList(type)), depth - 1);

const listDimensions = (type: GraphQLInputType): number => `${type}`.split('[').length;

function typeMismatch(schema: GraphQLSchema, type: GraphQLInputType, expected: GraphQLInputType): string | undefined {
  if (getNamedType(type) !== getNamedType(expected)) return 'Type mismatch';
  if (listDimensions(type) !== listDimensions(expected)) return 'List dimension mismatch';
  return isTypeSubTypeOf(schema, type, expected) ? undefined : 'Nullability mismatch';
}
