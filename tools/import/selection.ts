/** A field that is read, or an inline fragment, whose name is `... on TYPE`. */
export interface Field {
  name: string;
  alias?: string;
  /** The arguments as GraphQL, such as `id: "4"`. */
  args?: string;
  /** What is read of an object. */
  of?: Selection;
}

/** The fields that are read of the objects of a type. */
export interface Selection {
  type: string;
  fields: Field[];
}

/** Creates a selection; a text is a field without selection. */
export const select = (type: string, ...fields: (Field | string | (Field | string)[])[]): Selection => ({
  type,
  fields: mergeFields(fields.flat().map((field) => (typeof field === 'string' ? { name: field } : field))),
});

/** Fields with the same name become one. */
function mergeFields(fields: Field[]): Field[] {
  const merged = new Map<string, Field>();
  for (const field of fields) {
    const key = field.alias ?? field.name;
    const earlier = merged.get(key);
    const of = field.of && {
      type: field.of.type,
      fields: mergeFields([...(earlier?.of?.fields ?? []), ...field.of.fields]),
    };
    merged.set(key, { ...field, ...(of && { of }) });
  }
  return [...merged.values()];
}

export const field = (name: string, of: Selection, args?: string): Field => ({ name, of, ...(args && { args }) });

/** A fragment of the fields that only a type has. */
export const on = (of: Selection): Field => ({ name: `... on ${of.type}`, of });

/** Prints a query, without spaces that only readers need. */
export const printQuery = (selection: Selection): string => `query plenumImport ${printFields(selection)}`;

const printFields = ({ fields }: Selection): string =>
  `{ ${fields
    .map(({ alias, name, args, of }) =>
      [alias ? `${alias}: ` : '', name, args ? `(${args})` : '', of ? ` ${printFields(of)}` : ''].join(''),
    )
    .join(' ')} }`;

/** The selection without the fields at a path of names below its root; undefined if nothing is left. */
export function without(selection: Selection, path: readonly string[]): Selection | undefined {
  const [name, ...rest] = path;
  const fields = selection.fields.flatMap((each): Field[] => {
    if (each.name.startsWith('... on ')) {
      const of = without(each.of!, path);
      return of ? [{ ...each, of }] : [];
    }
    if ((each.alias ?? each.name) !== name) return [each];
    if (rest.length === 0 || !each.of) return [];
    const of = without(each.of, rest);
    return of ? [{ ...each, of }] : [];
  });
  return fields.length > 0 ? { ...selection, fields } : undefined;
}
