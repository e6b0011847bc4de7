import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode } from 'graphql';
import type { InputRules } from '../input-problems.ts';
import type { Told } from '../told.ts';
import { fragmentNamesAreUnique, noTypesAreDefined, operationNamesAreValid } from './documents.ts';
import { selectionsFit } from './fields.ts';
import { conditionFits } from './fragments.ts';
import { type Fault, Judgement, told } from './judgement.ts';
import { SelectionWalk } from './selection-walk.ts';
import { defaultFits, typeIsOfInputs, variablesAreUnique } from './variables.ts';

/** What graphql-ruby finds wrong with a document, in its order. Throws HiddenType and Crash. */
export const judge = (document: DocumentNode, inputs: InputRules): Told[] =>
  walk(new Judgement(document, inputs)).map(told);

function walk(judgement: Judgement): Fault[] {
  const selections = new SelectionWalk(judgement);
  for (const each of judgement.document.definitions) {
    if (each.kind === Kind.OPERATION_DEFINITION) operation(judgement, selections, each);
    else if (each.kind === Kind.FRAGMENT_DEFINITION) fragment(judgement, selections, each);
  }
  const { sayUses, sayCycles } = selections.dependencies.finish();
  selections.used.finish();
  selections.judgeSpreads();
  sayUses();
  sayCycles();
  fragmentNamesAreUnique(judgement);
  operationNamesAreValid(judgement);
  noTypesAreDefined(judgement);
  return judgement.faults;
}

function operation(judgement: Judgement, selections: SelectionWalk, node: OperationDefinitionNode): void {
  const type = judgement.types.schema.getRootType(node.operation) ?? undefined;
  judgement.in(`${node.operation}${node.name ? ` ${node.name.value}` : ''}`, type, () => {
    selections.arguments.directivesAreUnique(node);
    selections.conflicts.within(node.selectionSet.selections, type);
    if (!selectionsFit(judgement, node, type)) return;
    variablesAreUnique(judgement, node);
    selections.used.enter(node);
    judgement.declared = new Map(node.variableDefinitions!.map((each) => [each.variable.name.value, each]));
    if (type) definition(judgement, selections, node);
    else noRoot(judgement, node);
  });
}

function noRoot(judgement: Judgement, node: OperationDefinitionNode): void {
  const { operation: kind } = node;
  const [message, name] = [`Schema is not configured for ${kind}s`, `${kind[0]!.toUpperCase()}${kind.slice(1)}`];
  judgement.add({ message, nodes: node, code: `missing${name}Configuration` });
}

function fragment(judgement: Judgement, selections: SelectionWalk, node: FragmentDefinitionNode): void {
  const type = judgement.types.type(node.typeCondition.name.value);
  judgement.in(`fragment ${node.name?.value ?? ''}`, type, () => {
    selections.arguments.directivesAreUnique(node);
    if (!node.name) {
      judgement.add({ message: 'Fragment definition has no name', nodes: node, code: 'anonymousFragment' });
    }
    if (!conditionFits(judgement, node)) return;
    selections.used.enter(node);
    definition(judgement, selections, node);
  });
}

function definition(
  judgement: Judgement,
  selections: SelectionWalk,
  node: OperationDefinitionNode | FragmentDefinitionNode,
): void {
  judgement.definition = node;
  selections.dependencies.enter(node);
  if (node.kind === Kind.OPERATION_DEFINITION) {
    for (const variable of node.variableDefinitions!) {
      typeIsOfInputs(judgement, variable);
      defaultFits(judgement, variable);
      selections.arguments.directives(variable);
    }
  }
  selections.arguments.directives(node);
  selections.selections(node.selectionSet, node);
}
