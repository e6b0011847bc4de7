import { parse } from 'graphql';
import type { RecordedActor, RecordedResponse } from '../../src/client/recording.ts';
import { selectedFields } from '../../src/client/selection.ts';
import type { ReplayedExchange } from '../../conformance/replay/recordings.ts';

/** The recorded values of every field of one record; each field was requested separately. */
export interface FieldValues {
  type: string;
  record: string;
  /** Who asked. Default: the administrator for a session, else anonymous. */
  actor?: RecordedActor;
  /** The document, with `…` in place of the selection of a field. */
  query: string;
  /** For each field its value, or the first error or errors and the status of the response. */
  fields: Record<string, { selection: string } & RecordedField>;
}

type RecordedError = { status: number } & ({ error: string } | { errors: string[]; value?: unknown });
type RecordedField = { value: unknown } | RecordedError;

/** Turns field values into exchanges, one for each field; the administrator requests sessions. */
export function fieldValueExchanges(records: FieldValues[], firstOrder: number): ReplayedExchange[] {
  const exchanges = records.flatMap(({ type, record, query, fields, actor: recordedActor }) => {
    const path = parentPath(query);
    const actor = recordedActor ?? (path[0] === 'session' ? 'admin' : 'anonymous');
    return Object.entries(fields).map(([field, recorded]) => ({
      name: `field-values/${type}, ${record}: ${field}`,
      actor,
      request: {
        method: 'POST',
        path: '/api',
        headers: { 'content-type': 'application/json' },
        json: { query: query.replace('…', recorded.selection) },
      },
      response:
        'status' in recorded
          ? { status: recorded.status, json: recordedError(field, recorded) }
          : { status: 200, json: { data: { [field]: recorded.value } } },
      document: `{ ${recorded.selection} }`,
      selectRecordedPart: (response: RecordedResponse) => selectField(response, path, field, recorded),
    }));
  });
  return exchanges.map((exchange, index) => ({ ...exchange, order: firstOrder + index }));
}

/** The response keys that lead to the `…` of a document. */
const parentPath = (query: string): string[] =>
  selectedFields(parse(query.replace('…', 'recorded__')))
    .find(({ name }) => name === 'recorded__')!
    .path.slice(0, -1);

const recordedError = (field: string, recorded: RecordedError): object =>
  'error' in recorded
    ? { error: recorded.error }
    : { errors: recorded.errors, ...('value' in recorded && { data: { [field]: recorded.value } }) };

/** Reduces a response to what is recorded of a field: its value, or the messages of its first errors. */
function selectField(
  { status, json, text }: RecordedResponse,
  path: string[],
  field: string,
  recorded: RecordedField,
): RecordedResponse {
  if (json === undefined) return { status, text };
  const { errors, data } = json as { errors?: { message?: unknown }[]; data?: unknown };
  const parent = path.reduce<unknown>(
    (value, key) => firstRecord((value as Record<string, unknown> | null)?.[key]),
    data,
  );
  const value = { data: parent ? { [field]: (parent as Record<string, unknown>)[field] } : parent };
  if (!errors) return { status, json: value };
  const messages = errors.map(({ message }) => message);
  if (!('errors' in recorded)) return { status, json: { error: messages[0] } };
  return { status, json: { errors: messages.slice(0, recorded.errors.length), ...('value' in recorded && value) } };
}

/** The record whose fields are recorded; of a list, the first one. */
const firstRecord = (value: unknown): unknown => (Array.isArray(value) ? (value[0] as unknown) : value);
