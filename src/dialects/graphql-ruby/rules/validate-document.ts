import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode } from 'graphql';
import type { InputRules } from '../input/validate-input.ts';
import type { FormattedError } from '../errors/formatted-error.ts';
import { checkUniqueFragmentNames, checkNoTypeDefinitions, checkOperationNames } from './documents.ts';
import { checkSelectionSet } from './fields.ts';
import { checkTypeCondition } from './fragments.ts';
import { type ValidationError, ValidationContext, formatError } from './validation-context.ts';
import { SelectionVisitor } from './selection-visitor.ts';
import { checkDefaultValue, checkVariableType, checkUniqueVariables } from './variables.ts';

/** What graphql-ruby finds wrong with a document, in its order. Throws HiddenType and Crash. */
export const validateDocument = (document: DocumentNode, inputs: InputRules): FormattedError[] =>
  walk(new ValidationContext(document, inputs)).map(formatError);

function walk(judgement: ValidationContext): ValidationError[] {
  const selections = new SelectionVisitor(judgement);
  for (const each of judgement.document.definitions) {
    if (each.kind === Kind.OPERATION_DEFINITION) operation(judgement, selections, each);
    else if (each.kind === Kind.FRAGMENT_DEFINITION) fragment(judgement, selections, each);
  }
  const { sayUses, sayCycles } = selections.fragmentDependencies.resolve();
  selections.variableUsages.reportErrors();
  selections.checkSpreads();
  sayUses();
  sayCycles();
  checkUniqueFragmentNames(judgement);
  checkOperationNames(judgement);
  checkNoTypeDefinitions(judgement);
  return judgement.errors;
}

function operation(judgement: ValidationContext, selections: SelectionVisitor, node: OperationDefinitionNode): void {
  const type = judgement.visibleSchema.schema.getRootType(node.operation) ?? undefined;
  judgement.withType(`${node.operation}${node.name ? ` ${node.name.value}` : ''}`, type, () => {
    selections.argumentVisitor.checkUniqueDirectives(node);
    selections.fieldConflicts.checkSelections(node.selectionSet.selections, type);
    if (!checkSelectionSet(judgement, node, type)) return;
    checkUniqueVariables(judgement, node);
    selections.variableUsages.enterDefinition(node);
    judgement.variableDefinitions = new Map(node.variableDefinitions!.map((each) => [each.variable.name.value, each]));
    if (type) definition(judgement, selections, node);
    else noRoot(judgement, node);
  });
}

function noRoot(judgement: ValidationContext, node: OperationDefinitionNode): void {
  const { operation: kind } = node;
  const [message, name] = [`Schema is not configured for ${kind}s`, `${kind[0]!.toUpperCase()}${kind.slice(1)}`];
  judgement.report({ message, nodes: node, code: `missing${name}Configuration` });
}

function fragment(judgement: ValidationContext, selections: SelectionVisitor, node: FragmentDefinitionNode): void {
  const type = judgement.visibleSchema.getType(node.typeCondition.name.value);
  judgement.withType(`fragment ${node.name?.value ?? ''}`, type, () => {
    selections.argumentVisitor.checkUniqueDirectives(node);
    if (!node.name) {
      judgement.report({ message: 'Fragment definition has no name', nodes: node, code: 'anonymousFragment' });
    }
    if (!checkTypeCondition(judgement, node)) return;
    selections.variableUsages.enterDefinition(node);
    definition(judgement, selections, node);
  });
}

function definition(
  judgement: ValidationContext,
  selections: SelectionVisitor,
  node: OperationDefinitionNode | FragmentDefinitionNode,
): void {
  judgement.definition = node;
  selections.fragmentDependencies.enterDefinition(node);
  if (node.kind === Kind.OPERATION_DEFINITION) {
    for (const variable of node.variableDefinitions!) {
      checkVariableType(judgement, variable);
      checkDefaultValue(judgement, variable);
      selections.argumentVisitor.visitDirectives(variable);
    }
  }
  selections.argumentVisitor.visitDirectives(node);
  selections.visitSelections(node.selectionSet, node);
}
