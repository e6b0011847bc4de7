/** Texts by name: the members of `extensions` beside the code. */
type Texts<Name extends string> = Record<Name, string>;

/**
 * The messages of graphql-ruby's validation errors, by their codes. The first parameters are the members of
 * `extensions`, the second ones are what else a message shows. A suggestion can follow.
 */
export const messages = {
  anonymousFragment: () => 'Fragment definition has no name',
  argumentLiteralsIncompatible: (
    { typeName, argumentName }: Texts<'typeName' | 'argumentName'>,
    { name, value, type }: Texts<'name' | 'value' | 'type'>,
  ) => `Argument '${argumentName}' on ${typeName} '${name}' has an invalid value${value}. Expected type '${type}'.`,
  argumentNotAccepted: ({ typeName, name, argumentName }: Texts<'name' | 'typeName' | 'argumentName'>) =>
    `${typeName} '${name}' doesn't accept argument '${argumentName}'`,
  argumentNotUnique: ({ name }: Texts<'name'>) => `There can be only one argument named "${name}"`,
  cannotSpreadFragment: (
    { typeName, parentName }: Texts<'typeName' | 'fragmentName' | 'parentName'>,
    { fragment }: Texts<'fragment'>,
  ) => `Fragment${fragment} on ${typeName} can't be spread inside ${parentName}`,
  defaultValueInvalidType: (
    { variableName, typeName }: Texts<'variableName' | 'typeName'>,
    { explanation }: { explanation: string | undefined },
  ) => explanation ?? `Default value for $${variableName} doesn't match type ${typeName}`,
  directiveCannotBeApplied: ({ targetName, name }: Texts<'targetName' | 'name'>, { allowed }: Texts<'allowed'>) =>
    `'@${name}' can't be applied to ${targetName} (allowed: ${allowed})`,
  directiveNotUniqueForLocation: ({ directiveName }: Texts<'directiveName'>) =>
    `The directive "${directiveName}" can only be used once at this location.`,
  fieldConflict: ({ fieldName, conflicts }: Texts<'fieldName' | 'conflicts'>, { kind }: Texts<'kind'>) =>
    `Field '${fieldName}' has ${kind === 'field' ? 'a' : 'an'} ${kind} conflict: ${conflicts}?`,
  fragmentNotUnique: ({ fragmentName }: Texts<'fragmentName'>) => `Fragment name "${fragmentName}" must be unique`,
  fragmentOnNonCompositeType: ({ typeName }: Texts<'typeName'>) =>
    `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`,
  infiniteLoop: ({ fragmentName }: Texts<'fragmentName'>) => `Fragment ${fragmentName} contains an infinite loop`,
  inputFieldNotUnique: ({ name }: Texts<'name'>) => `There can be only one input field named "${name}"`,
  missingMutationConfiguration: () => 'Schema is not configured for mutations',
  missingQueryConfiguration: () => 'Schema is not configured for querys',
  missingSubscriptionConfiguration: () => 'Schema is not configured for subscriptions',
  missingRequiredArguments: ({ className, name, arguments: names }: Texts<'className' | 'name' | 'arguments'>) =>
    `${className} '${name}' is missing required arguments: ${names}`,
  missingRequiredInputObjectAttribute: ({
    argumentName,
    argumentType,
    inputObjectType,
  }: Texts<'argumentName' | 'argumentType' | 'inputObjectType'>) =>
    `Argument '${argumentName}' on InputObject '${inputObjectType}' is required. Expected type ${argumentType}`,
  queryContainsSchemaDefinitions: () => 'Query cannot contain schema definitions',
  selectionMismatch: (_: { nodeName: string; typeName?: string }, { problem }: Texts<'problem'>) => problem,
  undefinedDirective: ({ directiveName }: Texts<'directiveName'>) => `Directive @${directiveName} is not defined`,
  undefinedField: ({ typeName, fieldName }: Texts<'typeName' | 'fieldName'>) =>
    `Field '${fieldName}' doesn't exist on type '${typeName}'`,
  undefinedType: ({ typeName }: Texts<'typeName'>) => `No such type ${typeName}, so it can't be a fragment condition`,
  uniquelyNamedOperations: ({ operationName }: Partial<Texts<'operationName'>>) =>
    operationName === undefined
      ? 'Operation name is required when multiple operations are present'
      : `Operation name "${operationName}" must be unique`,
  useAndDefineFragment: ({ fragmentName }: Texts<'fragmentName'>, { problem }: Texts<'problem'>) =>
    `Fragment ${fragmentName} was ${problem}`,
  variableMismatch: (
    {
      variableName,
      typeName,
      argumentName,
      errorMessage,
    }: Texts<'variableName' | 'typeName' | 'argumentName' | 'errorMessage'>,
    { expected }: Texts<'expected'>,
  ) => `${errorMessage} on variable $${variableName} and argument ${argumentName} (${typeName} / ${expected})`,
  variableNotDefined: ({ variableName }: Texts<'variableName'>, { usedBy }: Texts<'usedBy'>) =>
    `Variable $${variableName} is used by ${usedBy} but not declared`,
  variableNotUnique: ({ variableName }: Texts<'variableName'>) =>
    `There can only be one variable named "${variableName}"`,
  variableNotUsed: ({ variableName }: Texts<'variableName'>, { declaredBy }: Texts<'declaredBy'>) =>
    `Variable $${variableName} is declared by ${declaredBy} but not used`,
  variableRequiresValidType: (
    { typeName, variableName }: Texts<'typeName' | 'variableName'>,
    { problem }: Texts<'problem'>,
  ) => `${typeName} isn't a ${problem} input type (on $${variableName})`,
} as const;

export type ErrorCode = keyof typeof messages;
