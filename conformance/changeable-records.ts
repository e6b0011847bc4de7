import { getNamedType, valueFromASTUntyped } from 'graphql';
import type { Case } from '../src/cases/case.ts';
import { demoRecords } from '../src/cases/demo-world.ts';
import { placeholdersIn } from '../src/cases/placeholders.ts';
import { kindOf, mapIds, nameOfRecord } from '../src/cases/record-ids.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import { isJsonObject } from '../src/client/json-value.ts';
import { type SelectedField, coordinateOf } from '../src/client/selection.ts';
import type { Target } from '../src/client/target.ts';
import { templateOf } from './step-template.ts';

/** A record that a write changes. */
export interface ChangedRecord {
  /** Its type, such as `Proposal`; the coordinate of the field that writes if it names no record. */
  kind: string;
  /** Null if the argument is missing; undefined if there is no such argument. */
  id: unknown;
}

/** The records that a field changes, without components: a new record is the run's own, and not the component that gets it. */
export function recordsChangedBy(field: SelectedField, variables: Record<string, unknown>): ChangedRecord[] {
  const { above } = field;
  const ofFields = above.flatMap((each) => idsIn(each, variables));
  const ofArguments = [
    ...idsIn(field, variables),
    ...argumentsOf(field, variables).flatMap(([, value]) => [
      ...(isJsonObject(value) && value['id'] !== undefined ? [{ kind: kindOfField(field), id: value['id'] }] : []),
      ...parentsIn(value),
    ]),
  ];
  // A field below no id changes what its own arguments say.
  if (ofFields.length === 0) return [{ kind: coordinateOf(field), id: undefined }];
  return [...ofFields, ...ofArguments].filter(({ kind }) => kind !== 'Component');
}

const argumentsOf = ({ node }: SelectedField, variables: Record<string, unknown>): [string, unknown][] =>
  (node.arguments ?? []).map(({ name, value }) => [name.value, valueFromASTUntyped(value, variables)]);

const idsIn = (field: SelectedField, variables: Record<string, unknown>): ChangedRecord[] =>
  argumentsOf(field, variables).flatMap(([name, id]) =>
    name === 'id' ? [{ kind: kindOfField(field), id: id ?? null }] : [],
  );

/** The kind of the record that a field leads to, by its type; by its name if the schema does not have it. */
const kindOfField = ({ name, definition }: SelectedField): string =>
  kindOf(definition && getNamedType(definition.type)) ?? kindNamed(name);

/** The kind of the records to which a field with this name leads: `Meeting` of `meeting`. */
export const kindNamed = (field: string): string => field[0]!.toUpperCase() + field.slice(1);

/** A new child changes the progress of its parent. */
function parentsIn(value: unknown): ChangedRecord[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
    key === 'parentId' && each !== null ? [{ kind: 'Result', id: each }] : parentsIn(each),
  );
}

/** The names of the records in cases that no file of this package knows, with the kinds of the places where the cases use them. */
function namedKinds(cases: readonly Case[], target: Target): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const step of cases.flatMap(({ steps }) => steps)) {
    const { document, variables } = templateOf(step, target.dialect);
    if (!document) continue;
    mapIds({ document, variables, data: undefined }, schemaOf(target.dialect), (kind, id) => {
      const [name] = placeholdersIn(id);
      if (name !== undefined) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
      return id;
    });
  }
  return kinds;
}

/** Which records that existed before a run it may change: those whose kind and id are what the target file allows. */
export class ChangeableRecords {
  readonly #target: Target;
  readonly #kinds: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(target: Target, cases: readonly Case[] = []) {
    this.#target = target;
    this.#kinds = namedKinds(cases, target);
  }

  /** Why a record must not be changed unless it is the run's own; undefined if it may be. */
  reasonNotToChange({ kind, id }: ChangedRecord): string | undefined {
    const { mayChange, placeholders } = this.#target;
    const isNamed = (name: string) => this.#isOfKind(name, kind) && String(placeholders[name]) === String(id);
    if ([...mayChange, 'unknownId'].some(isNamed)) return undefined;
    // No server finds a record without an id, or by one that does not begin with a digit.
    if (id !== undefined && ![id].flat(Infinity).some((each) => /^\s*[+-]?\d/.test(String(each)))) return undefined;
    const name = nameOfRecord(placeholders, kind, String(id));
    if (name !== undefined) return `it changes the target's ${name}: add "${name}" to mayChange if it may be changed`;
    const record = id === undefined ? kind : `${kind[0]!.toLowerCase()}${kind.slice(1)} ${String(id)}`;
    return `it changes ${record}, which no name in mayChange stands for`;
  }

  #isOfKind(name: string, kind: string): boolean {
    const known = Object.keys(demoRecords).filter((each) => Object.hasOwn(demoRecords[each]!, name));
    if (known.length > 0) return known.includes(kind) || known.includes('Any');
    // A name that the cases do not use says its kind itself, such as `oldMeeting`.
    return this.#kinds.get(name)?.has(kind) ?? name.toLowerCase().endsWith(kind.toLowerCase());
  }
}
