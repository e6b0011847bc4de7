import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { FormattedError } from '../errors/formatted-error.ts';
import type { InputRules } from '../input/validate-input.ts';
import { type RequestLimits, ValidationStoppedError } from '../limits.ts';
import { checkNoTypeDefinitions, checkOperationNames, checkUniqueFragmentNames } from './documents.ts';
import { checkSelectionSet } from './fields.ts';
import { checkTypeCondition } from './fragments.ts';
import { SelectionVisitor } from './selection-visitor.ts';
import { ValidationContext, formatError } from './validation-context.ts';
import { checkDefaultValue, checkUniqueVariables, checkVariableType } from './variables.ts';

/**
 * Validates a document and returns its errors in graphql-ruby's order. Throws HiddenTypeError and SimulatedServerError.
 */
export function validateDocument(
  document: DocumentNode,
  inputRules: InputRules,
  limits: RequestLimits,
): FormattedError[] {
  const context = new ValidationContext(document, inputRules, limits);
  try {
    applyRules(context);
    return context.errors.map(formatError);
  } catch (error) {
    if (error instanceof ValidationStoppedError) return [...context.errors.map(formatError), error.error];
    throw error;
  }
}

function applyRules(context: ValidationContext): void {
  const { document } = context;
  const visitor = new SelectionVisitor(context);
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) visitOperation(visitor, node);
    else if (node.kind === Kind.FRAGMENT_DEFINITION) visitFragment(visitor, node);
  }
  visitor.variableUsages.reportErrors();
  visitor.checkSpreads();
  visitor.fragmentDependencies.reportErrors();
  checkUniqueFragmentNames(context);
  checkOperationNames(context);
  checkNoTypeDefinitions(context);
}

function visitOperation(visitor: SelectionVisitor, node: OperationDefinitionNode): void {
  const { context } = visitor;
  const type = context.visibleSchema.schema.getRootType(node.operation) ?? undefined;
  context.withType(`${node.operation}${node.name ? ` ${node.name.value}` : ''}`, type, () => {
    visitor.argumentVisitor.checkUniqueDirectives(node);
    visitor.fieldConflicts.checkSelections(node.selectionSet.selections, type);
    if (!checkSelectionSet(context, node, type)) return;
    checkUniqueVariables(context, node);
    visitor.variableUsages.enterDefinition(node);
    context.variableDefinitions = new Map(
      node.variableDefinitions!.map((definition) => [definition.variable.name.value, definition]),
    );
    if (type) visitDefinition(visitor, node);
    else reportMissingRootType(context, node);
  });
}

function reportMissingRootType(context: ValidationContext, node: OperationDefinitionNode): void {
  const { operation } = node;
  const rootType = `${operation[0]!.toUpperCase()}${operation.slice(1)}`;
  const message = `Schema is not configured for ${operation}s`;
  context.report({ message, nodes: node, code: `missing${rootType}Configuration` });
}

function visitFragment(visitor: SelectionVisitor, node: FragmentDefinitionNode): void {
  const { context } = visitor;
  const type = context.visibleSchema.getType(node.typeCondition.name.value);
  // The parser accepts fragments without a name.
  context.withType(`fragment ${node.name?.value ?? ''}`, type, () => {
    visitor.argumentVisitor.checkUniqueDirectives(node);
    if (!node.name) {
      context.report({ message: 'Fragment definition has no name', nodes: node, code: 'anonymousFragment' });
    }
    if (!checkTypeCondition(context, node)) return;
    visitor.variableUsages.enterDefinition(node);
    visitDefinition(visitor, node);
  });
}

function visitDefinition(visitor: SelectionVisitor, node: ExecutableDefinitionNode): void {
  const { context, argumentVisitor } = visitor;
  context.definition = node;
  visitor.fragmentDependencies.enterDefinition(node);
  if (node.kind === Kind.OPERATION_DEFINITION) {
    for (const variable of node.variableDefinitions!) {
      checkVariableType(context, variable);
      checkDefaultValue(context, variable);
      argumentVisitor.visitDirectives(variable);
    }
  }
  argumentVisitor.visitDirectives(node);
  visitor.visitSelections(node.selectionSet, node);
}
