import {
  type DefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  Kind,
  parse,
  valueFromASTUntyped,
} from 'graphql';

/** A field of a document: what it is called, and what is asked of it. */
export interface SelectedField {
  name: string;
  arguments: Record<string, unknown>;
  fields: SelectedFields;
}

/** Fields by response key: an answer is read by them, as it has aliases and no arguments. */
export type SelectedFields = Map<string, SelectedField>;

/** The root fields of every operation of a document; none when it does not parse. */
export function collectSelectedFields(document: unknown, variables: unknown): SelectedFields {
  const definitions = definitionsOf(document);
  const fragments = new Map(
    definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION).map((each) => [each.name.value, each]),
  );
  const known = typeof variables === 'object' && variables !== null ? (variables as Record<string, unknown>) : {};
  const fields: SelectedFields = new Map();
  for (const definition of definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      collect(definition.selectionSet, fields, { fragments, variables: known, spread: [] });
  return fields;
}

function definitionsOf(document: unknown): readonly DefinitionNode[] {
  try {
    return parse(String(document), { noLocation: true }).definitions;
  } catch {
    return [];
  }
}

interface Scope {
  fragments: Map<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  /** The fragments that are being followed: a document that was refused may have cycles. */
  spread: string[];
}

function collect({ selections }: SelectionSetNode, fields: SelectedFields, scope: Scope): void {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      if (!fields.has(key)) fields.set(key, selectedBy(selection, scope));
      if (selection.selectionSet) collect(selection.selectionSet, fields.get(key)!.fields, scope);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      collect(selection.selectionSet, fields, scope);
    } else {
      const name = selection.name.value;
      const fragment = scope.fragments.get(name);
      if (fragment && !scope.spread.includes(name))
        collect(fragment.selectionSet, fields, { ...scope, spread: [...scope.spread, name] });
    }
  }
}

const selectedBy = ({ name, arguments: given = [] }: FieldNode, { variables }: Scope): SelectedField => ({
  name: name.value,
  arguments: Object.fromEntries(given.map((each) => [each.name.value, valueFromASTUntyped(each.value, variables)])),
  fields: new Map(),
});
