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

/** A line of a printed document: the field in it, and the type that owns the field. */
export interface Line {
  owner: string;
  field: Field;
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

/** Prints a query with one field on each line, so that the location of an error tells the field. */
export function printQuery(selection: Selection): { text: string; lines: Line[] } {
  const texts = ['query plenumImport {'];
  const lines: Line[] = [];
  const print = ({ type, fields }: Selection): void => {
    for (const each of fields) {
      const head = `${each.alias ? `${each.alias}: ` : ''}${each.name}${each.args ? `(${each.args})` : ''}`;
      texts.push(each.of ? `${head} {` : head);
      lines.push({ owner: type, field: each });
      if (!each.of) continue;
      print(each.of);
      texts.push('}');
      lines.push({ owner: type, field: each });
    }
  };
  print(selection);
  return { text: `${texts.join('\n')}\n}`, lines };
}

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
