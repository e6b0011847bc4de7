import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
  parse,
} from 'graphql';
import { withFieldsSkipped } from '../../src/client/selection.ts';
import {
  AmbiguousDocumentError,
  printUnambiguously,
  readUnambiguously,
} from '../../src/client/unambiguous-document.ts';

/** A document whose root fields are all skipped, and values for the variables that it requires. */
export interface SkippedOperation {
  text: string;
  variables: Record<string, unknown>;
}

/**
 * Adds `@skip(if: true)` to every root field of an operation, so that a server validates it and executes nothing. Throws an
 * AmbiguousDocumentError if a root field could not be marked, or if servers could read the document in different ways.
 */
export function skipOperation(text: string): SkippedOperation {
  const { document, operation } = readUnambiguously(text);
  const roots = new Set(rootFields(operation, document).map(({ field }) => field));
  const skipped = printUnambiguously(withFieldsSkipped(document, (field) => roots.has(field)));
  const sent = parse(skipped);
  const unmarked = rootFields(operationOf(sent), sent).find(({ isSkipped }) => !isSkipped);
  if (unmarked) throw new AmbiguousDocumentError(`the root field ${unmarked.field.name.value} could not be skipped`);
  return { text: skipped, variables: requiredValues(operation) };
}

const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;

const skips = (directives: readonly DirectiveNode[] = []): boolean =>
  directives.some(
    ({ name, arguments: [argument] = [] }) =>
      name.value === 'skip' && argument?.value.kind === Kind.BOOLEAN && argument.value.value,
  );

/** The root fields of an operation, those of its fragments included, and whether each one is skipped. */
function rootFields(
  operation: OperationDefinitionNode,
  { definitions }: DocumentNode,
): { field: FieldNode; isSkipped: boolean }[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const found: { field: FieldNode; isSkipped: boolean }[] = [];
  const visited = new Set<string>();
  const collect = ({ selections }: SelectionSetNode, isSkipped: boolean): void => {
    for (const selection of selections) {
      const isOwnSkipped = isSkipped || skips(selection.directives);
      if (selection.kind === Kind.FIELD) found.push({ field: selection, isSkipped: isOwnSkipped });
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet, isOwnSkipped);
      else {
        const { value: name } = selection.name;
        const fragment = fragments.get(name);
        const visit = `${name} ${isOwnSkipped}`;
        if (!fragment || visited.has(visit)) continue;
        visited.add(visit);
        collect(fragment.selectionSet, isOwnSkipped);
      }
    }
  };
  collect(operation.selectionSet, false);
  return found;
}

const scalarValues: Record<string, unknown> = { ID: '1', String: '', Int: 1, Float: 1, Boolean: false };

/**
 * Values of the variables that must have one, so that the server goes on to the limits. A variable of another type has none; the
 * error about it is ignored.
 */
function requiredValues({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  const valueOf = (type: TypeNode): unknown =>
    type.kind === Kind.NON_NULL_TYPE
      ? valueOf(type.type)
      : type.kind === Kind.LIST_TYPE
        ? []
        : scalarValues[type.name.value];
  const required = variableDefinitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  const values = required.map(({ variable, type }) => [variable.name.value, valueOf(type)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
