import { type FormEvent, type RefObject, useState } from 'react';
import type { KindDescription } from '../../../control/records.ts';
import { Outcome, useAction } from '../../shared/action.tsx';
import { control, useControl } from '../../shared/control.ts';
import { parseJson } from '../../shared/json.ts';
import { Section } from '../../shared/section.tsx';
import { Field } from '../field.tsx';
import { RecordPicker } from '../record-picker.tsx';
import { hrefOf } from '../route.ts';

/** The part of JSON Schema that the schemas of records have. */
interface FieldSchema {
  type?: string | string[];
  nullable?: boolean;
  default?: unknown;
  enum?: unknown[];
  description?: string;
  locales?: string;
  references?: string;
  items?: FieldSchema;
}
interface RecordSchema {
  properties: Record<string, FieldSchema>;
  required: string[];
}
type Values = Record<string, unknown>;

interface Props {
  kind: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

// A record that the reader edits does not change under their hands.
const once = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false };
const useKind = (kind: string) => useControl('GET /__admin/kinds/{kind}', { params: { kind } }, once);

/** Creates a record. */
export function NewRecord({ kind, heading }: Props) {
  const { data, error } = useKind(kind);
  return (
    <Section id="place" title={`New record of ${kind}`} error={error} heading={heading}>
      {data && (
        <RecordForm
          kind={kind}
          description={data}
          record={templateOf(data)}
          hint="The server fills in what you leave out."
          name="Create it"
          save={(values) => control('POST /__admin/records/{kind}', { params: { kind }, body: values })}
        />
      )}
    </Section>
  );
}

/** Edits a record. */
export function EditRecord({ kind, id, heading }: Props & { id: string }) {
  const params = { kind, id };
  const { data: description } = useKind(kind);
  const { data, error } = useControl('GET /__admin/records/{kind}/{id}', { params }, once);
  const record = data?.record as Values | undefined;
  return (
    <Section id="place" title={`Edit ${kind}/${id}`} error={error} heading={heading}>
      {description && record && (
        <RecordForm
          kind={kind}
          description={description}
          record={record}
          hint="Only what you change is sent. A member that you remove becomes null."
          name="Save the changes"
          save={(values) => control('PATCH /__admin/records/{kind}/{id}', { params, body: changesOf(record, values) })}
        />
      )}
    </Section>
  );
}

/** The texts that a new record needs; the server chooses the records to which it refers. */
function templateOf({ schema, locales }: KindDescription): Values {
  const { properties, required } = schema as unknown as RecordSchema;
  const needed = required.filter((name) => !properties[name]!.nullable && !('default' in properties[name]!));
  return Object.fromEntries(
    needed
      .filter((name) => properties[name]!.locales)
      .map((name) => [name, Object.fromEntries(locales.map((locale) => [locale, '']))]),
  );
}

function changesOf(before: Values, after: Values): Values {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}

interface FormProps {
  kind: string;
  description: KindDescription;
  record: Values;
  hint: string;
  /** What the button is called. */
  name: string;
  save: (values: Values) => Promise<{ id: number }>;
}

/** Edits a record as JSON; what is wrong with it, the control API says. */
function RecordForm({ kind, description, record, hint, name, save }: FormProps) {
  const [text, setText] = useState(JSON.stringify(record, null, 2));
  const action = useAction();
  const { properties } = description.schema as unknown as RecordSchema;
  const empty = emptyTexts(text, properties);
  function submit(event: FormEvent) {
    event.preventDefault();
    void action.run(
      async () => {
        const { id } = await save(parseJson(text));
        location.hash = hrefOf(['records', kind, id]);
      },
      () => '',
    );
  }
  const refer = (field: string, id: number) =>
    action.run(
      async () => {
        const values = parseJson<Values>(text);
        const ids = (values[field] ?? []) as number[];
        values[field] = properties[field]!.items ? [...new Set([...ids, id])] : id;
        setText(JSON.stringify(values, null, 2));
      },
      () => `${field} refers to ${id} now.`,
    );
  return (
    <div className="detail">
      <form onSubmit={submit}>
        <Field label="Record, as JSON" hint={hint}>
          {(props) => (
            <textarea
              {...props}
              className="code"
              rows={Math.min(30, Math.max(12, text.split('\n').length))}
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p role="status" className="bad">
          {empty.length > 0 && `Empty: ${empty.join(', ')}. The record can be saved, and pages show it without a text.`}
        </p>
        <div className="row">
          <button type="submit" className="primary">
            {name}
          </button>
          <a href={hrefOf(['records', kind, ...('id' in record ? [String(record['id'])] : [])])}>Cancel</a>
        </div>
        <Outcome action={action} />
      </form>
      <aside className="card" aria-labelledby="fields">
        <h3 id="fields">Fields of {kind}</h3>
        <p className="quiet">{withoutMarkdown(description.description)}</p>
        <dl className="fields">
          {Object.entries(properties).map(([field, schema]) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {describe(schema)}
                {/* Nobody has to know the ids of records. */}
                {kindOf(schema) && (
                  <RecordPicker
                    label={`Record for ${field}`}
                    kind={kindOf(schema)!}
                    name="Use it"
                    onPick={(id) => void refer(field, id)}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </aside>
    </div>
  );
}

/** The paths of translated texts that are empty, such as `title.en`. */
function emptyTexts(text: string, properties: RecordSchema['properties']): string[] {
  let values: Values;
  try {
    values = parseJson(text);
  } catch {
    return [];
  }
  return Object.entries(values ?? {}).flatMap(([name, texts]) =>
    properties[name]?.locales && typeof texts === 'object' && texts !== null
      ? Object.entries(texts).flatMap(([locale, each]) => (each === '' ? [`${name}.${locale}`] : []))
      : [],
  );
}

const kindOf = ({ references, items }: FieldSchema): string | undefined => references ?? items?.references;

/** A field in a few words. */
function describe(schema: FieldSchema): string {
  const { description, type, enum: values, nullable, default: initial } = schema;
  const parts = [
    description ? withoutMarkdown(description) : type && !values && !kindOf(schema) && `${[type].flat().join(' or ')}.`,
    kindOf(schema) && `Refers to ${kindOf(schema)}.`,
    values && `One of ${values.filter((each) => each !== null).join(', ')}.`,
    nullable && 'Can be null.',
    initial !== undefined && `Default: ${JSON.stringify(initial)}.`,
  ];
  return parts.filter(Boolean).join(' ');
}

const withoutMarkdown = (text: string): string => text.replaceAll('`', '');
