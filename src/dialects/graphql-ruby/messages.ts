/** The messages of graphql-ruby's validation errors, by their codes. The names in braces are members of `extensions`, or other texts of the error. */
export const messages = {
  anonymousFragment: 'Fragment definition has no name',
  argumentLiteralsIncompatible:
    "Argument '{argumentName}' on {typeName} '{name}' has an invalid value{value}. Expected type '{type}'.",
  argumentNotAccepted: "{typeName} '{name}' doesn't accept argument '{argumentName}'",
  argumentNotUnique: 'There can be only one argument named "{name}"',
  cannotSpreadFragment: "Fragment{fragment} on {typeName} can't be spread inside {parentName}",
  defaultValueInvalidType: '{explanation}',
  directiveCannotBeApplied: "'@{name}' can't be applied to {targetName} (allowed: {allowed})",
  directiveNotUniqueForLocation: 'The directive "{directiveName}" can only be used once at this location.',
  fieldConflict: "Field '{fieldName}' has {kind} conflict: {conflicts}?",
  fragmentNotUnique: 'Fragment name "{fragmentName}" must be unique',
  fragmentOnNonCompositeType: 'Invalid fragment on type {typeName} (must be Union, Interface or Object)',
  infiniteLoop: 'Fragment {fragmentName} contains an infinite loop',
  inputFieldNotUnique: 'There can be only one input field named "{name}"',
  missingMutationConfiguration: 'Schema is not configured for mutations',
  missingSubscriptionConfiguration: 'Schema is not configured for subscriptions',
  missingRequiredArguments: "{className} '{name}' is missing required arguments: {arguments}",
  missingRequiredInputObjectAttribute:
    "Argument '{argumentName}' on InputObject '{inputObjectType}' is required. Expected type {argumentType}",
  queryContainsSchemaDefinitions: 'Query cannot contain schema definitions',
  selectionMismatch: '{problem}',
  undefinedDirective: 'Directive @{directiveName} is not defined',
  undefinedField: "Field '{fieldName}' doesn't exist on type '{typeName}'",
  undefinedType: "No such type {typeName}, so it can't be a fragment condition",
  uniquelyNamedOperations: '{problem}',
  useAndDefineFragment: 'Fragment {fragmentName} was {problem}',
  variableMismatch: '{errorMessage} on variable ${variableName} and argument {argumentName} ({typeName} / {expected})',
  variableNotDefined: 'Variable ${variableName} is used by {usedBy} but not declared',
  variableNotUnique: 'There can only be one variable named "{variableName}"',
  variableNotUsed: 'Variable ${variableName} is declared by {declaredBy} but not used',
  variableRequiresValidType: "{typeName} isn't a {problem} input type (on ${variableName})",
} as const;

export type ErrorCode = keyof typeof messages;
