import {
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  Kind,
  parse,
  valueFromASTUntyped,
} from 'graphql';

/** A field of a document with its arguments and subfields. */
export interface RequestedField {
  name: string;
  arguments: Record<string, unknown>;
  fields: RequestedFields;
}

/** Fields by response key. */
export type RequestedFields = Map<string, RequestedField>;

/** Collects the root fields of every operation of a document; an invalid document has none. */
export function collectRequestedFields(document: unknown, variables: unknown): RequestedFields {
  const definitions = parseDefinitions(document);
  const fragments = new Map(
    definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const variableValues =
    typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {};
  const fields: RequestedFields = new Map();
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      collect(definition.selectionSet, fields, { fragments, variableValues, openFragments: [] });
  return fields;
}

function parseDefinitions(document: unknown): readonly DefinitionNode[] {
  try {
    return parse(String(document), { noLocation: true }).definitions;
  } catch {
    return [];
  }
}

interface Scope {
  fragments: Map<string, FragmentDefinitionNode>;
  variableValues: Record<string, unknown>;
  /** The names of the fragments above: a document that was rejected may have fragment cycles. */
  openFragments: string[];
}

function collect({ selections }: SelectionSetNode, fields: RequestedFields, scope: Scope): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      if (!fields.has(key)) fields.set(key, requestedField(selection, scope));
      if (selection.selectionSet) collect(selection.selectionSet, fields.get(key)!.fields, scope);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, fields, scope);
    } else {
      const name = selection.name.value;
      const fragment = scope.fragments.get(name);
      if (fragment && !scope.openFragments.includes(name))
        collect(fragment.selectionSet, fields, { ...scope, openFragments: [...scope.openFragments, name] });
    }
  }
}

const requestedField = ({ name, arguments: args = [] }: FieldNode, { variableValues }: Scope): RequestedField => ({
  name: name.value,
  arguments: Object.fromEntries(
    args.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value, variableValues)]),
  ),
  fields: new Map(),
});
