import { type FieldNode, type SelectionSetNode, Kind, parse } from 'graphql';
import type { RecordedActor, RecordedResponse, RecordedExchange } from './recorded-exchange.ts';

/** What every field of one record answered, each asked for alone: a value, or an error and the answer's status. */
export interface FieldValues {
  type: string;
  record: string;
  /** The document, with `…` where the selection of a field stands. */
  query: string;
  fields: Record<string, { selection: string } & ({ value: unknown } | { error: string; status: number })>;
}

/** The group of field values; they are counted beside the exchanges. */
export const fieldValuesGroup = 'field-values';

/** The field values as exchanges, one for each field, ordered from a first number on; a session is the administrator's. */
export function fieldValueExchanges(records: FieldValues[], first: number): RecordedExchange[] {
  const all = records.flatMap(({ type, record, query, fields }) => {
    const path = pathOf(query);
    const actor: RecordedActor = path[0] === 'session' ? 'admin' : 'anonymous';
    return Object.entries(fields).map(([field, recorded]) => ({
      name: `${fieldValuesGroup}/${type}, ${record}: ${field}`,
      actor,
      request: {
        method: 'POST',
        path: '/api',
        headers: { 'content-type': 'application/json' },
        json: { query: query.replace('…', recorded.selection) },
      },
      response:
        'value' in recorded
          ? { status: 200, json: { data: { [field]: recorded.value } } }
          : { status: recorded.status, json: { error: recorded.error } },
      document: `{ ${recorded.selection} }`,
      selectRecordedPart: (answer: RecordedResponse) => partOf(answer, path, field),
    }));
  });
  return all.map((each, index) => ({ ...each, order: first + index }));
}

/** The response keys that lead to the `…` of a document. */
function pathOf(query: string): string[] {
  const [operation] = parse(query.replace('…', '__typename')).definitions;
  const path: string[] = [];
  let set = (operation as { selectionSet?: SelectionSetNode } | undefined)?.selectionSet;
  while (set) {
    const [selection] = set.selections;
    if (selection?.kind === Kind.FIELD && selection.selectionSet) path.push(responseKey(selection));
    set = selection && 'selectionSet' in selection ? selection.selectionSet : undefined;
  }
  return path;
}

const responseKey = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** Of an answer, what is recorded of a field: its value, or the text of the first error. */
function partOf({ status, json, text }: RecordedResponse, path: string[], field: string): RecordedResponse {
  if (json === undefined) return { status, text };
  const { errors, data } = json as { errors?: { message?: unknown }[]; data?: unknown };
  if (errors) return { status, json: { error: errors[0]?.message } };
  const parent = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], data);
  return { status, json: { data: parent ? { [field]: (parent as Record<string, unknown>)[field] } : parent } };
}
